import { sql, type Kysely } from 'kysely';

/**
 * How often an invitation's mail was tried, and when it is tried next. An older node can run beside it: the mails that it sends count as tried no more
 * often than was stored before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table invitation
      add column mail_attempts integer not null default 0,
      add column mail_next_attempt_at timestamptz`.execute(db);
}
