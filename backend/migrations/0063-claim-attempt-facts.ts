import { sql, type Kysely } from 'kysely';

/**
 * Facts of claim attempts, under way (`claim`) and ended (`history`): identifier, times, the device as it was when the attempt began, the HTTP status of
 * the page, repeated requests, and why a device was replaced. `attempt_id` becomes the identifier of the ended attempt's row in the history. An older
 * node beside this one writes none of them: its attempts are listed by the time of their end, without these facts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table claim
      add column attempt_id uuid,
      add column started_at timestamptz,
      add column device_facts jsonb,
      add column http_status smallint,
      add column replays integer not null default 0,
      add column note text`.execute(db);
  await sql`
    alter table history
      add column submitted_at timestamptz,
      add column attempt jsonb,
      add column note text`.execute(db);
  await sql`
    update history set submitted_at = at - duration_ms * interval '1 millisecond'
    where kind in ('claim', 'link', 'replace') and duration_ms is not null`.execute(db);
  await sql`
    create index history_attempt_list on history (event_id, (coalesce(submitted_at, at)) desc, id desc)
    where kind in ('claim', 'link', 'replace')`.execute(db);
  await sql`
    create index history_replacements on history (event_id, at desc, id desc)
    where kind = 'replace' and outcome = 'committed'`.execute(db);
  await sql`create index claim_under_way on claim (event_id) where state = 'awaiting_ack'`.execute(db);
}
