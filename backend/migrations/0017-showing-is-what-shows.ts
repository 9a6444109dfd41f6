import { sql, type Kysely } from 'kysely';

/**
 * A sign is `showing` when its kiosk says that its page is up, and not because a page was assigned to it. So no writer of pages moves a status any
 * more, and their trigger goes. An older node can run beside it: it calls a sign with a page `showing` as before, and reads more for its
 * filter by status.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // As `signs/sign-status.ts` derives it, letter by letter; else a filter by status does not use the indexes.
  const status = sql`(case
    when device_sign_id is null then 'unlinked'
    when presence is distinct from 'online' then 'offline'
    when content_state = 'unreachable' then 'content_unreachable'
    when content_state = 'error' then 'content_error'
    when mode = 'background' then 'background'
    when content_state = 'showing' then 'showing'
    else 'idle'
  end)`;
  await sql`drop index sign_status, sign_event_status`.execute(db);
  await sql`create index sign_status on sign (organization_id, ${status}, id)`.execute(db);
  await sql`create index sign_event_status on sign (organization_id, event_id, ${status}, id)`.execute(db);
  await sql`drop trigger sign_page_changed on sign`.execute(db);
  await sql`drop function sign_page_changed()`.execute(db);
}
