import { sql, type Kysely } from 'kysely';
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

/** How long `operatorId` must wait until another code may be tried, in milliseconds; 0: now. */
export async function shortCodeWaitMs(
  db: Kysely<Database>,
  operatorId: string,
  limit: ShortCodeLimit,
  nowMs: number,
): Promise<number> {
  const rows = await db
    .selectFrom('shortCodeFailure')
    .select('at')
    .where('operatorId', '=', operatorId)
    .where('at', '>', new Date(nowMs - limit.windowMs))
    .orderBy('at', 'desc')
    .limit(limit.failures)
    .execute();
  const oldest = rows[limit.failures - 1];
  return oldest ? oldest.at.getTime() + limit.windowMs - nowMs : 0;
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
