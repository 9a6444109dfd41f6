import { ROUTES } from '@sign-display/contracts/routes';
import type { ServiceDeps, Trx } from '../../db/database-types.ts';
import type { Author } from '../../http/change-author-types.ts';
import type { RestRefusal } from '../../http/problem.ts';
import { recordAccountEvent } from '../account-events.ts';
import { takeChallenge, type Challenge } from './challenge.ts';
import { endOtherSessions, lockFactor, noteFactorChange, type Factor } from './factor-repository.ts';
import type { FactorSecrets } from './factor-secrets.ts';
import { openSession, type SessionOrigin } from './open-session.ts';
import { normalizeRecoveryCode } from './recovery-codes.ts';
import { stepsOf } from './totp.ts';
import { countWrongCode, forgetWrongCodes, waitForNextCode } from './wrong-codes.ts';

/**
 * Tries a code of a person (promise A7). All of it is one transaction under the person's lock: the wait, the code and its only use, the count of wrong ones,
 * and the session. So two requests with one code open one session, whichever nodes they reach.
 */

const SIGN_IN = ROUTES['POST /api/auth/sign-in/email'].audit;
const ENABLE = ROUTES['POST /api/auth/two-factor/enable'].audit;

export interface CodeAttempt {
  userId: string;
  method: 'totp' | 'recovery';
  code: string;
  /** What the person shows beside the code: the challenge of a right password, or a session. */
  by: Challenge | { sessionId: string };
  author: Author;
  origin: SessionOrigin;
}

/** The action that the security events name for a code: turning the second factor on for a session where it is off, else a sign-in. */
const actionOf = (by: CodeAttempt['by'], factor: Factor | undefined): string =>
  'identifier' in by || factor?.isOn ? SIGN_IN : ENABLE;

type Deps = ServiceDeps & { secrets: FactorSecrets };

const EXPIRED_TEXT = 'This sign-in has expired. Enter the password again.';
export const SIGN_IN_EXPIRED: RestRefusal = {
  code: 'unauthenticated',
  detail: EXPIRED_TEXT,
  errors: [{ path: '/challenge', message: EXPIRED_TEXT }],
};
const NO_FACTOR: RestRefusal = { code: 'conflict', detail: 'Two-step sign-in is off. Turn it on first.' };
const UNREADABLE: RestRefusal = {
  code: 'conflict',
  detail:
    'The codes of this account can no longer be checked, because AUTH_SECRET was changed. Ask the operator of the service to reset your two-step sign-in.',
};
const WRONG_TEXT = 'This code is wrong, has expired or was already used.';
const WRONG_CODE: RestRefusal = {
  code: 'unauthenticated',
  detail: WRONG_TEXT,
  errors: [{ path: '/code', message: WRONG_TEXT }],
};
const LOCKED = 'Too many wrong codes. Wait before you try another one.';

/** Uses up the steps of a right code. False if the code is wrong, or was used. */
async function useTotp(trx: Trx, secret: Buffer, { userId, code }: CodeAttempt, nowMs: number): Promise<boolean> {
  const steps = stepsOf(secret, code, nowMs);
  if (steps.length === 0) return false;
  const rows = steps.map((step) => ({ userId, step, at: new Date(nowMs) }));
  const used = trx.insertInto('usedCode').values(rows);
  const inserted = await used
    .onConflict((conflict) => conflict.doNothing())
    .returning('step')
    .execute();
  return inserted.length === steps.length;
}

async function useRecoveryCode(trx: Trx, secrets: FactorSecrets, { userId, code }: CodeAttempt): Promise<boolean> {
  const normalized = normalizeRecoveryCode(code);
  if (normalized === null) return false;
  const hash = secrets.hashOfRecoveryCode(userId, normalized);
  const row = trx.selectFrom('twoFactor').select('recoveryCodes').where('userId', '=', userId);
  const { recoveryCodes } = await row.executeTakeFirstOrThrow();
  const left = recoveryCodes.filter((each) => each !== hash);
  if (left.length === recoveryCodes.length) return false;
  await trx.updateTable('twoFactor').set({ recoveryCodes: left }).where('userId', '=', userId).execute();
  return true;
}

