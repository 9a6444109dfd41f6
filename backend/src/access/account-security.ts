import { createHash } from 'node:crypto';
import { ATTEMPT_LIMITS } from '@sign-display/contracts/limits';
import type { Clock } from '@sign-display/contracts/ports';
import { ROUTES, type Route, type RouteKey } from '@sign-display/contracts/routes';
import type { FastifyBaseLogger } from 'fastify';
import type { Author } from '../http/author.ts';
import type { Db } from '../db/database.ts';
import type { RestRefusal } from '../http/problem.ts';
import { recordAccountEvent, wordsAbout } from './account-events.ts';
import { countAttempt, forgetAttempts } from './counted-attempts.ts';
import { refuseWeak } from './password-strength.ts';
import { normalizeEmail } from './users-repository.ts';

/**
 * What is asked before, and written down after, better-auth answers one of its routes: how good a new password is, how often the present one may be
 * guessed, and what of it stands in the audit log of each organization of the person (docs/decisions/0020-passwords-and-sessions.md).
 */

/** A request for one of better-auth's routes, checked against its schema. */
export interface AccountRequest {
  key: RouteKey;
  author: Author;
  body: { email?: string; token?: string; newPassword?: string };
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** What is known of a request once it may go on. */
interface AccountAttempt extends AccountRequest {
  /** Whose account it is about, as far as that is known before. */
  userId: string | null;
  /** It changes nothing: the session to be ended is not the caller's. */
  isIdle: boolean;
}

/** As better-auth keeps the token of a link: SHA-256, base64url (`verification.storeIdentifier: 'hashed'`). */
const identifierOf = (token: string): string =>
  createHash('sha256').update(`reset-password:${token}`).digest('base64url');

export function createAccountSecurity(deps: { db: Db; clock: Clock; log: Pick<FastifyBaseLogger, 'error'> }) {
  const { db, clock } = deps;
  const underWay = new Set<Promise<void>>();

  /** Whom the link of a forgotten password is for; whether it still holds is better-auth's to say. */
  async function ownerOfLink(token: string): Promise<string | null> {
    const link = await db
      .selectFrom('verification')
      .select('value')
      .where('identifier', '=', identifierOf(token))
      .executeTakeFirst();
    return link?.value ?? null;
  }

  const isOwnSession = async (token: string, userId: string): Promise<boolean> =>
    (await db
      .selectFrom('session')
      .select('id')
      .where('token', '=', token)
      .where('userId', '=', userId)
      .executeTakeFirst()) !== undefined;

  /** Several wrong ones, and whoever has taken over a session waits. Counted before it is tried: of many at once no more get through. */
  async function refuseGuess(userId: string): Promise<RestRefusal | null> {
    const limits = ATTEMPT_LIMITS.presentPasswords;
    const attempt = { kind: 'present passwords of a person', key: userId, limits } as const;
    const retryAfterMs = await countAttempt(db, attempt, clock.now());
    if (retryAfterMs === 0) return null;
    const detail = 'The current password was wrong too often. Wait, or have a link mailed to you to choose a new one.';
    return { code: 'rate_limited', detail, retryAfterMs };
  }

  const userIdOf = async ({ key, author, body }: AccountRequest): Promise<string | null> =>
    key === 'POST /api/auth/reset-password' ? await ownerOfLink(body.token!) : (author.person?.id ?? null);

  async function noteRefusedSignIn({ author, body }: AccountAttempt): Promise<void> {
    const email = normalizeEmail(body.email!);
    const user = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
    if (!user) return;
    const limits = ATTEMPT_LIMITS.notedSignInFailures;
    const attempt = { kind: 'failed sign-ins of a person', key: user.id, limits } as const;
    // Whoever tries on and on must not fill an organization's log.
    if ((await countAttempt(db, attempt, clock.now())) > 0) return;
    const action = ROUTES['POST /api/auth/sign-in/email'].audit;
    await recordAccountEvent({ db, clock }, { userId: user.id, author, action, outcome: 'failed' });
  }

  function afterwards(doing: Promise<void>): void {
    const over: Promise<void> = doing
      .catch((error: unknown) => deps.log.error({ err: error }, 'failed sign-in not written to the audit log'))
      .finally(() => underWay.delete(over));
    underWay.add(over);
  }

  return {
    /** Whether the request may go on to better-auth. */
    async begin(request: AccountRequest): Promise<AccountAttempt | RestRefusal> {
      const { key, body } = request;
      const userId = await userIdOf(request);
      if (body.newPassword !== undefined) {
        const about = userId === null ? [] : await wordsAbout(db, userId);
        const weak = refuseWeak(body.newPassword, about, '/newPassword');
        if (weak) return weak;
      }
      const guess = key === 'POST /api/auth/change-password' ? await refuseGuess(userId!) : null;
      if (guess) return guess;
      const endsOne = key === 'POST /api/auth/revoke-session';
      return { ...request, userId, isIdle: endsOne && !(await isOwnSession(body.token!, userId!)) };
    },
    /** Notes how it ended, before the answer; of a failed sign-in afterwards, so that its time tells nothing. `signedInId`: who has signed in by it. */
    async end(attempt: AccountAttempt, isDone: boolean, signedInId?: string): Promise<void> {
      const { key, author, log, isIdle } = attempt;
      const { audit: action = null }: Route = ROUTES[key];
      if (action === null || isIdle) return;
      if (!isDone) log.warn({ action, ip: author.ip, userId: attempt.userId }, 'credentials refused');
      if (!isDone && key === 'POST /api/auth/sign-in/email') return afterwards(noteRefusedSignIn(attempt));
      const userId = signedInId ?? attempt.userId;
      if (userId === null) return;
      if (isDone && key === 'POST /api/auth/change-password')
        await forgetAttempts(db, 'present passwords of a person', userId);
      await recordAccountEvent({ db, clock }, { userId, author, action, outcome: isDone ? 'ok' : 'failed' });
    },
    /** Resolves when nothing is being written any more. */
    async settled(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}

export type AccountSecurity = ReturnType<typeof createAccountSecurity>;
