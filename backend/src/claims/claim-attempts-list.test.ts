import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { ClaimAttempt } from '@sign-display/contracts/rest/claims';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { problemOf, type Person } from '../access/testing/test-service.ts';
import { appendHistory } from '../history/history-repository.ts';
import { startSignsWorld, type SignsWorld } from '../signs/testing/signs-world.ts';

let world: SignsWorld;
beforeAll(async () => {
  world = await startSignsWorld();
});
afterAll(() => world.service.close());

const newId = () => makeUuidV7(systemClock, systemRandom);

/** An attempt of this person `agoMs` ago, as a claim writes it; its identifier. */
async function insertAttempt(actor: Person, agoMs: number, place: { organizationId: string; eventId: string }) {
  const id = newId();
  const deviceSignId = makeUuidV4(systemRandom);
  const { organizationId, eventId } = place;
  const device = { deviceSignId, shortCode: deriveShortCode(deviceSignId) };
  const outcome = { outcome: 'device_no_ack', requestId: newId(), signRecordId: newId() };
  const item = { kind: 'claim', organizationId, eventId, actorId: actor.id, actorName: 'Somebody' };
  await appendHistory(world.service.database.db, [
    { id, at: new Date(systemClock.now() - agoMs), ...item, ...device, ...outcome },
  ]);
  return id;
}

test('C10: one person’s attempts are read page by page, newest first, without those of others', async () => {
  const { operator, admin, viewer, stranger } = world.people;
  const hers: string[] = [];
  for (let nth = 5; nth > 0; nth -= 1) {
    hers.unshift(await insertAttempt(operator, nth * 2_000, world));
    await insertAttempt(admin, nth * 2_000 - 1_000, world);
  }
  await insertAttempt(operator, 0, world.foreign);
  const path = `/api/events/${world.eventId}/claim-attempts`;
  const read = async (query: string) => {
    const reply = await operator.call('GET', `${path}?${query}`);
    expect(reply.status).toBe(200);
    return reply.body as { items: ClaimAttempt[]; nextCursor: string | null };
  };
  const idsOf = ({ items }: { items: ClaimAttempt[] }) => items.map(({ id }) => id);
  const ofOne = `actorId=${operator.id}`;
  const first = await read(`${ofOne}&limit=3`);
  const second = await read(`${ofOne}&limit=3&cursor=${encodeURIComponent(first.nextCursor!)}`);
  expect([...idsOf(first), ...idsOf(second)]).toEqual(hers);
  expect(second.nextCursor).toBeNull();
  expect(first.items.every(({ actor }) => actor?.id === operator.id)).toBe(true);
  expect(idsOf(await read(''))).toHaveLength(10);
  expect(idsOf(await read(`actorId=${viewer.id}`))).toEqual([]);
  expect(problemOf(await viewer.call('GET', `${path}?${ofOne}`)).code).toBe('forbidden');
  expect(problemOf(await stranger.call('GET', `${path}?${ofOne}`)).code).toBe('not_found');
});
