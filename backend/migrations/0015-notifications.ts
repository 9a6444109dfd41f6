import { sql, type Kysely } from 'kysely';

/**
 * Outages, what people want to be told of them, and what they were told (promises N3 to N7; docs/NOTIFICATIONS.md). An older node can run
 * beside it: it writes verdicts without opening an outage, and a newer one opens it at its next look.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign keys but the organization's: an outage is true also when its sign is gone, and who writes it holds the sign's lock already.
  await sql`
    create table outage (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      event_id uuid not null,
      sign_record_id uuid not null,
      sign_name text not null,
      kind text not null check (kind in ('offline', 'unreachable', 'error', 'blank')),
      since timestamptz not null,
      opened_at timestamptz not null,
      closed_at timestamptz,
      closed_by text check (closed_by in ('recovered', 'left')),
      constraint outage_closed_whole check ((closed_at is null) = (closed_by is null))
    )`.execute(db);
  await sql`create unique index outage_one_open on outage (sign_record_id, kind) where closed_at is null`.execute(db);
  await sql`create index outage_event on outage (event_id, opened_at desc)`.execute(db);
  await sql`create index outage_sign on outage (sign_record_id, opened_at desc)`.execute(db);

  // When the verdict on a sign changed last, the newest five at most; whether that made it unstable (N5).
  await sql`
    create table sign_stability (
      sign_record_id uuid primary key references sign on delete cascade,
      verdict_changes timestamptz[] not null,
      unstable_since timestamptz
    )`.execute(db);

  await sql`
    create table subscription (
      event_id uuid not null references event on delete cascade,
      user_id text not null references "user" on delete cascade,
      kinds text[] not null,
      channels text[] not null,
      grace_seconds integer,
      quiet_hours jsonb,
      snoozed_until timestamptz,
      snoozed_signs jsonb not null default '[]',
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (event_id, user_id)
    )`.execute(db);
  await sql`create index subscription_user on subscription (user_id)`.execute(db);
  // What the planner knows of a person's channel: what waits, what was told and is still so, what is held back. Most people have the same
  // history, and share one.
  await sql`
    create table channel_state (
      id uuid primary key,
      event_id uuid not null references event on delete cascade,
      state jsonb not null
    )`.execute(db);
  await sql`create index channel_state_event on channel_state (event_id)`.execute(db);
  await sql`
    create table subscriber_channel (
      event_id uuid not null,
      user_id text not null,
      channel text not null check (channel in ('email', 'push', 'inbox')),
      state_id uuid references channel_state,
      primary key (event_id, user_id, channel),
      foreign key (event_id, user_id) references subscription on delete cascade
    )`.execute(db);
  await sql`create index subscriber_channel_state on subscriber_channel (state_id)`.execute(db);

  // What people are to be told and no planner has taken yet. In the order of seq: of one sign that is the order in which it happened.
  await sql`
    create table notice (
      seq bigint generated always as identity primary key,
      organization_id uuid not null references organization on delete cascade,
      event_id uuid not null,
      sign_record_id uuid not null,
      sign_name text not null,
      kind text not null,
      outage_id uuid,
      at timestamptz not null,
      since timestamptz,
      stable_at timestamptz,
      detail text
    )`.execute(db);
  await sql`create index notice_event on notice (event_id, seq)`.execute(db);

  // What is said: once, to however many people.
  await sql`
    create table message (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      event_id uuid not null,
      event_name text not null,
      kind text not null,
      title text not null,
      text text not null,
      entries jsonb not null,
      signs jsonb not null,
      sign_count integer not null,
      outage_ids uuid[] not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index message_event on message (event_id, at desc)`.execute(db);
  // A message to one person through one channel.
  await sql`
    create table notification (
      id uuid primary key,
      message_id uuid not null references message on delete cascade,
      user_id text not null references "user" on delete cascade,
      organization_id uuid not null references organization on delete cascade,
      event_id uuid not null,
      channel text not null check (channel in ('email', 'push', 'inbox')),
      at timestamptz not null,
      read_at timestamptz,
      state text not null check (state in ('queued', 'sent', 'failed', 'dropped')),
      attempts integer not null default 0,
      finished_at timestamptz,
      error text,
      done_endpoints uuid[] not null default '{}'
    )`.execute(db);
  await sql`create index notification_message on notification (message_id)`.execute(db);
  await sql`create index notification_inbox on notification (user_id, at desc, id desc) where channel = 'inbox'`.execute(
    db,
  );
  await sql`create index notification_unread on notification (user_id) where channel = 'inbox' and read_at is null`.execute(
    db,
  );
  await sql`create index notification_failed on notification (organization_id, id desc) where state = 'failed'`.execute(
    db,
  );
  await sql`create index notification_open on notification (id) where state = 'queued'`.execute(db);

  await sql`
    create table push_subscription (
      id uuid primary key,
      user_id text not null references "user" on delete cascade,
      endpoint text not null unique,
      p256dh text not null,
      auth text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index push_subscription_user on push_subscription (user_id)`.execute(db);
  // The pair of keys by which push services know this service (VAPID, RFC 8292): one for all nodes.
  await sql`
    create table vapid_key (
      only_one boolean primary key default true check (only_one),
      public_key text not null,
      private_key text not null,
      created_at timestamptz not null
    )`.execute(db);
}
