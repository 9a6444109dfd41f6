import { sql, type RawBuilder } from 'kysely';
import type { Refusal } from '@sign-display/contracts/error-codes';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Db, Trx } from '../db/database-types.ts';
import { createGate, type Gate } from '../flow/gate.ts';
import type { RestRefusal } from '../http/problem.ts';

/**
 * Wrong short codes, counted per operator in the database so that every node counts the same (contract, section 5): the code has
 * 30 bits, and guessing it must not pay.
 *
 * A typed code counts as wrong from before it is looked up until it has proved right. So of codes that are tried at once, on any nodes, no more
 * than the limit are looked up. If a node dies in between, the code stays counted. A scan names the signId: whether it matches is arithmetic that
 * anybody can do, so it is never refused for the limit, and counts only where it does not match.
 */

/** At most `failures` wrong codes in `windowMs`. */
export interface ShortCodeLimit {
  failures: number;
  windowMs: number;
}

/**
 * The failures that count at `nowMs`. The wall clock may have been set back since: a failure that is now more than a window ahead does not count, so
 * that nobody waits for longer than two windows. Nodes' clocks differ by far less.
 */
const counted = (operatorId: string, { windowMs }: ShortCodeLimit, nowMs: number): RawBuilder<unknown> =>
  sql`operator_id = ${operatorId} and at > ${new Date(nowMs - windowMs)} and at <= ${new Date(nowMs + windowMs)}`;

/** When the oldest was of those that fill the operator's limit; null where it is not full. For a statement that reads other things too. */
export const oldestOfFailures = (
  operatorId: string,
  limit: ShortCodeLimit,
  nowMs: number,
): RawBuilder<Date | null> => sql`(
  select at from short_code_failure where ${counted(operatorId, limit, nowMs)}
  order by at desc offset ${limit.failures - 1} limit 1
)`;

/** How long who has failed so must wait until another code may be typed, in milliseconds and a window at most; 0: now. */
export const waitAfterFailures = (oldest: Date | null, { windowMs }: ShortCodeLimit, nowMs: number): number =>
  oldest ? Math.min(windowMs, oldest.getTime() + windowMs - nowMs) : 0;

/** A client tells it from other limits by the field. */
export const tooManyGuesses = (waitMs: number): RestRefusal => ({
  code: 'rate_limited',
  detail: 'Too many wrong short codes. Wait, or scan the QR code.',
  retryAfterMs: waitMs,
  errors: [{ path: '/shortCode', message: 'Too many wrong short codes.' }],
});

/** Told apart from the other advisory locks of this service; the second key is the operator. */
const GUESS_LOCK = 7_466_474;
/** Codes of one operator that wait for each other on a node; a person types one at a time. */
const MOST_WAITING = 100;
const WAIT_FOR_OTHERS_MS = 1_000;

async function lockFailures(trx: Trx, operatorId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${GUESS_LOCK}, hashtext(${operatorId}))`.execute(trx);
}

/** Adds a failure, and forgets those that no limit asks about any more: what does not count, or is older than so many others. */
async function insertFailure(trx: Trx, operatorId: string, limit: ShortCodeLimit, nowMs: number): Promise<void> {
  const at = new Date(nowMs);
  await trx.insertInto('shortCodeFailure').values({ operatorId, at }).execute();
  await sql`
    delete from short_code_failure where operator_id = ${operatorId} and ctid not in (
      select ctid from short_code_failure where ${counted(operatorId, limit, nowMs)}
      order by at desc, ctid limit ${limit.failures}
    )`.execute(trx);
}

/** Counts a typed code as wrong before it is looked up. Gives how long to wait where the limit is full, and counts nothing then; else 0. */
async function reserve(db: Db, operatorId: string, limit: ShortCodeLimit, nowMs: number): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    await lockFailures(trx, operatorId);
    const { rows } = await sql<{ oldest: Date | null }>`
      select ${oldestOfFailures(operatorId, limit, nowMs)} as oldest`.execute(trx);
    const waitMs = waitAfterFailures(rows[0]!.oldest, limit, nowMs);
    if (waitMs <= 0) await insertFailure(trx, operatorId, limit, nowMs);
    return Math.max(0, waitMs);
  });
}

/** Takes one back that was counted at `nowMs`. Rows of the same moment are alike, so it does not matter whose it is. */
async function release(db: Db, operatorId: string, nowMs: number): Promise<void> {
  await sql`
    delete from short_code_failure where ctid = (
      select ctid from short_code_failure where operator_id = ${operatorId} and at = ${new Date(nowMs)}
      limit 1 for update skip locked
    )`.execute(db);
}

/** The device that a scan or a typed code names. `codeWasWrong`: the refusal counts against the operator's limit of guesses. */
export type DeviceFound = { signId: string; shortCode: string } | { refusal: Refusal; codeWasWrong: boolean };

export function createShortCodeGuesses(deps: { db: Db; clock: Clock; limit: ShortCodeLimit }) {
  const { db, clock, limit } = deps;
  const gates = new Map<string, Gate>();
  const isWrong = (found: DeviceFound): boolean => 'refusal' in found && found.codeWasWrong;

  async function lookUpTyped<Found extends DeviceFound>(
    operatorId: string,
    look: () => Promise<Found>,
  ): Promise<Found | RestRefusal> {
    const nowMs = clock.now();
    const waitMs = await reserve(db, operatorId, limit, nowMs);
    if (waitMs > 0) return tooManyGuesses(waitMs);
    let isCounted = false;
    try {
      const found = await look();
      isCounted = isWrong(found);
      return found;
    } finally {
      // A look-up that failed told nothing.
      if (!isCounted) await release(db, operatorId, nowMs);
    }
  }

  return {
    /**
     * Looks a code up for an operator, and counts it where it is wrong. A typed code that is one too many is refused (`rate_limited`) and not
     * looked up. One typed code of an operator is looked up at a time on a node, so that an honest one does not count against the next.
     */
    async lookUp<Found extends DeviceFound>(
      operatorId: string,
      { isTyped }: { isTyped: boolean },
      look: () => Promise<Found>,
    ): Promise<Found | RestRefusal> {
      if (!isTyped) {
        const found = await look();
        if (isWrong(found))
          await db.transaction().execute(async (trx) => {
            await lockFailures(trx, operatorId);
            await insertFailure(trx, operatorId, limit, clock.now());
          });
        return found;
      }
      const gate = gates.get(operatorId) ?? createGate({ atOnce: 1, mostWaiting: MOST_WAITING });
      gates.set(operatorId, gate);
      try {
        const taken = await gate.run(() => lookUpTyped(operatorId, look));
        return taken === null ? tooManyGuesses(WAIT_FOR_OTHERS_MS) : taken.result;
      } finally {
        if (gate.running === 0) gates.delete(operatorId);
      }
    },
  };
}

export type ShortCodeGuesses = ReturnType<typeof createShortCodeGuesses>;
