import { sql, type Kysely } from 'kysely';

/** What of a message has a common cause. An older node can run beside it: it writes none, and mails are then grouped by what became of the signs alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message add column parts jsonb`.execute(db);
}
