import { sql, type Selectable } from 'kysely';
import { firstUuidV7At, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { PushBrowser as ListedBrowser } from '@sign-display/contracts/rest/subscriptions';
import type { Db, ServiceDeps } from '../../db/database-types.ts';
import type { Caller } from '../../http/router.ts';
import type { NotificationsTables } from '../tables.ts';

/** More browsers than a person has. Each costs a request for every message. */
const MOST_A_PERSON = 20;

/**
 * Stores a browser of this session's person, with these keys; it was another person's before if somebody else signed in there. It ends with the
 * session, and replaces the session's stopped endpoints. Of too many the oldest stopped one is removed, else the oldest. Null if the session has just ended.
 */
export function putPushSubscription(
  { db, clock, random }: ServiceDeps,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  target: { endpoint: string; p256dh: string; auth: string },
): Promise<{ createdAt: Date } | null> {
  const { endpoint, ...keys } = target;
  return db.transaction().execute(async (trx) => {
    // A sign-out waits for this lock, or was first: no endpoint outlives its session.
    const session = trx.selectFrom('session').select('id').where('id', '=', sessionId).forKeyShare();
    if (!(await session.executeTakeFirst())) return null;
    const owned = { userId, sessionId, warnedAt: null, stoppedAt: null, ...keys };
    // A browser that registers again keeps its time, unless it belonged to another person.
    const sinceThisPerson = sql<Date>`case when push_subscription.user_id = excluded.user_id
      then push_subscription.created_at else excluded.created_at end`;
    const put = await trx
      .insertInto('pushSubscription')
      .values({ id: makeUuidV7(clock, random), endpoint, ...owned, createdAt: new Date(clock.now()) })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ ...owned, createdAt: sinceThisPerson }))
      .returning(['id', 'createdAt'])
      .executeTakeFirstOrThrow();
    // The new endpoint replaces the endpoint that the push service gave up.
    await trx
      .deleteFrom('pushSubscription')
      .where('sessionId', '=', sessionId)
      .where('stoppedAt', 'is not', null)
      .execute();
    await trx
      .deleteFrom('pushSubscription')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('pushSubscription')
          .select('id')
          .where('userId', '=', userId)
          .where('id', '!=', put.id)
          .orderBy(sql`stopped_at is not null`)
          .orderBy('createdAt', 'desc')
          .offset(MOST_A_PERSON - 1),
      )
      .execute();
    return put;
  });
}

/** Deletes the caller's registration; ignores an endpoint of another person or of none. */
export async function deletePushSubscription(db: Db, userId: string, endpoint: string): Promise<void> {
  await db.deleteFrom('pushSubscription').where('userId', '=', userId).where('endpoint', '=', endpoint).execute();
}

/** A browser of a person, with its keys. */
export type PushBrowser = Selectable<NotificationsTables['pushSubscription']>;

/**
 * Lists the browsers of a person that accept messages now. An endpoint whose session has ended gets no messages, even
 * before its row is pruned. An older node stores no session with an endpoint; then any session of the person counts.
 */
export const listPushSubscriptions = (db: Db, userId: string, nowMs: number): Promise<PushBrowser[]> =>
  ofOpenSessions(db, userId, nowMs).where('stoppedAt', 'is', null).execute();

const ofOpenSessions = (db: Db, userId: string, nowMs: number) =>
  db
    .selectFrom('pushSubscription')
    .selectAll()
    .where('userId', '=', userId)
    .where(
      sql<boolean>`exists (
        select from session where session.user_id = push_subscription.user_id
          and session.id = coalesce(push_subscription.session_id, session.id) and session.expires_at > ${new Date(nowMs)}
      )`,
    );

/**
 * A person's browsers as they list them, newest first: those that take messages now, and those whose push service said that they are gone. Where there
 * are too many, the list leaves out stopped ones first.
 */
export async function describePushSubscriptions(db: Db, userId: string, nowMs: number): Promise<ListedBrowser[]> {
  const stored = await ofOpenSessions(db, userId, nowMs).execute();
  if (stored.length === 0) return [];
  const byAge = (a: PushBrowser, b: PushBrowser) => b.createdAt.getTime() - a.createdAt.getTime();
  const stoppedLast = stored.toSorted(
    (a, b) => Number(a.stoppedAt !== null) - Number(b.stoppedAt !== null) || byAge(a, b),
  );
  const browsers = stoppedLast.slice(0, MOST_A_PERSON).toSorted(byAge);
  const sessions = await db.selectFrom('session').select(['id', 'userAgent']).where('userId', '=', userId).execute();
  const userAgents = new Map(sessions.map(({ id, userAgent }) => [id, userAgent]));
  // The lower bound lets the query use the index notification_sent.
  const firstMs = Math.min(...browsers.map(({ createdAt }) => createdAt.getTime()));
  const { rows } = await sql<{ id: string; at: Date }>`
    select endpoint as id, max(coalesce(finished_at, at)) as at from notification, unnest(done_endpoints) as endpoint
    where id >= ${firstUuidV7At(firstMs)} and user_id = ${userId} and channel = 'push'
    group by endpoint`.execute(db);
  const sentAt = new Map(rows.map(({ id, at }) => [id, at]));
  return browsers.map(({ id, endpoint, sessionId, createdAt, stoppedAt }) => ({
    endpoint,
    userAgent: (sessionId === null ? null : userAgents.get(sessionId)) || null,
    createdAt: createdAt.toISOString(),
    lastSentAt: sentAt.get(id)?.toISOString() ?? null,
    stoppedAt: stoppedAt?.toISOString() ?? null,
  }));
}

/**
 * Stores that the push service accepts no message for this endpoint until `untilMs`, or until a later time that is
 * stored already.
 */
export async function holdPushSubscription(db: Db, id: string, untilMs: number): Promise<void> {
  const heldUntil = sql<Date>`greatest(held_until, ${new Date(untilMs)})`;
  await db.updateTable('pushSubscription').set({ heldUntil }).where('id', '=', id).execute();
}

/**
 * Stores that the push service reported the endpoint as no longer existing, so the endpoint gets no more messages. A
 * subscription that was renewed meanwhile has other keys and stays active.
 */
export async function stopPushSubscription(
  db: Db,
  { id, p256dh }: Pick<PushBrowser, 'id' | 'p256dh'>,
  atMs: number,
): Promise<void> {
  await db
    .updateTable('pushSubscription')
    .set({ stoppedAt: new Date(atMs) })
    .where('id', '=', id)
    .where('p256dh', '=', p256dh)
    .execute();
}
