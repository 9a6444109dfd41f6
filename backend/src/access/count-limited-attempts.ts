import { sql } from 'kysely';
import type { AttemptLimit } from '@sign-display/contracts/limits';
import type { Db, Trx } from '../db/database-types.ts';

/**
 * What a person, an address or an organization may do, or a device be asked for, so often in a time. Counted in the database, so that no other node and no restart
 * gives another try, and under a lock, so that of many at once no more than the limit get through.
 */

/** The kinds and their advisory locks' first keys (told apart from the other locks of this service), in the order in which they are taken. */
const KINDS = {
  'invitations of an organization': 7_466_480,
  'invitations by a person': 7_466_481,
  'invitations to an address': 7_466_482,
  'password resets of an address': 7_466_483,
  'invitations of an organization to an address': 7_466_486,
  'identifies of a device': 7_466_487,
  'subscription tests by a person': 7_466_488,
  'subscription tests to a host': 7_466_489,
} as const;
type AttemptKind = keyof typeof KINDS;

export interface Attempt {
  kind: AttemptKind;
  /** Whose: an identifier, or an e-mail address in lower case. */
  key: string;
  limits: readonly AttemptLimit[];
  /** How many at once; 1 where it is absent. Never more than a limit lets in. */
  count?: number;
}

/** The longest window of a limit; older rows count for nothing. */
const KEPT_MS = 24 * 3_600_000;

/** How long until this may be done `count` times more, in ms; 0: now. */
async function waitFor(trx: Trx, { kind, key, limits, count = 1 }: Attempt, nowMs: number): Promise<number> {
  let waitMs = 0;
  for (const { most, windowMs } of limits) {
    const since = new Date(nowMs - windowMs);
    const { rows } = await sql<{ at: Date }>`
      select at from counted_attempt where kind = ${kind} and key = ${key} and at > ${since}
      order by at desc offset ${most - count} limit 1
    `.execute(trx);
    const [oldest] = rows;
    // A clock that was stepped back makes nobody wait for longer than a window.
    if (oldest) waitMs = Math.max(waitMs, Math.min(windowMs, oldest.at.getTime() + windowMs - nowMs));
  }
  return waitMs;
}

/**
 * Counts each of `attempts` if every limit lets it: 0. Else counts nothing, and gives how long to wait, in ms. Their counts stay locked
 * until the transaction ends.
 */
export async function countAttempts(trx: Trx, attempts: readonly Attempt[], nowMs: number): Promise<number> {
  const inOrder = attempts.toSorted((a, b) => KINDS[a.kind] - KINDS[b.kind] || (a.key < b.key ? -1 : 1));
  let waitMs = 0;
  for (const attempt of inOrder) {
    await sql`select pg_advisory_xact_lock(${KINDS[attempt.kind]}, hashtext(${attempt.key}))`.execute(trx);
    waitMs = Math.max(waitMs, await waitFor(trx, attempt, nowMs));
  }
  if (waitMs > 0) return Math.ceil(waitMs);
  const at = new Date(nowMs);
  await trx
    .insertInto('countedAttempt')
    .values(inOrder.flatMap(({ kind, key, count = 1 }) => Array.from({ length: count }, () => ({ kind, key, at }))))
    .execute();
  return 0;
}

/** `countAttempts` of one, in a transaction of its own. */
export const countAttempt = (db: Db, attempt: Attempt, nowMs: number): Promise<number> =>
  db.transaction().execute((trx) => countAttempts(trx, [attempt], nowMs));

export async function pruneAttempts(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('countedAttempt')
    .where('at', '<=', new Date(nowMs - KEPT_MS))
    .execute();
}
