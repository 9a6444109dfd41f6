import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { BackendMessage } from '@sign-display/contracts/kiosk-events';
import type { ClaimStartResponse } from '@sign-display/contracts/rest/claims';
import { createRooms } from '../cluster/node-messaging.ts';
import { authorOf } from '../testing/test-author.ts';
import { CLAIM_SETTINGS, clearClaims, composeMemoryNode, insertOrganization } from '../testing/claim-world.ts';
import type { TestNode, TestOrganization } from '../testing/claim-world.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createMemoryCarriers } from '../testing/memory-carrier.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice, type VirtualDevice } from '../testing/virtual-device.ts';

/** `sign:identify` of a sign that somebody is about to claim (promises D6 and K12). Its command is tested in commands/. */

const alice = authorOf('alice');
const bob = authorOf('bob');
const clock = createManualClock();
const random = createSeededRandom('identify');
let database: TestDatabase;
let organization: TestOrganization;
let node: TestNode;
/** Another node of the same service. */
let other: TestNode;
let device: VirtualDevice;

beforeAll(async () => {
  database = await createTestDatabase();
  organization = await insertOrganization(database.db, { clock, random }, { alice: 'operator', bob: 'operator' });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await clearClaims(database.db);
  await database.db.deleteFrom('node').execute();
  const carriers = createMemoryCarriers(2);
  const [one, two] = carriers.of.map((carrier) =>
    composeMemoryNode({ db: database.db, clock: clock.fork(), random, rooms: createRooms(carrier) }),
  );
  node = one!;
  other = two!;
  await Promise.all([node.membership.join(), other.membership.join()]);
  // Each has seen the other renew its lease.
  for (const { membership } of [node, other, node]) await membership.renewNow();
  device = createVirtualDevice(random);
  await device.connect(node);
});

const proof = () => ({ signId: device.signId, shortCode: device.shortCode });
async function start(at = node, by = alice): Promise<ClaimStartResponse> {
  const started = await at.claims.start(by, proof());
  if ('code' in started) throw new Error(started.code);
  return started;
}
const claim = (by: typeof alice, pendingId: string) => {
  const place = { organizationId: organization.id, eventId: organization.eventId, name: 'Lobby', location: 'Hall 1' };
  return node.claims.claim(by, { ...place, ...proof(), pendingId, requestId: makeUuidV4(random) });
};
const identifies = (): BackendMessage<'sign:identify'>[] =>
  device.kiosk!.received.flatMap(({ event, payload }) =>
    event === 'sign:identify' ? [payload as BackendMessage<'sign:identify'>] : [],
  );

it('D6: a claim that is begun makes its sign show its code for 60 s, and its answer says since when, by the clock of the service', async () => {
  const { identify } = await start();
  const startsAtMs = clock.now();
  const until = new Date(startsAtMs + 60_000).toISOString();
  expect(identifies()).toEqual([{ seconds: 60, startsAtMs, expiresAt: until }]);
  expect(identify).toEqual({ startsAtMs, seconds: 60, serverTimeMs: startsAtMs });
});

it('D6: the sign of another node shows its code too', async () => {
  await start(other);
  expect(await device.kiosk!.next('sign:identify')).toMatchObject({ seconds: 60 });
});

it('D6: past ten in a minute, from whichever node, a claim is begun all the same and its sign is left alone', async () => {
  for (let times = 0; times < 13; times += 1) await start(times % 2 === 0 ? node : other, times < 7 ? alice : bob);
  await expect.poll(() => identifies()).toHaveLength(10);
  expect((await start()).identify).toBeNull();
  clock.advance(60_000);
  await start();
  expect(identifies()).toHaveLength(11);
});

it('D6: DELETE ends the pendingSign and its identify, once, and nothing can be claimed with it', async () => {
  const { pendingId } = await start();
  expect(await other.claims.withdraw(alice, pendingId)).toBeNull();
  await expect.poll(() => identifies().at(-1)).toMatchObject({ seconds: 0 });
  expect(await node.claims.withdraw(alice, pendingId)).toEqual({ code: 'not_found' });
  expect(await claim(alice, pendingId)).toMatchObject({ code: 'not_found' });
  expect(identifies()).toHaveLength(2);
});

