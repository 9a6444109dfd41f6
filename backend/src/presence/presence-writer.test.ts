import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { takeDevice } from '../devices/device-connections.ts';
import { createDashboardFeed, organizationRoom } from '../cluster/dashboard-feed.ts';
import type { FeedMessage } from '../cluster/check-node-message.ts';
import { createRooms } from '../cluster/node-messaging.ts';
import { statusOf } from '../signs/sign-status.ts';
import { clearClaims, insertOrganization, insertRecord, type TestOrganization } from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase, type GatedPool } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createPresence, type Presence } from './presence.ts';
import { pollEveryTwoSeconds } from './testing/poll-presence-writer.ts';
import { startPresenceWriter, type PresenceWriter } from './presence-writer.ts';

const random = createSeededRandom('presence-writer');
/** What was logged, level and text. */
const logged: string[] = [];
const log = pino(
  { level: 'info', formatters: { level: (level) => ({ level }) } },
  {
    write(line: string) {
      const { level, msg } = JSON.parse(line) as { level: string; msg: string };
      logged.push(`${level}: ${msg}`);
    },
  },
);
const idle = { mode: 'foreground', contentState: 'idle' } as const;
const OFFLINE_AFTER_MS = 15_000;
const SEEN_PERIOD_MS = 5_000;
const CHANGES_MS = 250;
const WARM_UP_MS = 60_000;
let database: TestDatabase;
let gated: GatedDatabase;
let pool: GatedPool;
let organization: TestOrganization;
let clock: ManualClock;
let devices: string[];
let isBroken: boolean;
/** Statements that were tried; what fails ends in a rollback beside. */
let tries = 0;
/** How many of them wrote the times of last heartbeats. */
let seenTries = 0;
/** Ids that dashboards were told of. */
let told: string[];
let nodes: { presence: Presence; writer: PresenceWriter }[];

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  pool = gated.open(async (statement) => {
    // What could not be said is rolled back all the same: else the connection would go back to the pool with its transaction open.
    if (statement === 'rollback') return;
    tries += 1;
    if (statement.includes('with seen as')) seenTries += 1;
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
  told = [];
  nodes = [];
  await clearClaims(database.db);
  devices = [];
  for (let count = 0; count < 3; count += 1) devices.push(await insertLinked());
});
afterEach(async () => {
  isBroken = false;
  for (const { writer } of nodes) await writer.stop();
});

async function insertLinked(): Promise<string> {
  const id = await insertRecord(database.db, { clock, random }, organization);
  const deviceSignId = makeUuidV4(random);
  const fields = { deviceSignId, macAddress: '00:00:00:00:00:01', shortCode: '000000' };
  await database.db.updateTable('sign').set(fields).where('id', '=', id).execute();
  return deviceSignId;
}
/** The device is connected to a node. */
async function connectTo(nodeId: string, signId: string): Promise<void> {
  const connectedAt = new Date(clock.now());
  const machine = { macAddress: '00:00:00:00:00:01', bootId: makeUuidV4(random), appVersion: '1.0.0' };
  const device = { signId, secretHash: 'hash', shortCode: '000000', ...machine, firstSeenAt: connectedAt };
  await database.db.insertInto('device').values(device).execute();
  await takeDevice(database.db, {
    signId,
    nodeId,
    connectionId: makeUuidV4(random),
    machine: { ...machine, address: '192.0.2.1', connectedAt: connectedAt.toISOString() },
    seen: { holder: null, decisions: 0 },
  });
}
/** `life` is the clock of a node that is to die. */
function startNode(warmUpMs = 0, life: Clock = clock): Presence {
  const times = { offlineAfterMs: OFFLINE_AFTER_MS, warmUpMs };
  const presence = createPresence({ clock: life, ...times, heartbeatIntervalMs: SEEN_PERIOD_MS });
  const rooms = createRooms();
  rooms.listen(organizationRoom(organization.id), (message) => {
    const heard = message as FeedMessage;
    if (heard.type === 'signs') told.push(...heard.ids);
  });
  const feed = createDashboardFeed(rooms);
  const nodeId = makeUuidV4(random);
  const shared = { db: pool.db, nodeId, presence, clock: life, random, log, feed };
  const writer = pollEveryTwoSeconds(shared, (looks) => startPresenceWriter({ ...shared, ...times, ...looks }));
  nodes.push({ presence, writer });
  return presence;
}
/** Lets time pass in small steps, and the statements of each step end. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += CHANGES_MS) {
    clock.advance(CHANGES_MS);
    await gated.settled();
  }
}
/** The same, while another node renews its lease. */
async function passRenewing(nodeId: string, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    const renewals = sql<number>`renewals + 1`;
    await database.db.updateTable('node').set({ renewals }).where('id', '=', nodeId).execute();
    await pass(1_000);
  }
}
const recordOf = (deviceSignId: string) =>
  database.db.selectFrom('sign').selectAll().where('deviceSignId', '=', deviceSignId).executeTakeFirstOrThrow();
