import { sql, type Kysely } from 'kysely';

/**
 * The network address of the sign's device when the outage opened; null: not known. Outages from before this migration have none, and so do those of an
 * older node beside it. The index serves the outages of one sign.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outage add column address text`.execute(db);
  await sql`create index outage_of_sign on outage (sign_record_id, opened_at desc, id desc)`.execute(db);
}