it('D6: the code blinks on until the last operator who looks for it has ended their pendingSign', async () => {
  const [hers, his] = [await start(), await start(other, bob)];
  await expect.poll(() => identifies()).toHaveLength(2);
  expect(await node.claims.withdraw(alice, hers.pendingId)).toBeNull();
  expect(identifies().map(({ seconds }) => seconds)).toEqual([60, 60]);
  expect(await other.claims.withdraw(bob, his.pendingId)).toBeNull();
  await expect.poll(() => identifies().at(-1)).toMatchObject({ seconds: 0 });
});

it('D6: two who end their pendingSigns at once leave no code behind', async () => {
  const [hers, his] = [await start(), await start(node, bob)];
  await Promise.all([node.claims.withdraw(alice, hers.pendingId), node.claims.withdraw(bob, his.pendingId)]);
  await expect.poll(() => identifies().at(-1)).toMatchObject({ seconds: 0 });
});

it('D6: a pendingSign that has run out keeps no code blinking', async () => {
  await start(node, bob);
  clock.advance(CLAIM_SETTINGS.pendingTtlMs);
  const { pendingId } = await start();
  expect(await node.claims.withdraw(alice, pendingId)).toBeNull();
  expect(identifies().at(-1)).toMatchObject({ seconds: 0 });
});

it('D6: a start whose code cannot be shown is answered, and its pendingSign can be claimed with', async () => {
  const { db } = database;
  await sql`alter table counted_attempt add constraint none check (false) not valid`.execute(db);
  const { pendingId, identify } = await start().finally(() =>
    sql`alter table counted_attempt drop constraint none`.execute(db),
  );
  expect(identifies()).toEqual([]);
  expect(identify).toBeNull();
  const claiming = claim(alice, pendingId);
  const { requestId, claimToken } = await device.kiosk!.next('sign:apply_link');
  const ack = { requestId, claimToken, result: 'success', loadMs: 1, replayed: false } as const;
  await node.claims.acknowledge(device.signId, ack);
  expect(await claiming).toMatchObject({ body: { sign: { name: 'Lobby' } } });
});

it('M5: a DELETE is in the log of each organization that the operator may claim signs for, and of no other', async () => {
  const carol = authorOf('carol');
  const [first, second] = await Promise.all(
    (['operator', 'admin', 'viewer'] as const).map((carol) =>
      insertOrganization(database.db, { clock, random }, { carol }),
    ),
  );
  const { pendingId } = await start(node, carol);
  expect(await node.claims.withdraw(carol, pendingId)).toBeNull();
  const rows = await database.db.selectFrom('audit').selectAll().where('actorId', '=', 'carol').execute();
  expect(rows.map(({ organizationId }) => organizationId).toSorted()).toEqual([first!.id, second!.id].toSorted());
  const { signId, shortCode } = device;
  const row = { action: 'sign.claim_end', outcome: 'ok', targetId: signId, detail: { pendingId, shortCode } };
  for (const each of rows) expect(each).toMatchObject(row);
});

it('D6: a pendingSign of another operator, or none, is not found by DELETE and lives on', async () => {
  const { pendingId } = await start();
  expect(await node.claims.withdraw(bob, pendingId)).toEqual({ code: 'not_found' });
  expect(await node.claims.withdraw(alice, makeUuidV4(random))).toEqual({ code: 'not_found' });
  expect(identifies()).toHaveLength(1);
  expect(await node.claims.withdraw(alice, pendingId)).toBeNull();
});

it('C4: a claim under way is not ended by DELETE of its pendingSign', async () => {
  const { pendingId } = await start();
  const claiming = claim(alice, pendingId);
  const { requestId, claimToken, name } = await device.kiosk!.next('sign:apply_link');
  expect(name).toBe('Lobby');
  expect(await node.claims.withdraw(alice, pendingId)).toEqual({ code: 'request_in_progress' });
  const ack = { requestId, claimToken, result: 'success', loadMs: 1, replayed: false } as const;
  await node.claims.acknowledge(device.signId, ack);
  expect(await claiming).toMatchObject({ body: { sign: { name: 'Lobby' } } });
  expect(await node.claims.withdraw(alice, pendingId)).toEqual({ code: 'not_found' });
});
