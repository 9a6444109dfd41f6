import type { NotificationChannel } from '@sign-display/contracts/rest/subscriptions';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { insertMessage, type NewMessage } from '../notifications-repository.ts';

/** A message with one recipient each. */
export async function insertNotifications(
  db: Kysely<Database>,
  notifications: readonly (NewMessage & { userId: string; channel: NotificationChannel })[],
): Promise<void> {
  for (const { userId, channel, ...message } of notifications)
    await insertMessage(db, message, [{ id: message.id, userId, channel }]);
}
