import { sql, type Kysely } from 'kysely';

/** The list of an organization's signs over all of its events. An older node can run beside it: it knows nothing of the index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Without it Postgres walks the primary key, and past every other organization's records on the way.
  await sql`create index sign_organization on sign (organization_id, id)`.execute(db);
}
