import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { Clock, Random } from '@sign-display/contracts/clock-and-random';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import type { Db } from '../../db/database-types.ts';
import type { TestOrganization } from '../../testing/claim-world.ts';
import type { Batch } from '../analytics/analytics-rows.ts';

/** A record with a device, as a claim leaves it. */
export async function insertLinkedSign(
  db: Db,
  { clock, random }: { clock: Clock; random: Random },
  { id: organizationId, eventId }: TestOrganization,
  more: { deviceSignId?: string; url?: string | null } = {},
): Promise<{ id: string; deviceSignId: string }> {
  const id = makeUuidV7(clock, random);
  const { deviceSignId = makeUuidV4(random), url = 'https://example.com/' } = more;
  const device = { deviceSignId, macAddress: '00:1a:2b:3c:4d:5e', shortCode: deriveShortCode(deviceSignId) };
  const at = new Date(clock.now());
  const content = { url, contentId: url === null ? null : makeUuidV4(random) };
  await db
    .insertInto('sign')
    .values({
      id,
      organizationId,
      eventId,
      name: 'Lobby',
      location: 'Hall 1',
      ...device,
      ...content,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
  return { id, deviceSignId };
}

/** With whatever fields, as a kiosk sends them. */
export type Entry = Batch['entries'][number] & Record<string, unknown>;

export function fetchEntry(at: number, more: Record<string, unknown> = {}): Entry {
  const time = new Date(at).toISOString();
  return {
    kind: 'content_fetch',
    at: time,
    url: 'https://example.com/',
    startedAt: time,
    durationMs: 12.5,
    status: 200,
    bytes: 4_096,
    fromCache: false,
    error: null,
    ...more,
  };
}
