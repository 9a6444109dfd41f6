import { sql, type Kysely } from 'kysely';

/**
 * Commands, what they bring (log lines, screenshots, the updater's state) and bulk requests. An older node can run beside it: it knows nothing of
 * these tables and sends no commands.
 *
 * A command belongs to one link: the record, the device and the claim that brought them together. When the device leaves the record by
 * whatever way, its open commands have nobody left to go to, also when the same device comes back by a new claim.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign keys but the organization's: how a command ended is true also when its sign is gone.
  await sql`
    create table command (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      event_id uuid not null,
      sign_record_id uuid not null,
      device_sign_id uuid not null,
      claim_request_id uuid,
      bulk_id uuid,
      command text not null,
      args jsonb not null,
      content_id uuid,
      state text not null check (state in ('queued', 'sent', 'acked', 'failed', 'expired', 'refused')),
      sent_by_id text,
      sent_by_name text,
      created_at timestamptz not null,
      sent_at timestamptz,
      send_again_at timestamptz,
      finished_at timestamptz,
      expires_at timestamptz not null,
      answered_late_at timestamptz,
      result jsonb,
      error_code text,
      error_detail text,
      constraint command_sender_whole check ((sent_by_id is null) = (sent_by_name is null)),
      constraint command_error_whole check ((error_code is null) = (error_detail is null)),
      constraint command_open_whole check ((finished_at is null) = (state in ('queued', 'sent')))
    )`.execute(db);
  await sql`create index command_sign on command (sign_record_id, id desc)`.execute(db);
  await sql`create index command_open on command (device_sign_id, id) where state in ('queued', 'sent')`.execute(db);
  await sql`create index command_overdue on command (expires_at) where state in ('queued', 'sent')`.execute(db);
  await sql`create index command_again on command (send_again_at) where state in ('queued', 'sent')`.execute(db);
  // The service's own: how many are under way, and which are old enough to go.
  await sql`create index command_regular on command (finished_at) where sent_by_id is null`.execute(db);

  // The last screenshot of a record, as long as it has the device that took it.
  await sql`
    create table screenshot (
      sign_record_id uuid primary key references sign on delete cascade,
      device_sign_id uuid not null,
      claim_request_id uuid,
      command_id uuid not null,
      captured_at timestamptz not null,
      received_at timestamptz not null,
      image bytea not null
    )`.execute(db);
  await sql`create index screenshot_age on screenshot (received_at)`.execute(db);
  // A JPEG does not get smaller; trying costs a quarter of a second for 4 MiB.
  await sql`alter table screenshot alter column image set storage external`.execute(db);
  // When a sign with a regular screenshot (settings.screenshotEverySeconds) is due.
  await sql`
    create table screenshot_turn (
      sign_record_id uuid primary key references sign on delete cascade,
      due_at timestamptz not null
    )`.execute(db);
  await sql`create index screenshot_turn_due on screenshot_turn (due_at)`.execute(db);
  await sql`create index sign_screenshots on sign (id) where (settings ->> 'screenshotEverySeconds')::numeric > 0`.execute(
    db,
  );

  // What fetch_logs brought: each line once (sign, time, level, text), however often it is fetched.
  await sql`
    create table sign_log (
      id uuid primary key,
      sign_record_id uuid not null references sign on delete cascade,
      at timestamptz not null,
      level text not null,
      message text not null,
      message_hash bytea not null,
      command_id uuid not null,
      constraint sign_log_once unique (sign_record_id, at, level, message_hash)
    )`.execute(db);
  await sql`create index sign_log_newest on sign_log (sign_record_id, at desc, id desc)`.execute(db);

  // What the updater of a sign said last.
  await sql`
    create table update_status (
      sign_record_id uuid primary key references sign on delete cascade,
      device_sign_id uuid not null,
      state text not null,
      version text,
      percent double precision,
      detail text,
      at timestamptz not null,
      noted_at timestamptz
    )`.execute(db);

  await sql`
    create table bulk (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      action jsonb not null,
      actor_id text not null,
      actor_name text not null,
      actor_email text not null,
      request_id text,
      created_at timestamptz not null,
      total integer not null,
      done integer not null,
      failed integer not null,
      told_at timestamptz,
      finished_at timestamptz
    )`.execute(db);
  await sql`create index bulk_unfinished on bulk (id) where finished_at is null`.execute(db);
  // pending → written (the record is changed, its kiosk is being told) → done; or failed, with the reason.
  await sql`
    create table bulk_sign (
      bulk_id uuid not null references bulk on delete cascade,
      sign_record_id uuid not null,
      state text not null check (state in ('pending', 'written', 'done', 'failed')),
      code text,
      written_at timestamptz,
      primary key (bulk_id, sign_record_id)
    )`.execute(db);
  await sql`create index bulk_sign_open on bulk_sign (bulk_id, sign_record_id) where state in ('pending', 'written')`.execute(
    db,
  );
}
