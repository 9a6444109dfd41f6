import { sql, type Kysely } from 'kysely';

/**
 * Since when a device is seen to be without a connection and without a record, so that those that nobody uses can be removed. An older node can run beside
 * it: it writes none, and a device that registers with it counts as used (`registered_at`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device add column unused_since timestamptz`.execute(db);
}
