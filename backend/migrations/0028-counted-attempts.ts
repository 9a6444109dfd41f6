import { sql, type Kysely } from 'kysely';

/**
 * What is limited by the hour or the day (mails that people have us send to others, guesses of a password), counted by every node in one place; and
 * why an invitation's mail was not taken. An older node can run beside it: it counts nothing, and leaves the column alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table counted_attempt (kind text not null, key text not null, at timestamptz not null)`.execute(db);
  await sql`create index counted_attempt_key on counted_attempt (kind, key, at)`.execute(db);
  await sql`create index counted_attempt_at on counted_attempt (at)`.execute(db);
  await sql`alter table invitation add column mail_reason text`.execute(db);
}
