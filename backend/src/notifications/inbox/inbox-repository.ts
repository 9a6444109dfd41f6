import { READ_MARKS_MOST } from '@sign-display/contracts/limits';
import type { Notification, NotificationQuery } from '@sign-display/contracts/rest/notifications';
import { sql } from 'kysely';
import type { RoleHolder } from '../../access/role-checks.ts';
import type { Db } from '../../db/database-types.ts';
import type { TimePosition } from '../../http/pagination.ts';
import { readChannelStates } from './read-channel-states.ts';
import { viewAccountMessage, viewNotification } from './notification-view.ts';

/**
 * Selects a person's inbox: the messages of organizations that the person is still a member of and that the session may
 * open (promise A6).
 */
const inboxOf = (db: Db, { userId, mfa }: RoleHolder) =>
  db
    .selectFrom('notification')
    .where('channel', '=', 'inbox')
    .where('notification.userId', '=', userId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('member')
          .innerJoin('organization', 'organization.id', 'member.organizationId')
          .select('member.userId')
          .$if(!mfa, (query) => query.where('organization.mfaRequired', '=', false))
          .where('member.userId', '=', userId)
          .whereRef('member.organizationId', '=', 'notification.organizationId'),
      ),
    );

/** The messages about the person's account. */
const accountInboxOf = (db: Db, userId: string) => db.selectFrom('accountMessage').where('userId', '=', userId);

const messagesOf = (db: Db, holder: RoleHolder) =>
  inboxOf(db, holder)
    .innerJoin('message', 'message.id', 'notification.messageId')
    .select(['notification.id', 'notification.at', 'notification.organizationId', 'notification.eventId', 'readAt'])
    .select(['eventName', 'kind', 'title', 'text', 'signs', 'signCount', 'outageIds']);

/** Makes the shown messages from rows of messages about events. */
async function viewMessages(db: Db, rows: Awaited<ReturnType<ReturnType<typeof messagesOf>['execute']>>) {
  const channelsOf = await readChannelStates(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => viewNotification({ ...row, channels: channelsOf(row.id) }));
}

const accountMessagesOf = (db: Db, userId: string) =>
  accountInboxOf(db, userId).select(['id', 'at', 'kind', 'title', 'text', 'readAt']);

/** Returns those of these messages that are in the person's inbox. */
export async function findInbox(db: Db, holder: RoleHolder, ids: readonly string[]): Promise<Notification[]> {
  const [ofEvents, ofAccount] = await Promise.all([
    messagesOf(db, holder)
      .where('notification.id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute(),
    accountMessagesOf(db, holder.userId)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute(),
  ]);
  return [...(await viewMessages(db, ofEvents)), ...ofAccount.map(viewAccountMessage)];
}

/** The query of an inbox list. `after` is null for the first page. */
interface InboxList extends Pick<NotificationQuery, 'unread' | 'eventId'> {
  after: TimePosition | null;
  limit: number;
}

async function listEventMessages(db: Db, holder: RoleHolder, { unread, eventId, after, limit }: InboxList) {
  let query = messagesOf(db, holder);
  if (unread) query = query.where('readAt', 'is', null);
  if (eventId !== undefined) query = query.where('notification.eventId', '=', eventId);
  if (after)
    query = query.where((eb) =>
      eb(eb.refTuple('notification.at', 'notification.id'), '<', eb.tuple(after.at, after.id)),
    );
  const rows = await query.orderBy('notification.at', 'desc').orderBy('notification.id', 'desc').limit(limit).execute();
  return await viewMessages(db, rows);
}

async function listAccountMessages(db: Db, userId: string, { unread, eventId, after, limit }: InboxList) {
  if (eventId !== undefined) return [];
  let query = accountMessagesOf(db, userId);
  if (unread) query = query.where('readAt', 'is', null);
  if (after) query = query.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(after.at, after.id)));
  return (await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()).map(viewAccountMessage);
}

/** Lists up to `limit` messages that the filters select, newest first. */
export async function listInbox(db: Db, holder: RoleHolder, asked: InboxList): Promise<Notification[]> {
  const [events, account] = await Promise.all([
    listEventMessages(db, holder, asked),
    listAccountMessages(db, holder.userId, asked),
  ]);
  const newestFirst = (a: Notification, b: Notification) => b.at.localeCompare(a.at) || (a.id < b.id ? 1 : -1);
  return [...events, ...account].toSorted(newestFirst).slice(0, asked.limit);
}

export async function countUnread(db: Db, holder: RoleHolder): Promise<number> {
  const ofEvents = inboxOf(db, holder).where('readAt', 'is', null);
  const ofAccount = accountInboxOf(db, holder.userId).where('readAt', 'is', null);
  const [events, account] = await Promise.all([
    ofEvents.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    ofAccount.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return events.count + account.count;
}

interface PlacedMessage {
  id: string;
  /** Null if the message is about the account. */
  organizationId: string | null;
}

/** A person's messages with a read mark, and the number of messages without one by organization. */
export interface ReadMarks {
  marked: PlacedMessage[];
  unread: { organizationId: string | null; count: number }[];
}

/**
 * Returns those of `ids` that have a read mark, or, without `ids`, the person's newest read messages. Covers all
 * organizations: the caller leaves out the messages that a session can't see.
 */
export async function readMarks(db: Db, userId: string, ids: readonly string[]): Promise<ReadMarks> {
  const isNamed = (column: string) =>
    ids.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;
  const own = db.selectFrom('notification').where('channel', '=', 'inbox').where('userId', '=', userId);
  const [ofEvents, ofAccount, unread, unreadOfAccount] = await Promise.all([
    own
      .select(['id', 'organizationId'])
      .where('readAt', 'is not', null)
      .where(isNamed('id'))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(READ_MARKS_MOST)
      .execute(),
    accountInboxOf(db, userId)
      .select('id')
      .where('readAt', 'is not', null)
      .where(isNamed('id'))
      .orderBy('at', 'desc')
      .limit(READ_MARKS_MOST)
      .execute(),
    own
      .select((eb) => ['organizationId', eb.fn.countAll<number>().as('count')])
      .where('readAt', 'is', null)
      .groupBy('organizationId')
      .execute(),
    accountInboxOf(db, userId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('readAt', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  const marked = [...ofAccount.map(({ id }) => ({ id, organizationId: null })), ...ofEvents];
  return {
    marked: marked.slice(0, READ_MARKS_MOST),
    unread: [...unread, { organizationId: null, count: unreadOfAccount.count }],
  };
}

/**
 * Marks the unread messages of the session's inbox, or those of `ids`, as read; other messages are ignored. Resolves
 * with true if this call marked any message.
 */
export async function markRead(
  db: Db,
  { userId, mfa }: RoleHolder,
  ids: readonly string[] | null,
  at: Date,
): Promise<boolean> {
  const closed = db.selectFrom('organization').select('id').where('mfaRequired', '=', true);
  const ofEvents = db
    .updateTable('notification')
    .set({ readAt: at })
    .where('channel', '=', 'inbox')
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .$if(!mfa, (query) => query.where('organizationId', 'not in', closed));
  const events = await (ids === null ? ofEvents : ofEvents.where('id', 'in', ids)).executeTakeFirst();
  const ofAccount = db
    .updateTable('accountMessage')
    .set({ readAt: at })
    .where('userId', '=', userId)
    .where('readAt', 'is', null);
  const account = await (ids === null ? ofAccount : ofAccount.where('id', 'in', ids)).executeTakeFirst();
  return events.numUpdatedRows + account.numUpdatedRows > 0n;
}
