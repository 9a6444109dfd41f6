import { sql, type Kysely } from 'kysely';

/**
 * What kiosks say of themselves, as facts of the record that they belong to: whether it is alive, what its page does, its mode. Any node
 * reads them; the node that holds the kiosk writes them. An older node can run beside it: it writes no facts, so its kiosks are
 * shown as they were last, until they have moved.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sign
      add column presence text check (presence in ('online', 'offline')),
      add column content_state text check (content_state in ('idle', 'loading', 'showing', 'unreachable', 'error')),
      add column mode text check (mode in ('foreground', 'background'))`.execute(db);
  // Times are rewritten every few seconds: with room in its page a row stays where it is, and its indexes with it.
  await sql`alter table sign set (fillfactor = 70)`.execute(db);
  // Heard of within half a minute of whoever was heard of last. The sweep takes back what is wrong by then.
  await sql`
    update sign set presence =
      case when last_seen_at > (select max(last_seen_at) from sign) - interval '30 seconds' then 'online' else 'offline' end
    where device_sign_id is not null`.execute(db);

  // The one word for people (contract, section 3), as `signs/sign-status.ts` derives it: stored nowhere but in the indexes for its filter.
  const status = sql`(case
    when device_sign_id is null then 'unlinked'
    when presence is distinct from 'online' then 'offline'
    when content_state = 'unreachable' then 'content_unreachable'
    when content_state = 'error' then 'content_error'
    when mode = 'background' then 'background'
    when url is null then 'idle'
    else 'showing'
  end)`;
  await sql`create index sign_status on sign (organization_id, ${status}, id)`.execute(db);
  await sql`create index sign_event_status on sign (organization_id, event_id, ${status}, id)`.execute(db);

  // Whoever changes the page moves the status with it (idle, showing); who writes facts moves `status_since` along with them.
  await sql`
    create function sign_page_changed() returns trigger language plpgsql as $$
    begin
      if (old.url is null) <> (new.url is null)
        and new.presence = 'online' and new.mode is distinct from 'background'
        and (new.content_state is null or new.content_state not in ('unreachable', 'error'))
        and new.status_since is not distinct from old.status_since
      then
        new.status_since := new.updated_at;
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger sign_page_changed before update of url on sign
    for each row execute function sign_page_changed()`.execute(db);
}
