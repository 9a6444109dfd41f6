import { sql, type Kysely } from 'kysely';

/**
 * A message stores a key for each fact that it reports, so that an inbox message finds the mail and the push about the same facts. Messages from before
 * this migration have none, and so do those of an older node beside it: their inbox message then lists the inbox alone. `notification_sent` serves the
 * search among a person's own mails and pushes, the other two serve the filters of the inbox. The alter and the drop, which block readers, come last.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index notification_sent on notification (user_id, id) where channel <> 'inbox'`.execute(db);
  await sql`
    create index notification_inbox_event on notification (user_id, event_id, at desc, id desc)
    where channel = 'inbox'`.execute(db);
  await sql`
    create index notification_inbox_unread on notification (user_id, at desc, id desc)
    where channel = 'inbox' and read_at is null`.execute(db);
  await sql`drop index notification_unread`.execute(db);
  await sql`alter table message add column entry_keys text[] not null default '{}'`.execute(db);
}
