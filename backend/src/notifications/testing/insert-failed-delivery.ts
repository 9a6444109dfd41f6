import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import type { Db } from '../../db/database-types.ts';
import { insertMessage } from '../delivery/notifications-repository.ts';

/** A mail that could not be delivered, as the deliverer leaves it. Its identifier. */
export async function insertFailedDelivery(
  db: Db,
  { organizationId, eventId, userId }: { organizationId: string; eventId: string; userId: string },
): Promise<string> {
  const id = makeUuidV7(systemClock, systemRandom);
  const at = new Date(systemClock.now());
  const [title, text] = ['Lobby is offline – Ball', 'Lobby is offline, since 19:00'];
  const message = { id, organizationId, eventId, eventName: 'Ball', kind: 'sign_offline' as const, title, text };
  await insertMessage(db, { ...message, entries: [], at }, [{ id, userId, channel: 'email' }]);
  const error = 'The mail server refused the address.';
  await db
    .updateTable('notification')
    .set({ state: 'failed', attempts: 8, finishedAt: at, error })
    .where('id', '=', id)
    .execute();
  return id;
}
