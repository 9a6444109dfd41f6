import { makeUuidV7 } from '@sign-display/contracts/identifiers';
import type { Kysely } from 'kysely';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import type { Database } from '../../db/schema.ts';

/** A mail that could not be delivered, as the deliverer leaves it. Its identifier. */
export async function insertFailedDelivery(
  db: Kysely<Database>,
  { organizationId, eventId, userId }: { organizationId: string; eventId: string; userId: string },
): Promise<string> {
  const id = makeUuidV7(systemClock, systemRandom);
  const at = new Date(systemClock.now());
  await db
    .insertInto('notification')
    .values({
      id,
      userId,
      organizationId,
      eventId,
      eventName: 'Ball',
      channel: 'email',
      kind: 'sign_offline',
      title: 'Lobby is offline – Ball',
      text: 'Lobby is offline, since 19:00',
      entries: '[]',
      signCount: 1,
      outageIds: [],
      at,
      state: 'failed',
      attempts: 8,
      finishedAt: at,
      error: 'The mail server refused the address.',
    })
    .execute();
  return id;
}