const factsOf = async (deviceSignId: string) => {
  const { presence, contentState, mode } = await recordOf(deviceSignId);
  return [presence, contentState, mode];
};
const lastSeen = async (deviceSignId: string) => (await recordOf(deviceSignId)).lastSeenAt?.getTime();

describe('what heartbeats say', () => {
  it('is in the record 250 ms later, and dashboards are told which', async () => {
    const presence = startNode();
    presence.beat(devices[0]!, idle);
    presence.beat(makeUuidV4(random), idle);
    await pass(CHANGES_MS);
    const record = await recordOf(devices[0]!);
    expect(await factsOf(devices[0]!)).toEqual(['online', 'idle', 'foreground']);
    expect(told).toEqual([record.id]);
    expect(await factsOf(devices[1]!)).toEqual([null, null, null]);
  });

  it('that says nothing new is not written, but for its time', async () => {
    const presence = startNode();
    presence.beat(devices[0]!, idle);
    await pass(CHANGES_MS);
    const { statusSince } = await recordOf(devices[0]!);
    for (let beats = 0; beats < 3; beats += 1) {
      await pass(SEEN_PERIOD_MS);
      presence.beat(devices[0]!, idle);
    }
    expect(told.length).toBe(1);
    expect((await recordOf(devices[0]!)).statusSince).toEqual(statusSince);
  });

  it('moves statusSince with the status, and only with it', async () => {
    const presence = startNode();
    const beatAs = async (facts: Parameters<Presence['beat']>[1]) => {
      presence.beat(devices[0]!, facts);
      await pass(CHANGES_MS);
      return await recordOf(devices[0]!);
    };
    let before = await beatAs(idle);
    expect(before.statusSince?.getTime()).toBe(clock.now());
    for (const contentState of ['loading', 'unreachable', 'error', 'showing', 'idle'] as const)
      for (const mode of ['background', 'foreground'] as const) {
        const after = await beatAs({ contentState, mode });
        const moved = after.statusSince?.getTime() === clock.now();
        expect(moved).toBe(statusOf(after) !== statusOf(before));
        before = after;
      }
  });

  it('and the other reports are facts; those keep nothing alive', async () => {
    const presence = startNode();
    presence.report(devices[0]!, { contentState: 'error' });
    await pass(CHANGES_MS);
    expect(await factsOf(devices[0]!)).toEqual([null, null, null]);
    presence.beat(devices[0]!, idle);
    for (let reports = 0; reports < 4; reports += 1) {
      await pass(SEEN_PERIOD_MS);
      presence.report(devices[0]!, { contentState: reports % 2 ? 'error' : 'unreachable' });
    }
    await pass(CHANGES_MS);
    expect(await factsOf(devices[0]!)).toEqual(['offline', 'error', 'foreground']);
  });

  it('is written again when the record was another meanwhile', async () => {
    const presence = startNode();
    presence.beat(devices[0]!, idle);
    await pass(SEEN_PERIOD_MS);
    const wiped = { presence: null, contentState: null, mode: null };
    await database.db.updateTable('sign').set(wiped).where('deviceSignId', '=', devices[0]!).execute();
    presence.beat(devices[0]!, idle);
    await pass(SEEN_PERIOD_MS + CHANGES_MS);
    expect(await factsOf(devices[0]!)).toEqual(['online', 'idle', 'foreground']);
  });

  it('N1: and could not be written is written at the next try, though nothing more is said', async () => {
    const presence = startNode();
    presence.beat(devices[0]!, idle);
    isBroken = true;
    await pass(CHANGES_MS);
    isBroken = false;
    // Well before the times of heartbeats are written, which finds what a record lacks too.
    await pass(1_000);
    expect(await factsOf(devices[0]!)).toEqual(['online', 'idle', 'foreground']);
  });

  it('and could not be written is written later, in its newest form', async () => {
    const presence = startNode();
    isBroken = true;
    presence.beat(devices[0]!, idle);
    await pass(2_000);
    presence.beat(devices[0]!, { ...idle, contentState: 'error' });
    await pass(2_000);
    isBroken = false;
    await pass(2_000);
    expect(await factsOf(devices[0]!)).toEqual(['online', 'error', 'foreground']);
  });
});

