import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { createRooms } from '../cluster/node-messaging.ts';
import { authorOf } from '../testing/test-author.ts';
import {
  clearClaims,
  composeMemoryNode,
  insertOrganization,
  type TestNode,
  type TestOrganization,
} from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase, type GatedPool } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createMemoryCarriers } from '../testing/memory-carrier.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice, makeHandshake, type VirtualDevice } from '../testing/virtual-device.ts';
import { pruneDevices } from './devices-pruning.ts';

/** Issue 15: device rows that nobody uses are removed, and those that mean something are kept. */

const random = createSeededRandom('devices pruning');
const ADMIN = authorOf('ada');
const DAY_MS = 86_400_000;
const KEPT_MS = 90 * DAY_MS;
let database: TestDatabase;
let gated: GatedDatabase;
let pool: GatedPool;
let organization: TestOrganization;
let clock: ManualClock;
let node: TestNode;
let device: VirtualDevice;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  pool = gated.open();
  organization = await insertOrganization(pool.db, { clock: createManualClock(), random }, { ada: 'admin' });
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});
beforeEach(async () => {
  await clearClaims(pool.db);
  for (const table of ['node', 'clone', 'device'] as const) await pool.db.deleteFrom(table).execute();
  clock = createManualClock();
  const [carrier] = createMemoryCarriers(1).of;
  node = composeMemoryNode({ db: pool.db, clock, random, rooms: createRooms(carrier!) });
  await node.membership.join();
  device = createVirtualDevice(random);
  await device.connect(node);
});

/** `days` after the beginning, whatever the clock that sweeps run by says: time passes for the table only. */
const prune = (days: number) => pruneDevices(pool.db, clock.now() + days * DAY_MS, KEPT_MS);
const isKnown = async ({ signId } = device): Promise<boolean> =>
  (await pool.db.selectFrom('device').select('signId').where('signId', '=', signId).execute()).length > 0;
async function leave(): Promise<void> {
  device.disconnect();
  await gated.settled();
}
async function claimIt(): Promise<string> {
  const { signId, shortCode } = device;
  const place = { organizationId: organization.id, eventId: organization.eventId, name: 'Foyer', location: 'Hall 1' };
  const body = { ...place, url: 'https://example.com/', shortCode, signId, requestId: makeUuidV4(random) };
  const asked = node.claims.claim(ADMIN, body);
  await gated.settled();
  const { requestId, claimToken } = device.applyLinks().at(-1)!;
  const answer = { requestId, claimToken, result: 'success', loadMs: 1, replayed: false } as const;
  await device.kiosk!.request('sign:link_ack', answer);
  return ((await asked) as { body: { sign: { id: string } } }).body.sign.id;
}

