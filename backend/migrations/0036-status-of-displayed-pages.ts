import { sql, type Kysely } from 'kysely';

/**
 * Keeps with which HTTP status a page came that a sign has shown: `GET /api/signs/:id/now` tells it at once, the sign's content fetches are up to a minute late.
 * An older node can run beside it: it leaves the column null, which means that it is not known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table history add column http_status smallint`.execute(db);
}