it('while the database is away is tried less and less often, and logged once', async () => {
  const presence = startNode();
  logged.length = 0;
  isBroken = true;
  tries = 0;
  presence.beat(devices[0]!, idle);
  await pass(60_000);
  // After 0.25, 0.5, 1, then every 2 s; and the times of heartbeats beside them every 5 s.
  expect(tries).toBeGreaterThan(30);
  expect(tries).toBeLessThan(100);
  isBroken = false;
  await pass(5_000);
  expect(await factsOf(devices[0]!)).toEqual(['offline', 'idle', 'foreground']);
  expect(logged.filter((line) => line.includes('facts of signs'))).toEqual([
    'warn: facts of signs not stored, retrying',
    'info: facts of signs can be stored again',
  ]);
  expect(logged.filter((line) => line.includes('last-seen times'))).toHaveLength(2);
  // What changes from now on is written at once again.
  presence.beat(devices[0]!, { ...idle, contentState: 'error' });
  await pass(CHANGES_MS);
  expect(await factsOf(devices[0]!)).toEqual(['online', 'error', 'foreground']);
});

it('R4: writes the times of many heartbeats a thousand at once, so that the loop answers others between two statements', async () => {
  const presence = startNode();
  presence.beat(devices[0]!, idle);
  for (let count = 0; count < 2_500; count += 1) presence.beat(makeUuidV4(random), idle);
  presence.beat(devices[1]!, idle);
  const atMs = clock.now();
  seenTries = 0;
  await pass(SEEN_PERIOD_MS);
  expect(seenTries).toBe(3);
  expect([await lastSeen(devices[0]!), await lastSeen(devices[1]!)]).toEqual([atMs, atMs]);
});

