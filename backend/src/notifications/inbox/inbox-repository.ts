import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { TimePosition } from '../../http/page.ts';
import { viewNotification } from './notification-view.ts';

/** A person's inbox: of organizations that they are a member of still. */
const inboxOf = (db: Db, userId: string) =>
  db
    .selectFrom('notification')
    .where('channel', '=', 'inbox')
    .where('notification.userId', '=', userId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('member')
          .select('member.userId')
          .where('member.userId', '=', userId)
          .whereRef('member.organizationId', '=', 'notification.organizationId'),
      ),
    );

const messagesOf = (db: Db, userId: string) =>
  inboxOf(db, userId)
    .innerJoin('message', 'message.id', 'notification.messageId')
    .select(['notification.id', 'notification.at', 'notification.organizationId', 'notification.eventId', 'readAt'])
    .select(['eventName', 'kind', 'title', 'text', 'signs', 'signCount']);

/** Those of the messages that are in the person's inbox. */
export async function findInbox(db: Db, userId: string, ids: readonly string[]) {
  const rows = await messagesOf(db, userId)
    .where('notification.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows.map(viewNotification);
}

/** Up to `limit` messages, newest first, from after `after`. */
export async function listInbox(db: Db, userId: string, after: TimePosition | null, limit: number) {
  let query = messagesOf(db, userId);
  if (after)
    query = query.where((eb) =>
      eb(eb.refTuple('notification.at', 'notification.id'), '<', eb.tuple(after.at, after.id)),
    );
  const rows = await query.orderBy('notification.at', 'desc').orderBy('notification.id', 'desc').limit(limit).execute();
  return rows.map(viewNotification);
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const query = inboxOf(db, userId).where('readAt', 'is', null);
  return (await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
}

/** Marks the person's unread messages, or those of `ids`, as read; others are passed over. */
export async function markRead(db: Db, userId: string, ids: readonly string[] | null, at: Date): Promise<void> {
  let query = db
    .updateTable('notification')
    .set({ readAt: at })
    .where('channel', '=', 'inbox')
    .where('userId', '=', userId)
    .where('readAt', 'is', null);
  if (ids !== null) query = query.where('id', 'in', ids);
  await query.execute();
}