/** Why no code is tried: there is nothing to try it against, or the person has to wait. Null if it may be tried. */
async function refuseAttempt(
  trx: Trx,
  { userId, method, by }: CodeAttempt,
  factor: Factor | undefined,
  nowMs: number,
): Promise<RestRefusal | null> {
  const isSignIn = 'identifier' in by;
  if (!factor) return SIGN_IN_EXPIRED;
  if (factor.secret === null || (!factor.isOn && (isSignIn || method === 'recovery')))
    return isSignIn ? SIGN_IN_EXPIRED : NO_FACTOR;
  const retryAfterMs = await waitForNextCode(trx, userId, nowMs);
  return retryAfterMs > 0 ? { code: 'rate_limited', detail: LOCKED, retryAfterMs } : null;
}

/** Turns the second factor on. This session was opened with a code from now on, and every other session of the person ends (details 63). */
async function turnOn(trx: Trx, deps: Deps, { userId, author }: CodeAttempt, sessionId: string): Promise<void> {
  await trx.updateTable('user').set({ twoFactorEnabled: true }).where('id', '=', userId).execute();
  await endOtherSessions(trx, userId, sessionId);
  await noteFactorChange(trx, deps, { userId, author, action: ENABLE });
}

/** After a right code: the session's token. Null if the challenge or the session has ended meanwhile. */
async function admit(trx: Trx, deps: Deps, attempt: CodeAttempt, factor: Factor): Promise<string | null> {
  const { userId, by, author, origin } = attempt;
  const recordSignIn = () =>
    recordAccountEvent({ ...deps, db: trx }, { userId, author, action: SIGN_IN, outcome: 'ok' });
  if ('identifier' in by) {
    const token = await openSession(trx, deps, userId, origin);
    await recordSignIn();
    return token;
  }
  const session = trx.updateTable('session').set({ mfa: true }).where('id', '=', by.sessionId).returning('token');
  const token = (await session.executeTakeFirst())?.token ?? null;
  if (token === null) return null;
  if (factor.isOn) await recordSignIn();
  else await turnOn(trx, deps, attempt, by.sessionId);
  return token;
}

async function isRight(trx: Trx, deps: Deps, attempt: CodeAttempt, secret: Buffer, nowMs: number): Promise<boolean> {
  if (attempt.method === 'totp') return await useTotp(trx, secret, attempt, nowMs);
  return await useRecoveryCode(trx, deps.secrets, attempt);
}

/** Whether the challenge or the session still holds, under the lock. */
async function holds(trx: Trx, { by }: CodeAttempt): Promise<boolean> {
  const row =
    'identifier' in by
      ? trx.selectFrom('verification').select('id').where('identifier', '=', by.identifier)
      : trx.selectFrom('session').select('id').where('id', '=', by.sessionId);
  return (await row.executeTakeFirst()) !== undefined;
}

/** Tries the code under the lock: the token of the session, without its signature, or why there is none. */
async function tryCode(
  trx: Trx,
  deps: Deps,
  attempt: CodeAttempt,
  { factor, action }: { factor: Factor | undefined; action: string },
): Promise<{ token: string } | RestRefusal> {
  const { userId, by, author } = attempt;
  const nowMs = deps.clock.now();
  if (!(await holds(trx, attempt))) return SIGN_IN_EXPIRED;
  const refused = await refuseAttempt(trx, attempt, factor, nowMs);
  if (refused) return refused;
  const secret = deps.secrets.open(userId, factor!.secret!);
  if (secret === null) return UNREADABLE;
  if (!(await isRight(trx, deps, attempt, secret, nowMs))) {
    await countWrongCode(trx, userId, nowMs);
    await recordAccountEvent({ ...deps, db: trx }, { userId, author, action, outcome: 'failed' });
    return WRONG_CODE;
  }
  if ('identifier' in by) await takeChallenge(trx, by);
  await forgetWrongCodes(trx, userId);
  const token = await admit(trx, deps, attempt, factor!);
  return token === null ? SIGN_IN_EXPIRED : { token };
}

/** `action`: what the code was for. `result`: the token of the session, without its signature, or why there is none. */
export async function verifyCode(
  deps: Deps,
  attempt: CodeAttempt,
): Promise<{ action: string; result: { token: string } | RestRefusal }> {
  return await deps.db.transaction().execute(async (trx) => {
    const factor = await lockFactor(trx, attempt.userId);
    const action = actionOf(attempt.by, factor);
    return { action, result: await tryCode(trx, deps, attempt, { factor, action }) };
  });
}
