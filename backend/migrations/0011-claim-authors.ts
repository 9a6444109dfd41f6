import { sql, type Kysely } from 'kysely';

/**
 * Which request submitted a claim, and from where: whoever settles it, on another node and later, writes that into the audit log. An older
 * node can run beside it: its claims have neither, and the log says so.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table claim add column author_request_id text, add column author_ip text`.execute(db);
}
