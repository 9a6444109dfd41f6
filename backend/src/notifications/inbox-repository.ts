import { sql, type Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Viewed } from './notification-view.ts';
import type { MessageEntry } from './vocabulary.ts';
import type { TimePosition } from '../http/cursor.ts';

/** A person's inbox: of organizations that they are a member of still. */
const inboxOf = (db: Kysely<Database>, userId: string) =>
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

const VIEWED = [
  'notification.id',
  'at',
  'kind',
  'notification.organizationId',
  'eventId',
  'eventName',
  'title',
  'text',
  'signCount',
  'readAt',
] as const;
/** Of a storm's thousands of entries so many are read: more than enough for the signs that are named. */
const ENTRIES_READ = sql<MessageEntry[]>`jsonb_path_query_array(entries, '$[0 to 199]')`.as('entries');

/** Up to `limit` messages, newest first, from after `after`. */
export async function listInbox(
  db: Kysely<Database>,
  userId: string,
  after: TimePosition | null,
  limit: number,
): Promise<Viewed[]> {
  let query = inboxOf(db, userId).select([...VIEWED, ENTRIES_READ]);
  if (after) query = query.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(after.at, after.id)));
  return await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export async function countUnread(db: Kysely<Database>, userId: string): Promise<number> {
  const query = inboxOf(db, userId).where('readAt', 'is', null);
  return (await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
}

/** Marks the person's unread messages, or those of `ids`, as read; others are passed over. */
export async function markRead(
  db: Kysely<Database>,
  userId: string,
  ids: readonly string[] | null,
  at: Date,
): Promise<void> {
  let query = db
    .updateTable('notification')
    .set({ readAt: at })
    .where('channel', '=', 'inbox')
    .where('userId', '=', userId)
    .where('readAt', 'is', null);
  if (ids !== null) query = query.where('id', 'in', ids);
  await query.execute();
}
