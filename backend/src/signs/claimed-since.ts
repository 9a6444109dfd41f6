import { sql } from 'kysely';

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
