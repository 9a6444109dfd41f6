import { sql, type Kysely } from 'kysely';

/**
 * A message stores a key for each fact that it reports, so that an inbox message finds the mail and the push about the same facts. Messages from before
 * this migration have none, and so do those of an older node beside it: their inbox message then lists the inbox alone. The two indexes serve the
 * filters of the inbox.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message add column entry_keys text[] not null default '{}'`.execute(db);
  await sql`create index message_entry_keys on message using gin (entry_keys)`.execute(db);
  await sql`
    create index notification_inbox_event on notification (user_id, event_id, at desc, id desc)
    where channel = 'inbox'`.execute(db);
  await sql`drop index notification_unread`.execute(db);
  await sql`
    create index notification_unread on notification (user_id, at desc, id desc)
    where channel = 'inbox' and read_at is null`.execute(db);
}
