import { sql, type Kysely } from 'kysely';

/**
 * Kinds that a person excludes on one channel (promise N14). An older node beside this one plans and delivers as if nothing was excluded, and a
 * subscription that it changes keeps what was excluded.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscription add column excluded jsonb not null default '[]'`.execute(db);
}
