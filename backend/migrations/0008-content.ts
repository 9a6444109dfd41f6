import { sql, type Kysely } from 'kysely';

/**
 * Schedules and what a sign shows right now. `shown_*` is there only while it is not what was assigned (a schedule's occurrence, a manual
 * override); so an older node that knows only `url` can run beside it: it tells kiosks what was assigned until a newer one tells them right.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sign
      add column override_url text,
      add column override_content_id uuid,
      add column override_until timestamptz,
      add column shown_url text,
      add column shown_content_id uuid,
      add column shown_source text check (shown_source in ('schedule', 'manual')),
      add column shown_until timestamptz,
      add column next_change_at timestamptz,
      add constraint sign_override_whole check (num_nulls(override_url, override_content_id) in (0, 2)),
      add constraint sign_shown_whole check (num_nulls(shown_url, shown_content_id, shown_source) in (0, 3))
  `.execute(db);
  // The sweep asks for what is due, many times a minute: of a fleet without schedules this index is empty.
  await sql`create index sign_next_change on sign (next_change_at) where next_change_at is not null`.execute(db);

  await sql`
    create table schedule (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      event_id uuid references event on delete cascade,
      sign_id uuid references sign on delete cascade,
      position integer not null,
      url text not null,
      content_id uuid not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      recurrence text,
      time_zone text not null,
      priority integer not null,
      enabled boolean not null,
      constraint schedule_of_one check (num_nulls(event_id, sign_id) = 1),
      constraint schedule_lasts check (starts_at < ends_at)
    )`.execute(db);
  await sql`create index schedule_event on schedule (event_id) where event_id is not null`.execute(db);
  await sql`create index schedule_sign on schedule (sign_id) where sign_id is not null`.execute(db);
}
