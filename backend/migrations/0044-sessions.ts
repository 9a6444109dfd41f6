import { sql, type Kysely } from 'kysely';

/**
 * Sessions end 30 days after their last use and have no absolute end, push endpoints end with the session that made them, and a made-up password must be
 * replaced. An older node can run beside it: it writes shorter ends of sessions, stores endpoints without their session (they last while the person has
 * any), and lets people in with the made-up password.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Migration 0029 bounded sessions by their start.
  await sql`drop trigger session_life on session`.execute(db);
  await sql`drop function session_kept_within_its_life()`.execute(db);
  await sql`
    alter table push_subscription
      add column session_id text references session on delete cascade,
      add column warned_at timestamptz`.execute(db);
  // Which session made an endpoint was not stored: the one that was used last is the likeliest.
  await sql`
    update push_subscription set session_id = (
      select id from session where session.user_id = push_subscription.user_id order by updated_at desc limit 1
    )`.execute(db);
  await sql`delete from push_subscription where session_id is null`.execute(db);
  await sql`create index push_subscription_session on push_subscription (session_id)`.execute(db);
  await sql`alter table "user" add column password_change_required boolean not null default false`.execute(db);
  // The inbox also has messages about the account, which belong to no organization and no event.
  await sql`
    create table account_message (
      id uuid primary key,
      user_id text not null references "user" on delete cascade,
      at timestamptz not null,
      kind text not null,
      title text not null,
      text text not null,
      read_at timestamptz
    )`.execute(db);
  await sql`create index account_message_user on account_message (user_id, at desc, id desc)`.execute(db);
}