describe('silence', () => {
  it('N1: of 15 s is offline, within a second, whatever the socket says', async () => {
    const presence = startNode();
    presence.beat(devices[0]!, idle);
    presence.beat(devices[1]!, idle);
    presence.letGo(devices[1]!);
    const atMs = clock.now();
    await pass(OFFLINE_AFTER_MS - CHANGES_MS);
    expect(await factsOf(devices[0]!)).toEqual(['online', 'idle', 'foreground']);
    expect(await factsOf(devices[1]!)).toEqual(['online', 'idle', 'foreground']);
    await pass(1_500);
    for (const device of devices.slice(0, 2)) {
      expect(await factsOf(device)).toEqual(['offline', 'idle', 'foreground']);
      expect(await lastSeen(device)).toBe(atMs);
    }
    presence.beat(devices[0]!, idle);
    await pass(CHANGES_MS);
    expect(await factsOf(devices[0]!)).toEqual(['online', 'idle', 'foreground']);
  });

  it('N1: on one node is nothing where another hears the device', async () => {
    const [here, there] = [startNode(), startNode()];
    here.beat(devices[0]!, idle);
    here.letGo(devices[0]!);
    for (let beats = 0; beats < 8; beats += 1) {
      await pass(SEEN_PERIOD_MS);
      there.beat(devices[0]!, { ...idle, contentState: 'showing' });
      expect((await factsOf(devices[0]!))[0]).toBe('online');
    }
  });

  it('N1: on one node is nothing where another has just heard the device, and nothing of it is other', async () => {
    const here = startNode();
    here.beat(devices[0]!, idle);
    here.letGo(devices[0]!);
    await pass(2_000);
    // It writes its last-seen times 12 s and 17 s after that heartbeat; the verdict on the silence here would come between.
    const there = startNode();
    await pass(10_500);
    there.beat(devices[0]!, idle);
    await pass(SEEN_PERIOD_MS);
    expect((await factsOf(devices[0]!))[0]).toBe('online');
    expect(told.length).toBe(1);
  });

  it.for([
    ['dies with what it heard', 'online'],
    ['lives, and hears nothing', 'offline'],
  ] as const)('N1: on one node waits for the one that has the device now: it %s', async ([, word]) => {
    const here = startNode();
    here.beat(devices[0]!, idle);
    here.letGo(devices[0]!);
    const dueMs = clock.now() + OFFLINE_AFTER_MS;
    await pass(CHANGES_MS);
    const id = makeUuidV4(random);
    await database.db
      .insertInto('node')
      .values({ id, startedAt: new Date(0), seenAt: new Date(dueMs) })
      .execute();
    await connectTo(id, devices[0]!);
    await passRenewing(id, OFFLINE_AFTER_MS - 1_000);
    await pass(3_000);
    expect((await factsOf(devices[0]!))[0]).toBe('online');
    if (word === 'offline') await passRenewing(id, 2_000);
    await pass(1_500);
    expect((await factsOf(devices[0]!))[0]).toBe(word);
    // Who nobody has is offline after the warm-up that such a device gets (none here), whichever node looks.
    await pass(OFFLINE_AFTER_MS + 2 * SEEN_PERIOD_MS);
    expect((await factsOf(devices[0]!))[0]).toBe('offline');
  });

  it('N2: on one node that waited for another is not told inside of a warm-up that began meanwhile', async () => {
    const here = startNode(WARM_UP_MS);
    for (let passed = 0; passed <= WARM_UP_MS; passed += SEEN_PERIOD_MS) {
      for (const device of devices) here.beat(device, idle);
      if (passed < WARM_UP_MS) await pass(SEEN_PERIOD_MS);
    }
    here.letGo(devices[0]!);
    await pass(2_000);
    expect(here.warmUp()).toBe(null);
    const id = makeUuidV4(random);
    const node = { id, startedAt: new Date(0), seenAt: new Date(clock.now() - 2_000 + OFFLINE_AFTER_MS) };
    await database.db.insertInto('node').values(node).execute();
    await connectTo(id, devices[0]!);
    for (let passed = 0; passed < OFFLINE_AFTER_MS + SEEN_PERIOD_MS; passed += SEEN_PERIOD_MS) {
      // It renews its lease until the verdict is due: perhaps it has died with what it had heard.
      const isRenewing = passed < OFFLINE_AFTER_MS - SEEN_PERIOD_MS;
      await (isRenewing ? passRenewing(id, SEEN_PERIOD_MS - 2_000) : pass(SEEN_PERIOD_MS - 2_000));
      for (const device of devices.slice(1)) here.beat(device, idle);
      if (passed < OFFLINE_AFTER_MS) await (isRenewing ? passRenewing(id, 2_000) : pass(2_000));
    }
    // Between two verdicts: one that was given before the warm-up is written, as ever.
    await pass(2 * CHANGES_MS);
    for (const device of devices.slice(1)) here.letGo(device);
    expect(here.warmUp()).toMatchObject({ reason: 'mass_silence' });
    await passRenewing(id, WARM_UP_MS - SEEN_PERIOD_MS);
    expect((await factsOf(devices[0]!))[0]).toBe('online');
    await passRenewing(id, 2 * SEEN_PERIOD_MS);
    expect((await factsOf(devices[0]!))[0]).toBe('offline');
  });

  it('N1: after a node has died is found by any other', async () => {
    const dying = startNode();
    dying.beat(devices[0]!, idle);
    await pass(CHANGES_MS);
    await nodes.pop()!.writer.stop();
    const other = startNode();
    for (let beats = 0; beats < 5; beats += 1) {
      other.beat(devices[1]!, idle);
      await pass(SEEN_PERIOD_MS);
    }
    other.beat(devices[1]!, idle);
    await pass(2 * SEEN_PERIOD_MS);
    expect((await factsOf(devices[0]!))[0]).toBe('offline');
    expect((await factsOf(devices[1]!))[0]).toBe('online');
  });
});

