import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../db/schema.ts';

/**
 * Wrong short codes, counted per operator in the database so that every node counts the same (contract, section 5): the code has
 * 30 bits, and guessing it must not pay.
 */

/** At most `failures` wrong codes in `windowMs`. */
export interface ShortCodeLimit {
  failures: number;
  windowMs: number;
}

/** When the oldest was of those that fill the operator's limit; null where it is not full. For a statement that reads other things too. */
export const oldestOfFailures = (
  operatorId: string,
  { failures, windowMs }: ShortCodeLimit,
  nowMs: number,
): RawBuilder<Date | null> => sql`(
  select at from short_code_failure where operator_id = ${operatorId} and at > ${new Date(nowMs - windowMs)}
  order by at desc offset ${failures - 1} limit 1
)`;

/** How long who has failed so must wait until another code may be tried, in milliseconds; 0: now. */
export const waitAfterFailures = (oldest: Date | null, { windowMs }: ShortCodeLimit, nowMs: number): number =>
  oldest ? oldest.getTime() + windowMs - nowMs : 0;

/** The same, read by itself. */
export async function shortCodeWaitMs(
  db: Kysely<Database>,
  operatorId: string,
  limit: ShortCodeLimit,
  nowMs: number,
): Promise<number> {
  const oldest = oldestOfFailures(operatorId, limit, nowMs);
  const { rows } = await sql<{ oldest: Date | null }>`select ${oldest} as oldest`.execute(db);
  return waitAfterFailures(rows[0]!.oldest, limit, nowMs);
}

/** Told apart from the other advisory locks of this service; the second key is the operator. */
const GUESS_LOCK = 7_466_474;

/**
 * Notes one wrong code. Gives how long to wait, in milliseconds, where that is one too many: of codes tried at once, too, no more than
 * the limit are told to be wrong.
 */
export async function noteShortCodeFailure(
  db: Kysely<Database>,
  operatorId: string,
  limit: ShortCodeLimit,
  nowMs: number,
): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${GUESS_LOCK}, hashtext(${operatorId}))`.execute(trx);
    const waitMs = await shortCodeWaitMs(trx, operatorId, limit, nowMs);
    if (waitMs > 0) return waitMs;
    await trx
      .deleteFrom('shortCodeFailure')
      .where('operatorId', '=', operatorId)
      .where('at', '<=', new Date(nowMs - limit.windowMs))
      .execute();
    await trx
      .insertInto('shortCodeFailure')
      .values({ operatorId, at: new Date(nowMs) })
      .execute();
    return 0;
  });
}
