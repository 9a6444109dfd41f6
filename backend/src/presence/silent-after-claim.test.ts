import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RENEW_LEASE_EVERY_MS } from '../cluster/held-lease-duration.ts';
import { createRooms } from '../cluster/node-messaging.ts';
import { authorOf } from '../testing/test-author.ts';
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
import { createVirtualDevice, type VirtualDevice } from '../testing/virtual-device.ts';
import { startPresenceWriter, type PresenceWriter } from './presence-writer.ts';

/** N1: a sign that dies right after its claim. Two nodes that write what they hear, with kiosks and time in the test's hand. */

const random = createSeededRandom('dies-at-its-claim');
const OFFLINE_AFTER_MS = 15_000;
/** A sweep, and the write of what it found. */
const FOUND_WITHIN_MS = 2_000;
/** Where another node has the connection: its next renewal, and the look that finds it. */
const RENEWED_WITHIN_MS = 2 * RENEW_LEASE_EVERY_MS;
const STEP_MS = 500;
const IDLE = { seq: 1, status: 'unclaimed', mode: 'foreground', contentState: 'idle' } as const;
const METRICS = { cpuLoad: 0, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 3 };
let database: TestDatabase;
let gated: GatedDatabase;
let organizations: Record<'acknowledged' | 'legacy', TestOrganization>;
let clock: ManualClock;
/** Of the nodes: who is stopped has died. */
let lives: ReturnType<ManualClock['fork']>[];
let nodes: TestNode[];
let writers: PresenceWriter[];
/** The verdicts that were told to be written, of both nodes. */
let observed: string[];
let device: VirtualDevice;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  const deps = { clock: createManualClock(), random };
  organizations = {
    acknowledged: await insertOrganization(database.db, deps, { alice: 'operator' }),
    legacy: await insertOrganization(database.db, deps, { alice: 'operator' }, { linkHandshakeEnabled: false }),
  };
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});
beforeEach(async () => {
  await clearClaims(database.db);
  for (const table of ['node', 'outage'] as const) await database.db.deleteFrom(table).execute();
  clock = createManualClock();
  device = createVirtualDevice(random);
  [lives, writers, observed] = [[], [], []];
  nodes = createMemoryCarriers(2).of.map((carrier) => {
    const { db } = gated.open();
    const life = clock.fork();
    lives.push(life);
    const node = composeMemoryNode({ db, clock: life, random, rooms: createRooms(carrier) });
    const limits = { offlineAfterMs: OFFLINE_AFTER_MS, warmUpMs: 0, random, log: pino({ level: 'silent' }) };
    const observe = (word: string) => void observed.push(word);
    const writer = startPresenceWriter({ ...node, ...limits, db, clock: life, observe });
    node.addSweeps(writer.sweeper);
    writers.push(writer);
    return node;
  });
  for (const node of nodes) await node.membership.join();
});
afterEach(async () => {
  for (const writer of writers) await writer.stop();
});

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    clock.advance(STEP_MS);
    await gated.settled();
  }
}
const beat = () => device.kiosk!.send('heartbeat', { ...IDLE, metrics: METRICS });
/** What the sign's record says, and which outages it has had. */
async function told() {
  const { presence, lastSeenAt } = await database.db
    .selectFrom('sign')
    .selectAll()
    .where('deviceSignId', '=', device.signId)
    .executeTakeFirstOrThrow();
  const outages = await database.db.selectFrom('outage').selectAll().execute();
  return { presence, seenAtMs: lastSeenAt!.getTime(), outages: outages.map(({ kind }) => kind) };
}
/** The operator claims it through a node; it answers at once. */
async function claim(handshake: 'acknowledged' | 'legacy', through: TestNode): Promise<void> {
  const { id: organizationId, eventId } = organizations[handshake];
  const { signId, shortCode } = device;
  const body = { organizationId, eventId, name: 'Bar', location: 'Hall 1', url: 'https://example.com/' };
  const claimed = through.claims.claim(authorOf('alice'), { ...body, signId, shortCode });
  await gated.settled();
  const link = device.applyLinks().at(-1);
  if (link) {
    const { requestId, claimToken } = link;
    const answer = { requestId, claimToken, result: 'success', loadMs: 12, replayed: false };
    await device.kiosk!.request('sign:link_ack', answer);
  }
  expect(await claimed).toMatchObject({ body: { handshake } });
  await gated.settled();
}
async function dies(): Promise<void> {
  device.disconnect();
  await gated.settled();
}
/** It has just been claimed, and nobody hears it from now on: when it is offline, what is told of it then, and of how much later than its claim. */
async function silence(foundWithinMs = FOUND_WITHIN_MS) {
  const claimedAtMs = clock.now();
  const sinceMs = () => clock.now() - claimedAtMs;
  while ((await told()).presence === 'online' && sinceMs() < 2 * OFFLINE_AFTER_MS) await pass(STEP_MS);
  const { presence, seenAtMs, outages } = await told();
  const [isEarly, isLate] = [sinceMs() < OFFLINE_AFTER_MS, sinceMs() > OFFLINE_AFTER_MS + foundWithinMs];
  return { presence, isEarly, isLate, seenAfterMs: seenAtMs - claimedAtMs, outages, observed };
}
const JUDGED = { presence: 'offline', isEarly: false, isLate: false, seenAfterMs: 0 };
const ONCE = { outages: ['offline'], observed: ['offline'] };

const WAYS = [
  ['acknowledged', 'its own node'],
  ['acknowledged', 'another node'],
  ['legacy', 'its own node'],
  ['legacy', 'another node'],
] as const;

