import type { RouteKey } from '@sign-display/contracts/routes';
import { ROUTES } from '@sign-display/contracts/routes';
import type { FastifyRequest } from 'fastify';
import type { ServiceDeps } from '../../db/database-types.ts';
import type { SignedInAuthor } from '../../http/change-author-types.ts';
import type { RestRefusal } from '../../http/problem.ts';
import {
  answer,
  authorOf,
  PASSWORD_CHANGE_REQUIRED,
  type Answer,
  type Caller,
  type Router,
} from '../../http/router.ts';
import type { PostOffice } from '../../mail/send-mail-with-retries.ts';
import type { AccountSecurity } from '../auth-route-hooks.ts';
import type { SessionLookup } from '../find-caller.ts';
import { isForeignOrigin } from '../is-foreign-origin.ts';
import { challengeInCookie, findChallenge } from './challenge.ts';
import { isFactorOn } from './factor-repository.ts';
import { createFactorSecrets } from './factor-secrets.ts';
import { beginFactor, disableFactor, refuseChange, replaceRecoveryCodes, type Person } from './factor-settings.ts';
import { logOutcome } from './log-outcome.ts';
import { answerWithSession, originOf } from './open-session.ts';
import { SIGN_IN_EXPIRED, verifyCode, type CodeAttempt } from './verify-code.ts';

/**
 * The second factor of an account (contract, 3.3; promise A7). better-auth has routes at these paths, but they can't keep the promise: docs/admin-pages.md,
 * “Second factor”, says why. So they stay closed, and these answer.
 */

type Deps = ServiceDeps & {
  authSecret: string;
  mail: PostOffice;
  publicUrl(): string;
  sessions: SessionLookup;
  security: AccountSecurity;
};

interface Asked {
  caller: Caller;
  author: SignedInAuthor;
  body: { password: string };
  raw: FastifyRequest;
}

export function addSecondFactorRoutes(router: Router, deps: Deps): void {
  const { db, clock, authSecret, publicUrl, sessions, security } = deps;
  const settings = { ...deps, secrets: createFactorSecrets(authSecret, deps.random) };

  /** Answers a change of the caller's own second factor, if the password is right. */
  async function change<Result extends object>(
    key: RouteKey & `POST /api/auth/two-factor/${string}`,
    { caller, author, body, raw }: Asked,
    needsOn: boolean,
    doChange: (person: Person) => Promise<Result | RestRefusal>,
  ): Promise<Answer | RestRefusal> {
    const refused = refuseChange({ isOn: await isFactorOn(db, caller.userId) }, needsOn, caller.mfa);
    if (refused) return refused;
    const { audit: action } = ROUTES[key];
    const wrong = await security.checkPassword({ author, action, log: raw.log }, body.password);
    if (wrong) return wrong;
    const result = await doChange({ author, sessionId: caller.sessionId });
    if ('code' in result) return result as RestRefusal;
    // Nothing is on before the first right code.
    if (needsOn) logOutcome(raw, { action, userId: caller.userId }, result);
    return answer(200, result);
  }

  router.route('POST /api/auth/two-factor/enable', (asked) =>
    change('POST /api/auth/two-factor/enable', asked, false, (person) => beginFactor(settings, person)),
  );
  router.route('POST /api/auth/two-factor/disable', (asked) =>
    change('POST /api/auth/two-factor/disable', asked, true, (person) => disableFactor(settings, person)),
  );
  router.route('POST /api/auth/two-factor/generate-backup-codes', (asked) =>
    change('POST /api/auth/two-factor/generate-backup-codes', asked, true, (person) =>
      replaceRecoveryCodes(settings, person),
    ),
  );

  /** Whose code it is: by the challenge that the request names, by the caller's session, or by the challenge in the browser's cookie. */
  async function findPerson(
    { headers }: FastifyRequest,
    named: string | undefined,
  ): Promise<{ caller: Caller | null; userId: string; by: CodeAttempt['by'] } | RestRefusal> {
    const caller = named === undefined ? await sessions.findCaller(headers) : null;
    if (caller?.passwordChangeRequired) return PASSWORD_CHANGE_REQUIRED;
    if (caller) return { caller, userId: caller.userId, by: { sessionId: caller.sessionId } };
    // As with the password, a page on another origin can’t sign anyone in.
    const signed = isForeignOrigin(headers, publicUrl())
      ? null
      : (named ?? challengeInCookie(headers.cookie, publicUrl()));
    const by = signed === null ? null : await findChallenge(db, { clock }, authSecret, signed);
    return by ? { caller, userId: by.userId, by } : SIGN_IN_EXPIRED;
  }

  async function verify(
    method: CodeAttempt['method'],
    { body, raw }: { body: { code: string; challenge?: string }; raw: FastifyRequest },
  ): Promise<Answer | RestRefusal> {
    const person = await findPerson(raw, body.challenge);
    if ('code' in person) return person;
    const { caller, userId, by } = person;
    const attempt = { userId, method, code: body.code, by, author: authorOf(raw, caller), origin: originOf(raw) };
    const { action, result } = await verifyCode(settings, attempt);
    logOutcome(raw, { action, userId }, result);
    if ('code' in result) return result;
    const session = { userId, token: result.token, authSecret, publicUrl: publicUrl() };
    return await answerWithSession(db, session, {
      turnedOn: action === ROUTES['POST /api/auth/two-factor/enable'].audit,
    });
  }

  router.route('POST /api/auth/two-factor/verify-totp', (asked) => verify('totp', asked));
  router.route('POST /api/auth/two-factor/verify-backup-code', (asked) => verify('recovery', asked));
}
