import { sql, type Kysely } from 'kysely';

/**
 * What became of an invitation's mail: `sending`, `sent`, `failed`; null for those from before. An older node can run beside it: it
 * leaves the column alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invitation add column mail_state text check (mail_state in ('sending', 'sent', 'failed'))`.execute(
    db,
  );
}
