import { sql, type Kysely } from 'kysely';

/** Indexes for sessions and verifications that have run out, which are pruned by their end. An older node can run beside it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index session_expiry on session (expires_at)`.execute(db);
  await sql`create index verification_expiry on verification (expires_at)`.execute(db);
}
