import { sql, type Kysely } from 'kysely';

/**
 * People, organizations, events, devices, sign records and claims. The first migration: no older node can run beside it.
 *
 * What Postgres itself guarantees: at most one record per device (C1, `sign_device_unique`), at most one attempt under way per
 * device (C6, `claim_one_attempt_per_device`), one outcome per requestId (C4, `claim_request_unique`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // better-auth's own tables, by its documented core schema (its camelCase fields are snake_case columns here).
  await sql`
    create table "user" (
      id text primary key,
      name text not null,
      email text not null unique,
      email_verified boolean not null,
      image text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`
    create table session (
      id text primary key,
      expires_at timestamptz not null,
      token text not null unique,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      ip_address text,
      user_agent text,
      user_id text not null references "user" on delete cascade
    )`.execute(db);
  await sql`create index session_owner on session (user_id)`.execute(db);
  await sql`
    create table account (
      id text primary key,
      account_id text not null,
      provider_id text not null,
      user_id text not null references "user" on delete cascade,
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz,
      refresh_token_expires_at timestamptz,
      scope text,
      password text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index account_user on account (user_id)`.execute(db);
  await sql`
    create table verification (
      id text primary key,
      identifier text not null,
      value text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index verification_identifier on verification (identifier)`.execute(db);

  await sql`
    create table organization (
      id uuid primary key,
      name text not null,
      link_handshake_enabled boolean,
      allowed_url_hosts text[] not null default '{}',
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`
    create table member (
      organization_id uuid not null references organization on delete cascade,
      user_id text not null references "user" on delete cascade,
      role text not null check (role in ('viewer', 'operator', 'admin', 'owner')),
      created_at timestamptz not null,
      primary key (organization_id, user_id)
    )`.execute(db);
  await sql`create index member_user on member (user_id)`.execute(db);
  await sql`
    create table event (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      name text not null,
      time_zone text not null,
      venue text,
      starts_at timestamptz,
      ends_at timestamptz,
      offline_grace_seconds integer,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index event_organization on event (organization_id, id)`.execute(db);

  await sql`
    create table device (
      sign_id uuid primary key,
      secret_hash text not null,
      short_code text not null,
      mac_address text not null,
      boot_id uuid not null,
      app_version text not null,
      platform text,
      screen jsonb,
      first_seen_at timestamptz not null,
      registered_at timestamptz
    )`.execute(db);
  await sql`create index device_short_code on device (short_code)`.execute(db);

  await sql`
    create table sign (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      event_id uuid not null references event,
      name text not null,
      location text not null,
      url text,
      content_id uuid,
      settings jsonb not null default '{}',
      device_sign_id uuid constraint sign_device_unique unique,
      mac_address text,
      short_code text,
      app_version text,
      platform text,
      screen jsonb,
      claim_request_id uuid,
      claim_confirmed_at timestamptz,
      config_version integer not null default 1,
      version integer not null default 1,
      last_seen_at timestamptz,
      status_since timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint sign_device_whole check (num_nulls(device_sign_id, mac_address, short_code) in (0, 3)),
      constraint sign_content_whole check ((url is null) = (content_id is null))
    )`.execute(db);
  await sql`create index sign_event on sign (organization_id, event_id, id)`.execute(db);

  // A claim is a pendingSign until an operator submits it (interface specification, 2.2); then it is the record of one requestId.
  await sql`
    create table claim (
      id uuid primary key,
      kind text not null check (kind in ('claim', 'link', 'replace')),
      state text not null check (state in ('pending', 'awaiting_ack', 'committed', 'failed', 'expired', 'cancelled')),
      sign_record_id uuid not null,
      device_sign_id uuid not null,
      short_code text not null,
      operator_id text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      request_id uuid constraint claim_request_unique unique,
      body_hash text,
      organization_id uuid references organization on delete cascade,
      event_id uuid,
      name text,
      location text,
      url text,
      handshake text check (handshake in ('acknowledged', 'legacy')),
      submitted_at timestamptz,
      claim_token text,
      deadline_at timestamptz,
      settled_at timestamptz,
      outcome text,
      reason text,
      detail text,
      load_ms double precision,
      response jsonb,
      constraint claim_submitted_whole check (state in ('pending', 'expired', 'cancelled') or num_nulls(request_id, body_hash, operator_id, submitted_at) = 0),
      constraint claim_awaiting_whole check (state <> 'awaiting_ack' or num_nulls(claim_token, deadline_at) = 0)
    )`.execute(db);
  await sql`create unique index claim_one_attempt_per_device on claim (device_sign_id) where state = 'awaiting_ack'`.execute(
    db,
  );
  await sql`create index claim_overdue on claim (deadline_at) where state = 'awaiting_ack'`.execute(db);
  await sql`create index claim_pending on claim (expires_at) where state = 'pending'`.execute(db);

  // Kept for ever, also when the record or the people are gone: so no foreign keys but the organization's.
  await sql`
    create table history (
      id uuid primary key,
      at timestamptz not null,
      kind text not null,
      organization_id uuid not null references organization on delete cascade,
      event_id uuid not null,
      sign_record_id uuid not null,
      actor_id text,
      actor_name text,
      device_sign_id uuid,
      short_code text,
      url text,
      outcome text,
      reason text,
      detail text,
      duration_ms integer,
      load_ms double precision,
      request_id uuid
    )`.execute(db);
  await sql`create index history_sign on history (sign_record_id, at desc, id desc)`.execute(db);
  await sql`create index history_claims on history (event_id, at desc, id desc) where kind in ('claim', 'link', 'replace')`.execute(
    db,
  );

  // Failed short codes of an operator (contract, section 5): counted in the database, because every node counts the same.
  await sql`create table short_code_failure (operator_id text not null, at timestamptz not null)`.execute(db);
  await sql`create index short_code_failure_operator on short_code_failure (operator_id, at)`.execute(db);
}
