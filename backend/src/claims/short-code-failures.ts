import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/**
 * Wrong short codes, counted per operator in the database so that every node counts the same (contract, section 5): the code has
 * 30 bits, and guessing it must not pay.
 */

/** How long `operatorId` must wait until another code may be tried, in milliseconds; 0: now. */
export async function shortCodeWaitMs(
  db: Kysely<Database>,
  operatorId: string,
  limit: { failures: number; windowMs: number },
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

/** Notes one wrong code, and drops the operator's notes that no longer count. */
export async function noteShortCodeFailure(
  db: Kysely<Database>,
  operatorId: string,
  windowMs: number,
  nowMs: number,
): Promise<void> {
  await db
    .deleteFrom('shortCodeFailure')
    .where('operatorId', '=', operatorId)
    .where('at', '<=', new Date(nowMs - windowMs))
    .execute();
  await db
    .insertInto('shortCodeFailure')
    .values({ operatorId, at: new Date(nowMs) })
    .execute();
}
