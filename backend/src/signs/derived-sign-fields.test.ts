import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { organizationRoom } from '../cluster/dashboard-feed.ts';
import { RENEW_LEASE_EVERY_MS } from '../cluster/held-lease-duration.ts';
import type { FeedMessage } from '../cluster/check-node-message.ts';
import { createRooms } from '../cluster/node-messaging.ts';
import { clearCommands, makeLinked, send } from '../commands/testing/command-node.ts';
import { jpegHead } from '../testing/make-jpeg-head.ts';
import { startPresenceWriter, type PresenceWriter } from '../presence/presence-writer.ts';
import {
  clearClaims,
  composeMemoryNode,
  insertOrganization,
  type TestNode,
  type TestOrganization,
} from '../testing/claim-world.ts';
import { authorOf } from '../testing/test-author.ts';
import { createGatedDatabase, type GatedDatabase } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createMemoryCarriers } from '../testing/memory-carrier.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import type { VirtualDevice } from '../testing/virtual-device.ts';
import { describeSign } from './sign-view.ts';

/** What a sign's record says of its stability and its picture, as time passes: two nodes, with kiosks and time in the test's hand. */

const random = createSeededRandom('sign-fields');
const log = pino({ level: 'silent' });
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const OFFLINE_AFTER_MS = 15_000;
let database: TestDatabase;
let gated: GatedDatabase;
let organization: TestOrganization;
let clock: ManualClock;
let nodes: TestNode[];
let writers: PresenceWriter[];
let id: string;
let device: VirtualDevice;
/** The records that dashboards of the other node were told of. */
let told: string[];
let isBeating: boolean;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  organization = await insertOrganization(database.db, { clock: createManualClock(), random }, { alice: 'admin' });
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});
beforeEach(async () => {
  await clearClaims(database.db);
  await clearCommands(database.db);
  for (const table of ['node', 'outage', 'notice'] as const) await database.db.deleteFrom(table).execute();
  clock = createManualClock();
  told = [];
  const rooms = createMemoryCarriers(2).of.map((carrier) => createRooms(carrier));
  nodes = rooms.map((own) => composeMemoryNode({ db: gated.open().db, clock, random, rooms: own }));
  writers = nodes.map((node) => {
    const limits = { offlineAfterMs: OFFLINE_AFTER_MS, warmUpMs: 0 };
    const writer = startPresenceWriter({ ...node, ...limits, db: gated.open().db, clock, random, log });
    node.addSweeps(writer.sweeper);
    return writer;
  });
  rooms[1]!.listen(organizationRoom(organization.id), (message) => {
    const heard = message as FeedMessage;
    if (heard.type === 'signs') told.push(...heard.ids);
  });
  for (const node of nodes) await node.membership.join();
  ({ id, device } = await makeLinked({ db: database.db, clock, random }, organization, nodes[0]!));
  isBeating = true;
  await pass(RENEW_LEASE_EVERY_MS);
});
afterEach(async () => {
  for (const writer of writers) await writer.stop();
});

/** Time passes as it does for nodes; a sign that beats is heard in each step. */
async function pass(ms: number, stepMs = RENEW_LEASE_EVERY_MS): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    if (isBeating) {
      const metrics = { cpuLoad: 0, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 3 };
      const said = { seq: 1, status: 'showing', mode: 'foreground', metrics, contentState: 'showing' };
      device.kiosk!.send('heartbeat', said);
    }
    clock.advance(Math.min(left, stepMs));
    await gated.settled();
  }
}
const sign = async () =>
  describeSign(await database.db.selectFrom('sign').selectAll().where('id', '=', id).executeTakeFirstOrThrow());

describe('Sign.unstable', () => {
  /** Changes of its verdict, one each half a minute: offline, online, and so on. */
  async function flap(changes: number): Promise<void> {
    for (let change = 0; change < changes; change += 1) {
      isBeating = !isBeating;
      await pass(30_000);
    }
  }

  it('N5: is true from the fifth change of the verdict within ten minutes, and dashboards of any node are told', async () => {
    await flap(4);
    expect(await sign()).toMatchObject({ presence: 'online', unstable: false });
    told = [];
    await flap(1);
    expect([await sign(), told]).toMatchObject([{ presence: 'offline', unstable: true }, [id]]);
  });

  it('N5: is false again after fifteen minutes without a change, and dashboards are told, though nothing else happens', async () => {
    await flap(6);
    expect(await sign()).toMatchObject({ presence: 'online', unstable: true });
    await pass(14 * MINUTE_MS, 10_000);
    expect((await sign()).unstable).toBe(true);
    told = [];
    await pass(1.5 * MINUTE_MS);
    expect([(await sign()).unstable, told]).toEqual([false, [id]]);
  });

  it('N5: stays true where the verdict changes in the last quiet minute, for fifteen more', async () => {
    await flap(6);
    await pass(14 * MINUTE_MS, 10_000);
    await flap(1);
    await pass(14 * MINUTE_MS, 10_000);
    expect(await sign()).toMatchObject({ presence: 'offline', unstable: true });
    await pass(2 * MINUTE_MS);
    expect(await sign()).toMatchObject({ presence: 'offline', unstable: false });
  });

  it('N5: is of the device: a record that loses it is not unstable', async () => {
    await flap(6);
    await nodes[0]!.signs.unregister(id, authorOf('alice'));
    expect(await sign()).toMatchObject({ device: null, unstable: false });
  });
});

describe('Sign.screenshotAt', () => {
  const image = jpegHead({ width: 8, height: 8 });
  async function takePicture(more: object = {}): Promise<string> {
    const capturedAt = new Date(clock.now() - 1_000).toISOString();
    const commandId = await send(nodes[0]!, id, { command: 'screenshot' });
    await pass(RENEW_LEASE_EVERY_MS);
    told = [];
    const result = { capturedAt, width: 8, height: 8, image, ...more };
    await device.kiosk!.request('sign:command_ack', { commandId, result });
    return capturedAt;
  }

  it('M3: is when the last picture was taken, and dashboards of any node are told of it', async () => {
    expect((await sign()).screenshotAt).toBe(null);
    for (let count = 0; count < 2; count += 1) {
      const capturedAt = await takePicture();
      expect([(await sign()).screenshotAt, told]).toEqual([capturedAt, [id]]);
    }
  });

  it('M3: stays where what the sign sends is no picture', async () => {
    const capturedAt = await takePicture();
    await takePicture({ image: Buffer.from('<svg>') });
    expect((await sign()).screenshotAt).toBe(capturedAt);
  });

  it('M3: is null at the moment at which the picture is too old, and dashboards are told', async () => {
    await takePicture();
    isBeating = false;
    const dueMs = clock.now() + 7 * DAY_MS;
    clock.advance(dueMs - clock.now() - 10_000);
    await gated.settled();
    expect((await sign()).screenshotAt).not.toBe(null);
    await pass(8_000);
    told = [];
    await pass(4_000, 500);
    expect([(await sign()).screenshotAt, told]).toEqual([null, [id]]);
    expect(await database.db.selectFrom('screenshot').select('signRecordId').execute()).toEqual([]);
  });

  it('M3: goes with the device that took it', async () => {
    await takePicture();
    await nodes[0]!.signs.unregister(id, authorOf('alice'));
    expect((await sign()).screenshotAt).toBe(null);
  });
});
