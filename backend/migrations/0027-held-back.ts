import { sql, type Kysely } from 'kysely';

/**
 * What is held back for a while: a push endpoint whose service asked for it (429 or 503 with Retry-After), and whose attempts at a device failed
 * (found by the history of its attempts). An older node can run beside it: it pushes to held endpoints, and holds nobody back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table push_subscription add column held_until timestamptz`.execute(db);
  await sql`
    create index history_attempts on history (device_sign_id, at, id) where kind in ('claim', 'link', 'replace')`.execute(
    db,
  );
}
