import { sql, type Kysely } from 'kysely';

/**
 * The network address of the sign's device when the outage opened; null: not known. Outages from before this migration have none, and so do those of an
 * older node beside it. The index serves the newly ended outages of an organization, which nodes read with each change of signs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index outage_closed on outage (organization_id, closed_at) where closed_at is not null`.execute(db);
  await sql`alter table outage add column address text`.execute(db);
}
