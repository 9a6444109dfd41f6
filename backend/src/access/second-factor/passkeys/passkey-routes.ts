import { ROUTES } from '@sign-display/contracts/routes';
import type { ServiceDeps } from '../../../db/database-types.ts';
import type { RestRefusal } from '../../../http/problem.ts';
import { answer, type Router } from '../../../http/router.ts';
import { isForeignOrigin } from '../../is-foreign-origin.ts';
import { logOutcome } from '../log-outcome.ts';
import { answerWithSession, originOf } from '../open-session.ts';
import type { FactorMailDeps } from '../second-factor-off-mail.ts';
import { addPasskey, refuseAddingNow, removePasskey, WRONG_REGISTRATION } from './change-passkeys.ts';
import { createChallenges } from './challenges.ts';
import { creationOptions, requestOptions } from './options.ts';
import { listPasskeys, viewPasskey } from './passkeys-repository.ts';
import { NEEDS_HOST_NAME, relyingPartyOf } from './relying-party.ts';
import { signInWithPasskey, type PasskeyOutcome } from './sign-in-with-passkey.ts';
import { verifyRegistration } from './verify-credential.ts';

/**
 * Passkeys of an account (contract, 3.3; promise A7), at the paths of better-auth's plugin, which is not used:
 * docs/decisions/0046-passkeys-with-simplewebauthn.md says why.
 */

const WRONG_TEXT = 'This passkey did not sign you in. Try again, or use your password and a code.';
const WRONG_PASSKEY: RestRefusal = {
  code: 'unauthenticated',
  detail: WRONG_TEXT,
  errors: [{ path: '/response', message: WRONG_TEXT }],
};

export function addPasskeyRoutes(router: Router, deps: ServiceDeps & FactorMailDeps & { authSecret: string }): void {
  const { db, authSecret, publicUrl } = deps;
  const challenges = createChallenges(authSecret, deps);

  router.route('GET /api/auth/passkey/list-user-passkeys', async ({ caller }) =>
    answer(200, { passkeys: (await listPasskeys(db, caller.userId)).map(viewPasskey) }),
  );

  router.route('POST /api/auth/passkey/generate-register-options', async ({ caller, author: { person } }) => {
    const refused = await refuseAddingNow(db, caller);
    if (refused) return refused;
    const rp = relyingPartyOf(publicUrl());
    if (!rp) return NEEDS_HOST_NAME;
    const challenge = challenges.make({ userId: person.id, sessionId: caller.sessionId });
    const excluded = (await listPasskeys(db, person.id)).map(({ credentialId }) => credentialId);
    return answer(200, { options: creationOptions(rp, person, { challenge, excluded }) });
  });

  router.route('POST /api/auth/passkey/verify-registration', async ({ caller, author, body, raw }) => {
    const { userId, sessionId } = caller;
    const refused = await refuseAddingNow(db, caller);
    if (refused) return refused;
    const rp = relyingPartyOf(publicUrl());
    if (!rp) return NEEDS_HOST_NAME;
    const { audit: action } = ROUTES['POST /api/auth/passkey/verify-registration'];
    const credential = await verifyRegistration(body.response, { rp, challenges, purpose: { userId, sessionId } });
    if ('reason' in credential) {
      logOutcome(raw, { action, userId, ...credential }, WRONG_REGISTRATION);
      return WRONG_REGISTRATION;
    }
    const transports = body.response.response.transports ?? [];
    const added = await addPasskey(deps, { author, sessionId }, { name: body.name, transports, credential });
    logOutcome(raw, { action, userId }, added);
    return 'code' in added ? added : answer(200, { passkey: added });
  });

  router.route('POST /api/auth/passkey/delete-passkey', async ({ caller, author, body, raw }) => {
    const { userId, sessionId } = caller;
    const removed = await removePasskey(deps, { author, sessionId }, body.id);
    logOutcome(raw, { action: ROUTES['POST /api/auth/passkey/delete-passkey'].audit, userId }, removed);
    return 'code' in removed ? removed : answer(200, removed);
  });

  router.route('POST /api/auth/passkey/generate-authenticate-options', async () => {
    const rp = relyingPartyOf(publicUrl());
    return rp ? answer(200, { options: requestOptions(rp, challenges.make('sign-in')) }) : NEEDS_HOST_NAME;
  });

  router.route('POST /api/auth/passkey/verify-authentication', async ({ body, author, raw }) => {
    const rp = relyingPartyOf(publicUrl());
    const { audit: action } = ROUTES['POST /api/auth/passkey/verify-authentication'];
    const asked = { credential: body.response, author, origin: originOf(raw) };
    let outcome: PasskeyOutcome;
    // As with the password, a page on another origin can’t sign anyone in.
    if (isForeignOrigin(raw.headers, publicUrl())) outcome = { userId: null, reason: 'page of another origin' };
    else if (!rp) outcome = { userId: null, reason: 'PUBLIC_URL has an IP address' };
    else outcome = await signInWithPasskey(deps, { rp, challenges, purpose: 'sign-in' }, asked);
    if ('reason' in outcome) {
      logOutcome(raw, { action, ...outcome }, WRONG_PASSKEY);
      return WRONG_PASSKEY;
    }
    const { userId, token } = outcome;
    logOutcome(raw, { action, userId }, outcome);
    return await answerWithSession(db, { userId, token, authSecret, publicUrl: publicUrl() });
  });
}