describe('the backend blames itself', () => {
  const presenceOf = async (deviceSignId: string) => (await factsOf(deviceSignId))[0];
  const beatFor = async (presence: Presence, beating: string[], ms: number) => {
    for (let passed = 0; passed < ms; passed += SEEN_PERIOD_MS) {
      for (const device of beating) presence.beat(device, idle);
      await pass(SEEN_PERIOD_MS);
    }
  };

  it('N2: a crash costs no device its verdict in the warm-up, 10 s of lastSeenAt, and one that never comes back none after it', async () => {
    const life = clock.fork();
    const before = startNode(WARM_UP_MS, life);
    await beatFor(before, devices, 30_000);
    life.stop();
    const diedAtMs = clock.now();
    for (const device of devices) expect(diedAtMs - (await lastSeen(device))!).toBeLessThanOrEqual(10_000);
    await pass(3_000);

    const after = startNode(WARM_UP_MS);
    const startedAtMs = clock.now();
    expect(after.warmUp()).toMatchObject({ reason: 'start', untilMs: startedAtMs + WARM_UP_MS });
    await beatFor(after, [], 5_000);
    await beatFor(after, devices.slice(0, 1), 45_000);
    await beatFor(after, devices.slice(0, 2), 25_000);
    for (const device of devices) expect(await presenceOf(device)).toBe('online');
    expect(told).toHaveLength(3);
    while ((await presenceOf(devices[2]!)) === 'online') await beatFor(after, devices.slice(0, 2), SEEN_PERIOD_MS);
    const lateMs = clock.now() - startedAtMs - WARM_UP_MS;
    expect(lateMs).toBeLessThanOrEqual(OFFLINE_AFTER_MS + 3 * SEEN_PERIOD_MS);
    const record = await recordOf(devices[2]!);
    expect(record.statusSince?.getTime()).toBeGreaterThan(startedAtMs + WARM_UP_MS);
    expect(await presenceOf(devices[0]!)).toBe('online');
    expect(await presenceOf(devices[1]!)).toBe('online');
  });

  it('N2: all go silent at once: they are offline since the end of the warm-up, and none before', async () => {
    const presence = startNode(WARM_UP_MS);
    await beatFor(presence, devices, 65_000);
    expect(presence.warmUp()).toBe(null);
    await pass(10_000);
    const { untilMs } = presence.warmUp()!;
    while (clock.now() < untilMs) {
      for (const device of devices) expect(await presenceOf(device)).toBe('online');
      await pass(1_000);
    }
    await pass(1_000 + CHANGES_MS);
    for (const device of devices) {
      expect(await presenceOf(device)).toBe('offline');
      expect((await recordOf(device)).statusSince?.getTime()).toBeGreaterThanOrEqual(untilMs);
    }
  });

  it('N2: a node’s own warm-up holds up what it says of others’ devices', async () => {
    const life = clock.fork();
    await beatFor(startNode(0, life), devices, 5_000);
    life.stop();
    // Another node, whose two devices are gone, comes to its sweep of all records while it blames itself.
    const own = [await insertLinked(), await insertLinked()];
    const other = startNode(WARM_UP_MS);
    await beatFor(other, own, 75_000);
    await pass(10_000);
    expect(other.warmUp()).toMatchObject({ reason: 'mass_silence' });
    await pass(20_000);
    expect(await presenceOf(devices[0]!)).toBe('online');
    await pass(40_000);
    expect(await presenceOf(devices[0]!)).toBe('offline');
  });

  it('N2: a node without devices takes nobody offline for what an outage of the database kept from being written', async () => {
    const life = clock.fork();
    startNode();
    await beatFor(startNode(0, life), devices, 60_000);
    isBroken = true;
    await pass(40_000);
    life.stop();
    isBroken = false;
    await pass(20_000);
    expect(await presenceOf(devices[0]!)).toBe('online');
    await pass(20_000);
    expect(await presenceOf(devices[0]!)).toBe('offline');
  });

  it('N2: a node that stood still reads what has come meanwhile before it judges', async () => {
    const presence = startNode(WARM_UP_MS);
    await beatFor(presence, devices, 50_000);
    // Its warm-up ends meanwhile.
    clock.advance(20_000);
    await gated.settled();
    clock.advance(1_000);
    for (const device of devices) presence.beat(device, idle);
    await pass(2_000);
    expect(presence.warmUp()).toBe(null);
    for (const device of devices) expect(await presenceOf(device)).toBe('online');
    expect(told).toHaveLength(3);
  });
});

