import { sql, type Kysely } from 'kysely';

/**
 * Indexes for what is pruned: pendingSigns that nobody submitted (`claim` keeps every attempt ever made, and was read whole for them every few
 * seconds), sessions and verifications that have run out. An older node can run beside it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index claim_unsubmitted on claim (expires_at) where request_id is null`.execute(db);
  await sql`create index session_expiry on session (expires_at)`.execute(db);
  await sql`create index verification_expiry on verification (expires_at)`.execute(db);
}
