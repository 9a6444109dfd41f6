import { NOTIFICATION_KINDS, type NotificationChannel } from '@sign-display/contracts/rest/subscriptions';
import type { Db } from '../../db/database-types.ts';
import { insertMessage, type NewMessage } from '../delivery/notifications-repository.ts';

const CHANNELS: NotificationChannel[] = ['email', 'push', 'inbox'];

/** A message with one recipient each, who is subscribed to all of the event by every channel from then on. */
export async function insertNotifications(
  db: Db,
  notifications: readonly (NewMessage & { userId: string; channel: NotificationChannel })[],
): Promise<void> {
  const events = await db.selectFrom('event').select('id').execute();
  const known = new Set(events.map(({ id }) => id));
  const times = { createdAt: new Date(0), updatedAt: new Date(0) };
  const wanted = { kinds: [...NOTIFICATION_KINDS], channels: CHANNELS, snoozedSigns: '[]', ...times };
  const subscriptions = notifications
    .filter(({ eventId }) => known.has(eventId))
    .map(({ eventId, userId }) => ({ eventId, userId, ...wanted }));
  if (subscriptions.length > 0)
    await db
      .insertInto('subscription')
      .values(subscriptions)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const { userId, channel, ...message } of notifications)
    await insertMessage(db, message, [{ id: message.id, userId, channel }]);
}
