import type { Notification } from '@sign-display/contracts/rest/notifications';
import { sql } from 'kysely';
import type { Db } from '../../db/database-types.ts';
import type { TimePosition } from '../../http/pagination.ts';
import { viewAccountMessage, viewNotification } from './notification-view.ts';

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

/** The messages about the person's account. */
const accountInboxOf = (db: Db, userId: string) => db.selectFrom('accountMessage').where('userId', '=', userId);

const messagesOf = (db: Db, userId: string) =>
  inboxOf(db, userId)
    .innerJoin('message', 'message.id', 'notification.messageId')
    .select(['notification.id', 'notification.at', 'notification.organizationId', 'notification.eventId', 'readAt'])
    .select(['eventName', 'kind', 'title', 'text', 'signs', 'signCount']);

const accountMessagesOf = (db: Db, userId: string) =>
  accountInboxOf(db, userId).select(['id', 'at', 'kind', 'title', 'text', 'readAt']);

/** Those of the messages that are in the person's inbox. */
export async function findInbox(db: Db, userId: string, ids: readonly string[]): Promise<Notification[]> {
  const [ofEvents, ofAccount] = await Promise.all([
    messagesOf(db, userId)
      .where('notification.id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute(),
    accountMessagesOf(db, userId)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute(),
  ]);
  return [...ofEvents.map(viewNotification), ...ofAccount.map(viewAccountMessage)];
}

async function listEventMessages(db: Db, userId: string, after: TimePosition | null, limit: number) {
  let query = messagesOf(db, userId);
  if (after)
    query = query.where((eb) =>
      eb(eb.refTuple('notification.at', 'notification.id'), '<', eb.tuple(after.at, after.id)),
    );
  const rows = await query.orderBy('notification.at', 'desc').orderBy('notification.id', 'desc').limit(limit).execute();
  return rows.map(viewNotification);
}

async function listAccountMessages(db: Db, userId: string, after: TimePosition | null, limit: number) {
  let query = accountMessagesOf(db, userId);
  if (after) query = query.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(after.at, after.id)));
  return (await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()).map(viewAccountMessage);
}

/** Up to `limit` messages, newest first, from after `after`. */
export async function listInbox(db: Db, userId: string, after: TimePosition | null, limit: number) {
  const [events, account] = await Promise.all([
    listEventMessages(db, userId, after, limit),
    listAccountMessages(db, userId, after, limit),
  ]);
  const newestFirst = (a: Notification, b: Notification) => b.at.localeCompare(a.at) || (a.id < b.id ? 1 : -1);
  return [...events, ...account].toSorted(newestFirst).slice(0, limit);
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const ofEvents = inboxOf(db, userId).where('readAt', 'is', null);
  const ofAccount = accountInboxOf(db, userId).where('readAt', 'is', null);
  const [events, account] = await Promise.all([
    ofEvents.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    ofAccount.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return events.count + account.count;
}

/** Marks the person's unread messages, or those of `ids`, as read; others are passed over. */
export async function markRead(db: Db, userId: string, ids: readonly string[] | null, at: Date): Promise<void> {
  const ofEvents = db
    .updateTable('notification')
    .set({ readAt: at })
    .where('channel', '=', 'inbox')
    .where('userId', '=', userId)
    .where('readAt', 'is', null);
  await (ids === null ? ofEvents : ofEvents.where('id', 'in', ids)).execute();
  const ofAccount = db
    .updateTable('accountMessage')
    .set({ readAt: at })
    .where('userId', '=', userId)
    .where('readAt', 'is', null);
  await (ids === null ? ofAccount : ofAccount.where('id', 'in', ids)).execute();
}
