import { sql, type Kysely } from 'kysely';

/**
 * A person's security events, and wrong passwords by account and address. An older node can run beside it: it writes account events to the
 * organizations' audit logs, and counts no wrong password.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table security_event (
      id uuid primary key,
      user_id text not null references "user" on delete cascade,
      at timestamptz not null,
      action text not null,
      outcome text not null check (outcome in ('ok', 'failed')),
      ip text,
      address_key text,
      request_id text
    )`.execute(db);
  await sql`create index security_event_user on security_event (user_id, at desc, id desc)`.execute(db);
  await sql`create index security_event_at on security_event (at)`.execute(db);
  // Sessions that are open now show from which addresses their people signed in.
  await sql`
    insert into security_event (id, user_id, at, action, outcome, ip, address_key)
    select id::uuid, user_id, created_at, 'session.sign_in', 'ok', ip_address, ip_address from session
    where id ~ '^[0-9a-f-]{36}$' and ip_address ~ '^[0-9.]+$'`.execute(db);
  // Keys are hashes, so that the table does not list the addresses that strangers tried.
  await sql`
    create table wrong_password (
      account_hash text not null,
      address_key text not null,
      count integer not null,
      at timestamptz not null,
      primary key (account_hash, address_key)
    )`.execute(db);
  await sql`create index wrong_password_at on wrong_password (at)`.execute(db);
}
