import { sql, type Kysely } from 'kysely';

/**
 * When a session was last used, whether it is a browser's, and whether it was opened with a second factor; when a person was last active. An older
 * node can run beside it: its sessions are a token's, and a use that it serves is not stored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table session
      add column kind text not null default 'token' check (kind in ('browser', 'token')),
      add column mfa boolean not null default false,
      add column last_used_at timestamptz`.execute(db);
  // The header that tells them apart was not stored: browsers of people call themselves so.
  await sql`update session set kind = 'browser' where user_agent like 'Mozilla/%'`.execute(db);
  await sql`alter table "user" add column last_active_at timestamptz`.execute(db);
}
