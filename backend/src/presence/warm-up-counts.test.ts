import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { pino } from 'pino';
import type { NodeWarmUp } from '@sign-display/contracts/backend-warm-up';
import { RENEW_LEASE_EVERY_MS } from '../cluster/held-lease-duration.ts';
import { createRooms } from '../cluster/node-messaging.ts';
import { makeLinked } from '../commands/testing/command-node.ts';
import {
  clearClaims,
  composeMemoryNode,
  HEARTBEAT_INTERVAL_MS,
  insertOrganization,
  type TestNode,
  type TestOrganization,
} from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createMemoryCarriers } from '../testing/memory-carrier.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import type { VirtualDevice } from '../testing/virtual-device.ts';
import { startPresenceWriter, type PresenceWriter } from './presence-writer.ts';

/** Two nodes that start at once in a hall of three signs, with kiosks and time in the test's hand. */

const random = createSeededRandom('warm-up-counts');
const WARM_UP_MS = 60_000;
const TIMES = { offlineAfterMs: 15_000, warmUpMs: WARM_UP_MS };
const log = pino({ level: 'silent' });
let database: TestDatabase;
let gated: GatedDatabase;
let organization: TestOrganization;
let clock: ManualClock;
let nodes: TestNode[];
let writers: PresenceWriter[];
let hall: VirtualDevice[];

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
  await database.db.deleteFrom('node').execute();
  clock = createManualClock();
  hall = [];
  nodes = createMemoryCarriers(2).of.map((carrier) =>
    composeMemoryNode({ db: gated.open().db, clock, random, rooms: createRooms(carrier), warmUpMs: WARM_UP_MS }),
  );
  for (let count = 0; count < 3; count += 1) {
    const { device } = await makeLinked({ db: database.db, clock, random }, organization, nodes[0]!);
    hall.push(device);
  }
  await database.db.updateTable('sign').set({ presence: 'online' }).execute();
  writers = nodes.map((node) => startPresenceWriter({ ...node, ...TIMES, db: gated.open().db, clock, random, log }));
  for (const node of nodes) await node.membership.join();
  await gated.settled();
});
afterEach(async () => {
  for (const writer of writers) await writer.stop();
  for (const node of nodes) await node.membership.leave();
});

function beat(device: VirtualDevice): void {
  const metrics = { cpuLoad: 0, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 3 };
  const said = { seq: 1, status: 'showing', mode: 'foreground', metrics, contentState: 'showing' };
  device.kiosk?.send('heartbeat', said);
}
/** Time passes as it does for nodes; who is connected has a heartbeat every five seconds. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= RENEW_LEASE_EVERY_MS / 2) {
    clock.advance(Math.min(left, RENEW_LEASE_EVERY_MS / 2));
    if (Math.ceil(left / 1_000) % (HEARTBEAT_INTERVAL_MS / 1_000) === 0) hall.forEach(beat);
    await gated.settled();
  }
}
/** What both nodes tell their dashboards, in the order of the nodes. */
function told() {
  const [here, there] = nodes.map(({ warmUps }) => warmUps.now());
  expect(here).toEqual(there);
  const of = ({ reason, heard, of: all }: NodeWarmUp) => [reason, heard, all];
  return nodes.map(({ nodeId }) => here!.filter((warmUp) => warmUp.nodeId === nodeId).map(of)[0] ?? null);
}

it('N2: nodes that start at once each tell how many of the signs that were online they have heard, and tell it at the pace of their renewals', async () => {
  await pass(2 * RENEW_LEASE_EVERY_MS);
  expect(told()).toEqual([
    ['start', 0, 3],
    ['start', 0, 3],
  ]);
  const news: NodeWarmUp[][] = [];
  nodes[1]!.warmUps.onChange((warmUps) => news.push(warmUps));
  for (let round = 0; round < 20; round += 1) hall.slice(0, 2).forEach(beat);
  await gated.settled();
  expect(news).toEqual([]);
  await pass(2 * RENEW_LEASE_EVERY_MS);
  expect(told()[0]).toEqual(['start', 2, 3]);
  expect(news.length).toBeLessThanOrEqual(2);

  // One moves.
  hall[0]!.disconnect();
  await hall[0]!.connect(nodes[1]!);
  beat(hall[0]!);
  await pass(HEARTBEAT_INTERVAL_MS + 2 * RENEW_LEASE_EVERY_MS);
  expect(told()).toEqual([
    ['start', 2, 3],
    ['start', 1, 3],
  ]);
  // What is heard of each is in its row, and goes with the warm-up.
  await pass(WARM_UP_MS);
  expect(told()).toEqual([null, null]);
  const rows = await database.db.selectFrom('node').select(['warmUpReason', 'warmUpHeard', 'warmUpOf']).execute();
  expect(rows).toEqual(nodes.map(() => ({ warmUpReason: null, warmUpHeard: null, warmUpOf: null })));
});

it('N2: after a mass silence a node tells how many are back, of those that were there when it began', async () => {
  await pass(WARM_UP_MS + 10_000);
  expect(told()).toEqual([null, null]);
  for (const device of hall) device.disconnect();
  await gated.settled();
  await pass(2 * RENEW_LEASE_EVERY_MS);
  expect(told()).toEqual([['mass_silence', 0, 3], null]);
  for (const device of hall) await device.connect(nodes[0]!);
  hall.forEach(beat);
  await pass(2 * RENEW_LEASE_EVERY_MS);
  expect(told()).toEqual([['mass_silence', 3, 3], null]);
});
