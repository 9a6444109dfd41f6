import { sql } from 'kysely';
import type { Db } from '../db/database-types.ts';

/**
 * When the present claim of a row of `sign` was committed; null for a record that has none. For what a kiosk has kept from before: it shows
 * whose page it had then, and is nothing for whoever has claimed it since (promise A1).
 */
export const claimedSince = sql<Date | null>`(select settled_at from claim where claim.request_id = sign.claim_request_id)`;

/**
 * A kiosk knows the backend's time by its last heartbeat's answer, and that was on its way: what it writes down at the claim may seem to be older.
 * Between the end of a claim and the next one someone has to scan the code, which takes longer than this.
 */
export const KIOSK_CLOCK_BEHIND_MS = 1_000;

/** From when on what a record has of its device is the present one's; the beginning of time where no claim says it. */
export async function findClaimedSince(db: Db, signRecordId: string): Promise<Date> {
  const { rows } = await sql<{
    since: Date | null;
  }>`select ${claimedSince} as since from sign where id = ${signRecordId}`.execute(db);
  const since = rows[0]?.since;
  return new Date(since ? since.getTime() - KIOSK_CLOCK_BEHIND_MS : 0);
}
