import { sql, type Selectable } from 'kysely';
import { makeUuidV7 } from '@sign-display/contracts/identifiers';
import type { Db, ServiceDeps } from '../../db/database.ts';
import type { NotificationsTables } from '../tables.ts';

/** More browsers than a person has; each is a request for every message. */
const MOST_A_PERSON = 20;

/** Notes a browser as this person's, with these keys; it was another's before where somebody else signed in there. The oldest goes where they are many. */
export function putPushSubscription(
  { db, clock, random }: ServiceDeps,
  userId: string,
  target: { endpoint: string; p256dh: string; auth: string },
): Promise<{ createdAt: Date }> {
  const { endpoint, ...keys } = target;
  return db.transaction().execute(async (trx) => {
    const put = await trx
      .insertInto('pushSubscription')
      .values({ id: makeUuidV7(clock, random), userId, endpoint, ...keys, createdAt: new Date(clock.now()) })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ userId, ...keys }))
      .returning(['id', 'createdAt'])
      .executeTakeFirstOrThrow();
    await trx
      .deleteFrom('pushSubscription')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('pushSubscription')
          .select('id')
          .where('userId', '=', userId)
          .where('id', '!=', put.id)
          .orderBy('createdAt', 'desc')
          .offset(MOST_A_PERSON - 1),
      )
      .execute();
    return put;
  });
}

/** Nothing where it is another's, or nobody's. */
export async function deletePushSubscription(db: Db, userId: string, endpoint: string): Promise<void> {
  await db.deleteFrom('pushSubscription').where('userId', '=', userId).where('endpoint', '=', endpoint).execute();
}

/** A browser of a person, with its keys. */
export type PushBrowser = Selectable<NotificationsTables['pushSubscription']>;

export const listPushSubscriptions = (db: Db, userId: string): Promise<PushBrowser[]> =>
  db.selectFrom('pushSubscription').selectAll().where('userId', '=', userId).execute();

/** Notes that its push service asked to be left alone with it until `untilMs`, or longer where that was said already. */
export async function holdPushSubscription(db: Db, id: string, untilMs: number): Promise<void> {
  const heldUntil = sql<Date>`greatest(held_until, ${new Date(untilMs)})`;
  await db.updateTable('pushSubscription').set({ heldUntil }).where('id', '=', id).execute();
}

/** Removes one that is gone; a subscription that was renewed meanwhile has other keys, and stays. */
export async function forgetPushSubscription(
  db: Db,
  { id, p256dh }: Pick<PushBrowser, 'id' | 'p256dh'>,
): Promise<void> {
  await db.deleteFrom('pushSubscription').where('id', '=', id).where('p256dh', '=', p256dh).execute();
}