describe('the time of the last heartbeat', () => {
  it('N1: is written every 5 s', async () => {
    const presence = startNode();
    presence.beat(devices[0]!, idle);
    await pass(1_000);
    presence.beat(devices[0]!, idle);
    const atMs = clock.now();
    await pass(1_000);
    expect(await lastSeen(devices[0]!)).toBe(atMs - 1_000);
    await pass(3_000);
    expect(await lastSeen(devices[0]!)).toBe(atMs);
  });

  it('N1: is kept while it can’t be written, under what came since', async () => {
    const presence = startNode();
    presence.beat(devices[0]!, idle);
    presence.beat(devices[1]!, idle);
    const firstMs = clock.now();
    isBroken = true;
    await pass(SEEN_PERIOD_MS);
    isBroken = false;
    presence.beat(devices[1]!, idle);
    const laterMs = clock.now();
    await pass(SEEN_PERIOD_MS);
    expect([await lastSeen(devices[0]!), await lastSeen(devices[1]!)]).toEqual([firstMs, laterMs]);
  });

  it('N1: is kept while it can’t be written, of a device that says nothing new', async () => {
    const presence = startNode();
    presence.beat(devices[0]!, idle);
    await pass(1_000);
    presence.beat(devices[0]!, idle);
    const atMs = clock.now();
    isBroken = true;
    await pass(SEEN_PERIOD_MS - 1_000);
    isBroken = false;
    await pass(SEEN_PERIOD_MS);
    expect(await lastSeen(devices[0]!)).toBe(atMs);
  });

  it('N1: is not overwritten by a node that no longer hears the device', async () => {
    const [here, there] = [startNode(), startNode()];
    here.beat(devices[0]!, idle);
    await pass(CHANGES_MS);
    here.beat(devices[0]!, idle);
    here.letGo(devices[0]!);
    await pass(1_000);
    there.beat(devices[0]!, idle);
    const newerMs = clock.now();
    await pass(SEEN_PERIOD_MS + CHANGES_MS);
    expect(await lastSeen(devices[0]!)).toBe(newerMs);
  });

  it('F1: that lies in the future is right with the first heartbeat that is heard', async () => {
    const future = new Date(clock.now() + 7_200_000);
    await database.db.updateTable('sign').set({ lastSeenAt: future }).where('deviceSignId', '=', devices[0]!).execute();
    startNode().beat(devices[0]!, idle);
    const atMs = clock.now();
    await pass(CHANGES_MS);
    expect(await lastSeen(devices[0]!)).toBe(atMs);
  });

  it('N1: is written at the stop, with the facts, and nothing after it', async () => {
    const presence = startNode();
    presence.beat(devices[0]!, idle);
    const atMs = clock.now();
    await nodes[0]!.writer.stop();
    expect(await lastSeen(devices[0]!)).toBe(atMs);
    expect(await factsOf(devices[0]!)).toEqual(['online', 'idle', 'foreground']);
    presence.beat(devices[1]!, idle);
    await pass(10 * SEEN_PERIOD_MS);
    expect(await lastSeen(devices[1]!)).toBeUndefined();
  });
});

it('every heartbeat is kept once, where part of what was heard could not be written', async () => {
  const presence = startNode();
  const [moved, written] = devices as [string, string];
  const beatBoth = () => [moved, written].forEach((device) => presence.beat(device, idle));
  beatBoth();
  await pass(SEEN_PERIOD_MS);
  beatBoth();
  await pass(SEEN_PERIOD_MS - CHANGES_MS);
  // The record of one changes while its times are written: it is left to a second statement, which fails.
  await database.db.transaction().execute(async (trx) => {
    await trx.updateTable('sign').set({ name: 'Foyer' }).where('deviceSignId', '=', moved).execute();
    clock.advance(CHANGES_MS);
    await gated.settled();
    expect(gated.running).toBe(1);
    isBroken = true;
  });
  await gated.settled();
  const keptOf = async (device: string) => (await recordOf(device)).keptMinutes!.reduce((sum, count) => sum + count, 0);
  expect([await keptOf(moved), await keptOf(written)]).toEqual([1, 2]);
  isBroken = false;
  await pass(SEEN_PERIOD_MS);
  expect([await keptOf(moved), await keptOf(written)]).toEqual([2, 2]);
});

