import type { AuthenticationCredential } from '@sign-display/contracts/rest/passkeys';
import { ROUTES } from '@sign-display/contracts/routes';
import type { ServiceDeps, Trx } from '../../../db/database-types.ts';
import type { Author } from '../../../http/change-author-types.ts';
import { recordAccountEvent } from '../../account-events.ts';
import { lockFactor } from '../factor-repository.ts';
import { openSession, type SessionOrigin } from '../open-session.ts';
import { isCounterLater, userHandleOf } from './decisions.ts';
import { findPasskey, usePasskeyChallenge, type PasskeyRow } from './passkeys-repository.ts';
import { verifyAssertion, type Assertion, type Expected, type WrongCredential } from './verify-credential.ts';

/** A sign-in by a passkey alone (promise A7). The challenge, the counter and the session are one transaction under the person's lock. */

const { audit: ACTION } = ROUTES['POST /api/auth/passkey/verify-authentication'];

export interface PasskeySignIn {
  credential: AuthenticationCredential;
  author: Author;
  origin: SessionOrigin;
}

/** `userId` of a refusal: whose passkey it names, null if it names none. */
export type PasskeyOutcome = { userId: string; token: string } | ({ userId: string | null } & WrongCredential);

/** Opens the session, if the passkey still holds under the lock. */
async function admit(
  trx: Trx,
  deps: ServiceDeps,
  { userId, credentialId }: PasskeyRow,
  { challenge, counter, backedUp }: Assertion,
  { author, origin }: PasskeySignIn,
): Promise<{ token: string } | WrongCredential> {
  const factor = await lockFactor(trx, userId);
  const passkey = await findPasskey(trx, credentialId);
  if (!factor?.isOn || passkey?.userId !== userId) return { reason: 'passkey removed' };
  if (!isCounterLater(counter, passkey.counter)) return { reason: 'counter went back' };
  if (!(await usePasskeyChallenge(trx, challenge))) return { reason: 'challenge already used' };
  const lastUsedAt = new Date(deps.clock.now());
  const used = trx.updateTable('passkey').set({ counter, backedUp, lastUsedAt });
  await used.where('id', '=', passkey.id).execute();
  const token = await openSession(trx, deps, userId, origin);
  await recordAccountEvent({ ...deps, db: trx }, { userId, author, action: ACTION, outcome: 'ok' });
  return { token };
}

async function trySignIn(
  deps: ServiceDeps,
  expected: Expected,
  passkey: PasskeyRow,
  asked: PasskeySignIn,
): Promise<{ token: string } | WrongCredential> {
  const { credential } = asked;
  const handle = credential.response.userHandle;
  if (handle !== undefined && handle !== userHandleOf(passkey.userId))
    return { reason: 'user handle of another person' };
  const assertion = await verifyAssertion(credential, new Uint8Array(passkey.publicKey), expected);
  if ('reason' in assertion) return assertion;
  return await deps.db.transaction().execute((trx) => admit(trx, deps, passkey, assertion, asked));
}

/** The token of the session, without its signature, or why there is none. */
export async function signInWithPasskey(
  deps: ServiceDeps,
  expected: Expected,
  asked: PasskeySignIn,
): Promise<PasskeyOutcome> {
  const passkey = await findPasskey(deps.db, asked.credential.id);
  if (!passkey) return { userId: null, reason: 'unknown credential' };
  const { userId } = passkey;
  const result = await trySignIn(deps, expected, passkey, asked);
  // The event is written before the response, unlike that of a wrong password. The response time then shows that the identifier is stored, but
  // nobody can guess an identifier.
  if ('reason' in result)
    await recordAccountEvent(deps, { userId, author: asked.author, action: ACTION, outcome: 'failed' });
  return { userId, ...result };
}
