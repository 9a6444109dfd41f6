import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { OutageKind } from '@sign-display/contracts/rest/outages';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import type { Db } from '../../db/database-types.ts';

/** An outage that began a moment ago and is open. Its identifier. */
export async function insertOutage(
  db: Db,
  place: { organizationId: string; eventId: string; signRecordId: string },
  kind: OutageKind = 'offline',
): Promise<string> {
  const id = makeUuidV7(systemClock, systemRandom);
  const at = new Date(systemClock.now());
  await db
    .insertInto('outage')
    .values({ id, ...place, signName: 'Lobby', kind, since: at, openedAt: at })
    .execute();
  return id;
}