describe.for([-7_200_000, -20_000, 20_000, 7_200_000])('F1: the wall clock is set by %i ms', (byMs) => {
  const presenceOf = async (deviceSignId: string) => (await factsOf(deviceSignId))[0];

  it('N1: a sign that dies then is offline 15 s later, no other is, and all times are right within 5 s', async () => {
    const presence = startNode();
    const [dying, ...others] = devices;
    for (let beats = 0; beats < 4; beats += 1) {
      for (const device of devices) presence.beat(device, idle);
      await pass(SEEN_PERIOD_MS);
    }
    for (const device of devices) presence.beat(device, idle);
    await pass(1_000);
    clock.stepWall(byMs);
    const diedMs = clock.monotonicMs() - 1_000;
    for (let passed = 1_000; passed < 120_000; passed += 1_000) {
      await pass(1_000);
      if (clock.monotonicMs() % SEEN_PERIOD_MS < 1_000) for (const device of others) presence.beat(device, idle);
      for (const device of others) expect(await presenceOf(device)).toBe('online');
      const silentMs = clock.monotonicMs() - diedMs;
      if (silentMs < OFFLINE_AFTER_MS) expect(await presenceOf(dying!)).toBe('online');
      if (silentMs > OFFLINE_AFTER_MS + 1_500) expect(await presenceOf(dying!)).toBe('offline');
      if (passed > 2 * SEEN_PERIOD_MS)
        for (const device of others) expect(clock.now() - (await lastSeen(device))!).toBeLessThanOrEqual(11_000);
    }
    expect(clock.now() - (await lastSeen(dying!))!).toBe(clock.monotonicMs() - diedMs);
    for (const device of others) expect(await lastSeen(device)).toBeLessThanOrEqual(clock.now());
  });

  it('N1: signs of a node that has died are offline a warm-up later, and those of another never', async () => {
    const life = clock.fork();
    const [dead, alive] = devices;
    const other = startNode(WARM_UP_MS);
    const died = startNode(WARM_UP_MS, life);
    const beatFor = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += SEEN_PERIOD_MS) {
        died.beat(dead!, idle);
        other.beat(alive!, idle);
        await pass(SEEN_PERIOD_MS);
        expect(await presenceOf(alive!)).toBe('online');
      }
    };
    await beatFor(120_000);
    life.stop();
    const diedMs = clock.monotonicMs();
    clock.stepWall(byMs);
    while ((await presenceOf(dead!)) === 'online' && clock.monotonicMs() - diedMs < 200_000)
      await beatFor(SEEN_PERIOD_MS);
    const lateMs = clock.monotonicMs() - diedMs - OFFLINE_AFTER_MS - WARM_UP_MS;
    expect(lateMs).toBeGreaterThanOrEqual(0);
    // A step back by less hides that the time is old for as long.
    expect(lateMs).toBeLessThanOrEqual(25_000 + (Math.abs(byMs) < 60_000 ? Math.max(0, -byMs) : 0));
    expect(await lastSeen(dead!)).toBeLessThanOrEqual(clock.now());
    await beatFor(30_000);
  });
});

it.for(['ahead', 'behind'])(
  'F1, N1: a sign that moves from a node whose wall clock is 10 minutes %s and back is online, until it is silent',
  async (which) => {
    const lives = [clock.fork(), clock.fork()];
    lives[which === 'ahead' ? 0 : 1]!.stepWall(600_000);
    const [here, there] = lives.map((life) => startNode(0, life)) as [Presence, Presence];
    for (const [hears, other] of [
      [here, there],
      [there, here],
      [here, there],
    ] as const) {
      other.letGo(devices[0]!);
      for (let beats = 0; beats < 8; beats += 1) {
        hears.beat(devices[0]!, idle);
        await pass(SEEN_PERIOD_MS);
        expect((await factsOf(devices[0]!))[0]).toBe('online');
      }
    }
    await pass(OFFLINE_AFTER_MS - SEEN_PERIOD_MS + 1_500);
    expect((await factsOf(devices[0]!))[0]).toBe('offline');
  },
);
