import { EVENT_MAKER_SUBSCRIPTION, type Subscription } from '@sign-display/contracts/rest/subscriptions';
import type { Db } from '../../db/database-types.ts';

/** The subscription of a person who has not subscribed. */
const NOT_SUBSCRIBED: Subscription = {
  kinds: [],
  channels: [],
  excluded: [],
  graceSeconds: null,
  quietHours: null,
  snoozedUntil: null,
  snoozedSigns: [],
};

/** Reads a person's subscription to an event; without one, the empty subscription. */
export async function readSubscription(db: Db, eventId: string, userId: string): Promise<Subscription> {
  const row = await db
    .selectFrom('subscription')
    .select(['kinds', 'channels', 'excluded', 'graceSeconds', 'quietHours', 'snoozedUntil', 'snoozedSigns'])
    .where('eventId', '=', eventId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!row) return NOT_SUBSCRIBED;
  // A sign that is gone is left out: what is read can be put.
  const foreign = await findForeignSigns(
    db,
    eventId,
    row.snoozedSigns.map(({ signId }) => signId),
  );
  const snoozedSigns = row.snoozedSigns.filter(({ signId }) => !foreign.includes(signId));
  return { ...row, snoozedSigns, snoozedUntil: row.snoozedUntil?.toISOString() ?? null };
}

/** Writes the whole of it. */
export async function putSubscription(
  db: Db,
  eventId: string,
  userId: string,
  { excluded, quietHours, snoozedUntil, snoozedSigns, ...rest }: Subscription,
  at: Date,
): Promise<void> {
  const values = {
    ...rest,
    excluded: JSON.stringify(excluded),
    quietHours: quietHours && JSON.stringify(quietHours),
    snoozedUntil: snoozedUntil === null ? null : new Date(snoozedUntil),
    snoozedSigns: JSON.stringify(snoozedSigns),
    updatedAt: at,
  };
  await db
    .insertInto('subscription')
    .values({ eventId, userId, ...values, createdAt: at })
    .onConflict((conflict) => conflict.columns(['eventId', 'userId']).doUpdateSet(values))
    .execute();
}

/** Gives the person who made an event the subscription `EVENT_MAKER_SUBSCRIPTION` (contract, 3.1). */
export const subscribeMaker = (db: Db, eventId: string, userId: string, at: Date): Promise<void> =>
  putSubscription(db, eventId, userId, EVENT_MAKER_SUBSCRIPTION, at);

/** Which of these signs are not of the event. */
export async function findForeignSigns(db: Db, eventId: string, signIds: readonly string[]): Promise<string[]> {
  if (signIds.length === 0) return [];
  const rows = await db
    .selectFrom('sign')
    .select('id')
    .where('eventId', '=', eventId)
    .where('id', 'in', signIds)
    .execute();
  const own = new Set(rows.map(({ id }) => id));
  return signIds.filter((id) => !own.has(id));
}

/** Deletes a person's subscriptions to the organization's events. */
export async function forgetSubscriptions(db: Db, organizationId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('subscription')
    .where('userId', '=', userId)
    .where('eventId', 'in', (eb) => eb.selectFrom('event').select('id').where('organizationId', '=', organizationId))
    .execute();
}
