import { makeUuidV7 } from '@sign-display/contracts/identifiers';
import type { Db, ServiceDeps } from '../../db/database.ts';

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