describe('a sign that dies between its claim and its next heartbeat', () => {
  it.for(WAYS)('N1: is offline 15 s after its claim: %s, claimed through %s', async ([handshake, where]) => {
    await device.connect(nodes[0]!);
    beat();
    await pass(HEARTBEAT_INTERVAL_MS - 1_000);
    await claim(handshake, nodes[where === 'its own node' ? 0 : 1]!);
    const claimedAtMs = clock.now();
    await dies();
    await pass(OFFLINE_AFTER_MS - HEARTBEAT_INTERVAL_MS);
    expect(await told()).toEqual({ presence: 'online', seenAtMs: claimedAtMs, outages: [] });
    await pass(HEARTBEAT_INTERVAL_MS + FOUND_WITHIN_MS);
    // Its answer was the last that anybody has heard of it.
    expect(await told()).toEqual({ presence: 'offline', seenAtMs: claimedAtMs, outages: ['offline'] });
  });

  it.for(WAYS)(
    'N1: is offline 15 s after its claim, if it was never heard: %s, claimed through %s',
    async ([how, where]) => {
      await device.connect(nodes[0]!);
      await claim(how, nodes[where === 'its own node' ? 0 : 1]!);
      const claimedAtMs = clock.now();
      await dies();
      await pass(OFFLINE_AFTER_MS - 1_000);
      expect(await told()).toEqual({ presence: 'online', seenAtMs: claimedAtMs, outages: [] });
      await pass(1_000 + FOUND_WITHIN_MS);
      expect(await told()).toMatchObject({ presence: 'offline', outages: ['offline'] });
    },
  );

  it('N1: is offline 15 s after its claim, if it was heard by the node only that it had left before', async () => {
    await device.connect(nodes[0]!);
    beat();
    await pass(1_000);
    await dies();
    await device.connect(nodes[1]!);
    await claim('acknowledged', nodes[1]!);
    await dies();
    await pass(OFFLINE_AFTER_MS + FOUND_WITHIN_MS);
    expect(await told()).toMatchObject({ presence: 'offline', outages: ['offline'] });
  });
});

describe('a sign whose last heartbeat came long before its claim', () => {
  it.for([
    ['acknowledged', 'the node that it is on now', 'keeps its connection'],
    ['acknowledged', 'the node that it is on now', 'loses its connection'],
    ['legacy', 'the node that it has left', 'keeps its connection'],
    ['legacy', 'the node that it has left', 'loses its connection'],
  ] as const)(
    'N1: is not offline by what the node has not heard that it has left: %s, claimed through %s, it %s',
    async ([handshake, where, what]) => {
      await device.connect(nodes[0]!);
      beat();
      await pass(1_000);
      await dies();
      await pass(OFFLINE_AFTER_MS - 3_000);
      await device.connect(nodes[1]!);
      await claim(handshake, nodes[where === 'the node that it has left' ? 0 : 1]!);
      if (what === 'loses its connection') await dies();
      expect(await silence(FOUND_WITHIN_MS + RENEWED_WITHIN_MS)).toEqual({ ...JUDGED, ...ONCE });
    },
  );

  it.for(WAYS)(
    'N1: is online since its claim, if it was silent before: %s, claimed through %s',
    async ([how, where]) => {
      await device.connect(nodes[0]!);
      beat();
      await pass(OFFLINE_AFTER_MS + FOUND_WITHIN_MS);
      await claim(how, nodes[where === 'its own node' ? 0 : 1]!);
      await dies();
      expect(await silence()).toEqual({ ...JUDGED, ...ONCE });
    },
  );

  it('N1: is found by the sweep over the records, if the node that has committed the claim dies with it', async () => {
    await device.connect(nodes[0]!);
    beat();
    await pass(1_000);
    await dies();
    await device.connect(nodes[1]!);
    await claim('acknowledged', nodes[1]!);
    lives[1]!.stop();
    await dies();
    await pass(OFFLINE_AFTER_MS + FOUND_WITHIN_MS);
    expect(await told()).toMatchObject({ presence: 'online', outages: [] });
    await pass(OFFLINE_AFTER_MS + FOUND_WITHIN_MS);
    expect(await told()).toMatchObject({ presence: 'offline', outages: ['offline'] });
    expect(observed).toEqual(['offline']);
  });
});

describe('a sign that lives after its claim', () => {
  it.for(WAYS)('N1: is never offline, wherever it goes: %s, claimed through %s', async ([handshake, where]) => {
    await device.connect(nodes[0]!);
    beat();
    await pass(1_000);
    await claim(handshake, nodes[where === 'its own node' ? 0 : 1]!);
    await dies();
    await device.connect(nodes[1]!);
    for (let beats = 0; beats < 8; beats += 1) {
      beat();
      await pass(HEARTBEAT_INTERVAL_MS);
      expect(await told()).toMatchObject({ presence: 'online', outages: [] });
    }
  });

  it('N1: is counted by no node as offline, also not by one that has committed its claim and never hears it', async () => {
    await device.connect(nodes[0]!);
    await claim('legacy', nodes[1]!);
    for (let beats = 0; beats < 8; beats += 1) {
      beat();
      await pass(HEARTBEAT_INTERVAL_MS);
    }
    expect(await told()).toMatchObject({ presence: 'online', outages: [] });
    expect(observed).toEqual([]);
  });

  it('N1: that is silent on a half-open connection is offline as well, and online with its next heartbeat', async () => {
    await device.connect(nodes[0]!);
    await claim('acknowledged', nodes[0]!);
    await pass(OFFLINE_AFTER_MS + FOUND_WITHIN_MS);
    expect(await told()).toMatchObject({ presence: 'offline', outages: ['offline'] });
    beat();
    await pass(STEP_MS);
    expect(await told()).toMatchObject({ presence: 'online', seenAtMs: clock.now() - STEP_MS });
    expect(observed).toEqual(['offline', 'online']);
  });
});