describe('a device that no record has', () => {
  test('is removed once it has not been connected for 90 days, and binds again when it comes back', async () => {
    await leave();
    await prune(0);
    await prune(89.9);
    expect(await isKnown()).toBe(true);
    await prune(90);
    expect(await isKnown()).toBe(false);
    await device.connect(node);
    expect(await isKnown()).toBe(true);
  });

  test('counts from when it is seen without a connection: one that was connected for a year is kept for 90 days more', async () => {
    await leave();
    await prune(0);
    await device.connect(node);
    await prune(1);
    await prune(365);
    await leave();
    for (const days of [365, 454.9]) await prune(days);
    expect(await isKnown()).toBe(true);
    await prune(455);
    expect(await isKnown()).toBe(false);
  });

  test('that registers between two looks counts from the next', async () => {
    await leave();
    await prune(0);
    const registeredAt = new Date(clock.now() + 80 * DAY_MS);
    await pool.db.updateTable('device').set({ registeredAt }).execute();
    for (const days of [81, 91, 170.9]) await prune(days);
    expect(await isKnown()).toBe(true);
    await prune(171);
    expect(await isKnown()).toBe(false);
  });

  test('that was only ever a handshake with a made-up signId goes too', async () => {
    const connected = await node.transport.connect(makeHandshake(random));
    if ('refusal' in connected) throw new Error(connected.refusal.code);
    connected.kiosk.cut();
    await leave();
    await prune(0);
    await prune(90);
    expect(await pool.db.selectFrom('device').select('signId').execute()).toEqual([]);
  });

  test('is removed among thousands, in steps', async () => {
    await leave();
    const like = await pool.db.selectFrom('device').selectAll().executeTakeFirstOrThrow();
    const rows = Array.from({ length: 1_200 }, () => ({ ...like, signId: makeUuidV4(random), screen: null }));
    await pool.db
      .insertInto('device')
      .values(rows.map(({ connectionMachine: _, ...row }) => row))
      .execute();
    await prune(0);
    await prune(90);
    expect(await pool.db.selectFrom('device').select('signId').execute()).toEqual([]);
  });

  test('is counted from its registration if that is in the future, and 500 such devices do not keep the pruning busy', async () => {
    await leave();
    const { connectionMachine: _, ...like } = await pool.db.selectFrom('device').selectAll().executeTakeFirstOrThrow();
    const registeredAt = new Date(clock.now() + 2 * 3_600_000);
    const rows = Array.from({ length: 500 }, () => ({
      ...like,
      signId: makeUuidV4(random),
      screen: null,
      registeredAt,
    }));
    await pool.db.deleteFrom('device').execute();
    await pool.db.insertInto('device').values(rows).execute();
    await prune(0);
    const marks = await pool.db.selectFrom('device').select('unusedSince').distinct().execute();
    expect(marks).toEqual([{ unusedSince: registeredAt }]);
    await prune(90);
    expect(await pool.db.selectFrom('device').select('signId').execute()).toHaveLength(500);
    await prune(91);
    expect(await pool.db.selectFrom('device').select('signId').execute()).toEqual([]);
  });
});

describe('a device is kept', () => {
  test('while a record has it, however long it is away, and 90 days from its unregistering', async () => {
    const signRecordId = await claimIt();
    await leave();
    for (const days of [0, 90, 1_000]) await prune(days);
    expect(await isKnown()).toBe(true);
    await node.signs.unregister(signRecordId, ADMIN);
    for (const days of [1_000, 1_089.9]) await prune(days);
    expect(await isKnown()).toBe(true);
    await prune(1_090);
    expect(await isKnown()).toBe(false);
  });

  test('while it is connected, and while a claim of it is under way', async () => {
    for (const days of [0, 90]) await prune(days);
    expect(await isKnown()).toBe(true);
    const { signId, shortCode } = device;
    const place = { organizationId: organization.id, eventId: organization.eventId, name: 'Foyer', location: 'Hall' };
    const asked = node.claims.claim(ADMIN, { ...place, shortCode, signId, requestId: makeUuidV4(random) });
    await gated.settled();
    await leave();
    for (const days of [100, 190]) await prune(days);
    expect(await isKnown()).toBe(true);
    clock.advance(3_600_000);
    await gated.settled();
    await asked;
  });

  test('for good where its identity was taken from a record, which stays refused; one that was released unclaimed goes', async () => {
    await claimIt();
    await device.kiosk!.request('sign:released', {});
    await gated.settled();
    const unclaimed = createVirtualDevice(random);
    await unclaimed.connect(node);
    await unclaimed.kiosk!.request('sign:released', {});
    await gated.settled();
    for (const days of [0, 90, 5_000]) await prune(days);
    expect([await isKnown(), await isKnown(unclaimed)]).toEqual([true, false]);
    const refusal = { code: 'identity_conflict', reset: true };
    expect(await node.transport.connect({ ...device.handshake })).toMatchObject({ refusal });
  });

  test('while an admin may still decide about a machine under its identity', async () => {
    await leave();
    const at = new Date(clock.now());
    const machine = { address: '', macAddress: '', appVersion: '', bootId: '', connectedAt: at.toISOString() };
    const told = JSON.stringify(machine);
    const row = {
      id: makeUuidV7(clock, random),
      deviceSignId: device.signId,
      signRecordId: null,
      claimRequestId: null,
    };
    await pool.db
      .insertInto('clone')
      .values({ ...row, first: told, newcomer: told, openedAt: at, lastSeenAt: at, attempts: 1 })
      .execute();
    for (const days of [0, 90, 365]) await prune(days);
    expect(await isKnown()).toBe(true);
    await pool.db.deleteFrom('clone').execute();
    await prune(366);
    expect(await isKnown()).toBe(false);
  });
});
