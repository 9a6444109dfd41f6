import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import type { Db } from '../../db/database-types.ts';

const AT_ONCE = 1_000;

/** Signs that are online and show a page, each another; their identifiers. */
export async function insertBenchSigns(
  db: Db,
  place: { organizationId: string; eventId: string },
  count: number,
): Promise<string[]> {
  const at = new Date();
  const FACTS = { presence: 'online', contentState: 'showing', mode: 'foreground' } as const;
  const more = { location: 'Hall 1, left of the door', appVersion: '0.1.0', platform: 'linux' };
  const times = { lastSeenAt: at, statusSince: at, createdAt: at, updatedAt: at };
  const newId = (): string => makeUuidV7(systemClock, systemRandom);
  const rows = Array.from({ length: count }, (_, index) => {
    const deviceSignId = makeUuidV4(systemRandom);
    const device = { deviceSignId, macAddress: '00:1a:2b:3c:4d:5e', shortCode: deriveShortCode(deviceSignId) };
    const content = { url: `https://example.com/screens/${index}`, contentId: newId() };
    return { id: newId(), name: `Sign ${index}`, ...place, ...more, ...device, ...content, ...FACTS, ...times };
  });
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await db
      .insertInto('sign')
      .values(rows.slice(from, from + AT_ONCE))
      .execute();
  return rows.map(({ id }) => id);
}
