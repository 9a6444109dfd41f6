import { createHash } from 'node:crypto';
import { WRONG_PASSWORDS } from '@sign-display/contracts/limits';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { ROUTES } from '@sign-display/contracts/routes';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/database-types.ts';
import { createFairGate } from '../flow/fair-gate.ts';
import type { RestRefusal } from '../http/problem.ts';
import { addressKey } from '../http/rate-limits.ts';
import { normalizeEmail } from './users-repository.ts';

/**
 * Wrong passwords of one account (details 10 and 106). Every route that checks a password goes through `check`.
 *
 * - The first five are free. Then each wrong one doubles the wait, from 1 s to 15 min. An attempt during the wait is refused unchecked and uncounted.
 * - The count is in the database: nodes share it, and a restart keeps it. A right password resets it.
 * - An attempt counts before it is checked, so that parallel guesses on several nodes don't all pass. Attempts of one count on one node take turns,
 *   so that parallel right passwords are not refused.
 * - An address that signed in to the account in the last 30 days has its own count. All other addresses share one, so that more addresses give no more
 *   guesses.
 * - The times are of the nodes' clocks. If the clocks of two nodes differ by more than the longest wait, guesses that alternate between the two nodes
 *   are not delayed (docs/nodes.md).
 * - An e-mail address without an account is counted in the same way, so that a refusal does not reveal whether there is an account.
 */

/** The advisory lock's first key; the others are in count-limited-attempts.ts. */
const LOCK = 7_466_499;
const SIGN_IN = ROUTES['POST /api/auth/sign-in/email'].audit;
/** The count of all addresses that have none of their own. */
const STRANGERS = '';

/** How long to wait after this many wrong passwords in a row, in ms. Pure. */
export function waitAfter(count: number): number {
  const { free, firstWaitMs, longestWaitMs } = WRONG_PASSWORDS;
  return count < free ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (count - free));
}

interface Counter {
  accountHash: string;
  addressKey: string;
}

interface Attempt {
  email: string;
  ip: string;
}

const hashOf = (email: string): string => createHash('sha256').update(normalizeEmail(email)).digest('hex');

/** Increments the count and returns it, or returns how long to wait. */
async function countOne(trx: Trx, counter: Counter, nowMs: number): Promise<{ count: number } | { waitMs: number }> {
  const { accountHash, addressKey: key } = counter;
  await sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${accountHash} || ${key}))`.execute(trx);
  const row = await trx
    .selectFrom('wrongPassword')
    .select(['count', 'at'])
    .where('accountHash', '=', accountHash)
    .where('addressKey', '=', key)
    .executeTakeFirst();
  const agoMs = row ? nowMs - row.at.getTime() : 0;
  const before = row && agoMs < WRONG_PASSWORDS.forgottenAfterMs ? row.count : 0;
  // After a clock was ahead and was set back, the count stays; a wait that ends too far ahead is over.
  const isAhead = agoMs < -WRONG_PASSWORDS.longestWaitMs;
  const waitMs = isAhead ? 0 : waitAfter(before) - Math.max(0, agoMs);
  if (waitMs > 0) return { waitMs };
  const now = { count: before + 1, at: new Date(nowMs) };
  await trx
    .insertInto('wrongPassword')
    .values({ ...counter, ...now })
    .onConflict((conflict) => conflict.columns(['accountHash', 'addressKey']).doUpdateSet(now))
    .execute();
  return { count: now.count };
}

export function createWrongPasswords(deps: {
  db: Db;
  clock: Clock;
  /** Called at the tenth wrong password in a row. Returns immediately. */
  warn(attempt: Attempt): void;
}) {
  const { db, clock, warn } = deps;
  const turns = createFairGate({ atOnce: Infinity, atOnceEach: 1 });

  async function counterOf({ email, ip }: Attempt): Promise<Counter> {
    const key = addressKey(ip);
    const known = await db
      .selectFrom('user')
      .innerJoin('securityEvent', 'securityEvent.userId', 'user.id')
      .where('user.email', '=', normalizeEmail(email))
      .where('securityEvent.addressKey', '=', key)
      .where('action', '=', SIGN_IN)
      .where('outcome', '=', 'ok')
      .where('at', '>', new Date(clock.now() - WRONG_PASSWORDS.addressKnownForMs))
      .select('user.id')
      .limit(1)
      .executeTakeFirst();
    return { accountHash: hashOf(email), addressKey: known ? key : STRANGERS };
  }

  return {
    /** Runs `ask`, which checks a password of this account, if no wait is due; else returns the refusal. */
    async check<Answer extends object>(
      attempt: Attempt,
      ask: () => Promise<Answer>,
      isRight: (answer: Answer) => boolean,
    ): Promise<Answer | RestRefusal> {
      const counter = await counterOf(attempt);
      return turns.run(`${counter.accountHash} ${counter.addressKey}`, async () => {
        const counted = await db.transaction().execute((trx) => countOne(trx, counter, clock.now()));
        if ('waitMs' in counted) {
          const detail = 'The password of this account was wrong too often. Wait before you try again.';
          return { code: 'rate_limited', detail, retryAfterMs: counted.waitMs };
        }
        const answer = await ask();
        if (isRight(answer))
          await db
            .deleteFrom('wrongPassword')
            .where('accountHash', '=', counter.accountHash)
            .where('addressKey', '=', counter.addressKey)
            .execute();
        else if (counted.count === WRONG_PASSWORDS.mailAt) warn(attempt);
        return answer;
      });
    },
    /** Resets every count of an account whose owner chose another password by mail. */
    async forget(email: string): Promise<void> {
      await db.deleteFrom('wrongPassword').where('accountHash', '=', hashOf(email)).execute();
    },
  };
}

export type WrongPasswords = ReturnType<typeof createWrongPasswords>;

/** Removes counts that are over. */
export async function pruneWrongPasswords(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('wrongPassword')
    .where('at', '<=', new Date(nowMs - WRONG_PASSWORDS.forgottenAfterMs))
    .execute();
}
