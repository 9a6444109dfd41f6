import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifiers';
import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import { clearClaims, insertOrganization, insertRecord, type TestOrganization } from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase, type GatedPool } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { startLastSeenWriter } from './last-seen-writer.ts';
import { createPresence } from './presence.ts';

const random = createSeededRandom('last-seen-writer');
const log = pino({ level: 'silent' });
const heartbeat: KioskMessage<'heartbeat'> = {
  seq: 1,
  status: 'idle',
  mode: 'foreground',
  metrics: { cpuLoad: 0, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 3 },
  contentState: 'idle',
};
const PERIOD_MS = 5_000;
let database: TestDatabase;
let gated: GatedDatabase;
let pool: GatedPool;
let organization: TestOrganization;
let clock: ManualClock;
let devices: string[];
let isBroken: boolean;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  pool = gated.open(async () => {
    if (isBroken) throw new Error('the database is away');
  });
  isBroken = false;
  organization = await insertOrganization(database.db, { clock: createManualClock(), random }, {});
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});
beforeEach(async () => {
  isBroken = false;
  clock = createManualClock();
  await clearClaims(database.db);
  devices = [];
  for (let count = 0; count < 3; count += 1) {
    const id = await insertRecord(database.db, { clock, random }, organization);
    const deviceSignId = makeUuidV4(random);
    const fields = { deviceSignId, macAddress: '00:00:00:00:00:01', shortCode: '000000' };
    await database.db.updateTable('sign').set(fields).where('id', '=', id).execute();
    devices.push(deviceSignId);
  }
});

async function lastSeen(deviceSignId: string): Promise<number | undefined> {
  const query = database.db.selectFrom('sign').select('lastSeenAt').where('deviceSignId', '=', deviceSignId);
  return (await query.executeTakeFirstOrThrow()).lastSeenAt?.getTime();
}

it('N1: the latest heartbeat of each device is written every 5 s, in one statement', async () => {
  const presence = createPresence({ clock });
  const writer = startLastSeenWriter({ db: pool.db, presence, clock, log });
  presence.beat(devices[0]!, heartbeat);
  clock.advance(1_000);
  presence.beat(devices[0]!, heartbeat);
  presence.beat(devices[1]!, heartbeat);
  const atMs = clock.now();
  presence.beat(makeUuidV4(random), heartbeat);
  expect(await lastSeen(devices[0]!)).toBeUndefined();
  clock.advance(PERIOD_MS);
  await gated.settled();
  expect(await Promise.all(devices.map(lastSeen))).toEqual([atMs, atMs, undefined]);
  await writer.stop();
});

it('N1: a batch that failed is written with the next, under what came since', async () => {
  const presence = createPresence({ clock });
  const writer = startLastSeenWriter({ db: pool.db, presence, clock, log });
  presence.beat(devices[0]!, heartbeat);
  presence.beat(devices[1]!, heartbeat);
  const firstMs = clock.now();
  isBroken = true;
  clock.advance(PERIOD_MS);
  await gated.settled();
  isBroken = false;
  presence.beat(devices[1]!, heartbeat);
  const laterMs = clock.now();
  clock.advance(PERIOD_MS);
  await gated.settled();
  expect(await Promise.all(devices.map(lastSeen))).toEqual([firstMs, laterMs, undefined]);
  await writer.stop();
});

it('N1: an older time never takes the place of a newer one', async () => {
  const newer = new Date(clock.now() + 60_000);
  await database.db.updateTable('sign').set({ lastSeenAt: newer }).where('deviceSignId', '=', devices[0]!).execute();
  const presence = createPresence({ clock });
  const writer = startLastSeenWriter({ db: pool.db, presence, clock, log });
  presence.beat(devices[0]!, heartbeat);
  await writer.stop();
  expect(await lastSeen(devices[0]!)).toBe(newer.getTime());
});

it('N1: what is left is written at the stop, and nothing after it', async () => {
  const presence = createPresence({ clock });
  const writer = startLastSeenWriter({ db: pool.db, presence, clock, log });
  presence.beat(devices[0]!, heartbeat);
  const atMs = clock.now();
  await writer.stop();
  expect(await lastSeen(devices[0]!)).toBe(atMs);
  presence.beat(devices[1]!, heartbeat);
  clock.advance(10 * PERIOD_MS);
  await gated.settled();
  expect(await lastSeen(devices[1]!)).toBeUndefined();
});
