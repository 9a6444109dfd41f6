import { sql, type Kysely } from 'kysely';

/**
 * Whether a sign shows a page follows from what is right now, a schedule's or an override's page included, and not from what was assigned
 * alone. An older node can run beside it: to it a sign without an assigned page is idle still, and its filter by status reads more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // As `signs/sign-status.ts` derives it, letter by letter; else a filter by status does not use the indexes.
  const status = sql`(case
    when device_sign_id is null then 'unlinked'
    when presence is distinct from 'online' then 'offline'
    when content_state = 'unreachable' then 'content_unreachable'
    when content_state = 'error' then 'content_error'
    when mode = 'background' then 'background'
    when coalesce(shown_url, url) is null then 'idle'
    else 'showing'
  end)`;
  await sql`drop index sign_status, sign_event_status`.execute(db);
  await sql`create index sign_status on sign (organization_id, ${status}, id)`.execute(db);
  await sql`create index sign_event_status on sign (organization_id, event_id, ${status}, id)`.execute(db);

  // Who settles what is shown says when (signs/content/update-page-to-show.ts), because that changes no record's `updated_at`. Where a writer does not
  // say so, an older node among them, it is the time of the record's last change, and never one before what was there.
  await sql`
    create or replace function sign_page_changed() returns trigger language plpgsql as $$
    begin
      if (coalesce(old.shown_url, old.url) is null) <> (coalesce(new.shown_url, new.url) is null)
        and new.device_sign_id is not null
        and new.presence = 'online' and new.mode is distinct from 'background'
        and (new.content_state is null or new.content_state not in ('unreachable', 'error'))
        and new.status_since is not distinct from old.status_since
      then
        new.status_since := greatest(new.updated_at, old.status_since);
      end if;
      return new;
    end $$`.execute(db);
  await sql`drop trigger sign_page_changed on sign`.execute(db);
  await sql`
    create trigger sign_page_changed before update of url, shown_url on sign
    for each row execute function sign_page_changed()`.execute(db);
}
