import * as fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import type { Sign } from '@sign-display/contracts/rest/signs';
import type { SessionLookup } from '../access/find-caller.ts';
import { describeSign } from '../signs/sign-view.ts';
import { createTestBoundary } from '../testing/test-error-boundary.ts';
import { insertOrganization, type TestOrganization } from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase, type GatedPool } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createMemoryCarriers } from '../testing/memory-carrier.ts';
import { createMemoryDashboards, type MemoryDashboard, type MemoryDashboards } from '../testing/memory-dashboards.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createDashboardFeed, type DashboardFeed } from '../cluster/dashboard-feed.ts';
import { serveDashboards } from './dashboard-namespace.ts';
import { createSignVersions } from '../cluster/sign-change-counters.ts';
import { createWarmUps } from '../cluster/watch-node-warm-ups.ts';
import { createRooms } from '../cluster/node-messaging.ts';

/** Two nodes with one database and time in the test's hand: what dashboards come to show. */

const random = createSeededRandom('dashboard-watching');
const STEP_MS = 300;
const log = pino({ level: 'silent' });
let database: TestDatabase;
let gated: GatedDatabase;
let pool: GatedPool;
let ours: TestOrganization;
let theirs: TestOrganization;
let otherEventId: string;
/** Sessions can't be read. */
let isBroken = false;
/** Reads of inboxes wait for it. */
let inboxGate: Promise<void> = Promise.resolve();

const readRows = (eventId?: string) => {
  const signs = database.db.selectFrom('sign').selectAll().where('organizationId', '=', ours.id);
  return (eventId === undefined ? signs : signs.where('eventId', '=', eventId)).execute();
};

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  pool = gated.open(async (statement) => {
    if (statement.includes('"notification"')) await inboxGate;
    if (isBroken && statement.includes('"session"')) throw new Error('the database is away');
  });
  const deps = { clock: createManualClock(), random };
  ours = await insertOrganization(database.db, deps, { ada: 'viewer' });
  theirs = await insertOrganization(database.db, deps, { eve: 'owner' });
  otherEventId = makeUuidV7(deps.clock, random);
  // A session lives for 30 days at the most.
  const at = new Date(deps.clock.now());
  const event = {
    id: otherEventId,
    organizationId: ours.id,
    name: 'Other',
    timeZone: 'UTC',
    createdAt: at,
    updatedAt: at,
  };
  await database.db.insertInto('event').values(event).execute();
  for (const userId of ['ada', 'eve']) {
    const session = { id: `of-${userId}`, token: userId, userId, createdAt: at, updatedAt: at };
    const expiresAt = new Date(Date.UTC(2100, 0));
    await database.db
      .insertInto('session')
      .values({ ...session, expiresAt, ipAddress: null, userAgent: null })
      .execute();
  }
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});

/** Whoever says who they are is believed; their session and roles are the database's. */
const sessions: SessionLookup = {
  async findCaller({ cookie = '' }) {
    return { userId: cookie, sessionId: `of-${cookie}`, name: cookie, email: `${cookie}@example.com`, mfa: false };
  },
};

interface World {
  clock: ManualClock;
  nodes: { dashboards: MemoryDashboards; feed: DashboardFeed; tell(organizationId: string, ids: string[]): void }[];
  carriers: ReturnType<typeof createMemoryCarriers>;
  pass(ms?: number): Promise<void>;
}

async function startWorld(): Promise<World> {
  await database.db.deleteFrom('sign').execute();
  const clock = createManualClock();
  const carriers = createMemoryCarriers(2);
  const nodes = carriers.of.map((carrier) => {
    const rooms = createRooms(carrier);
    const dashboards = createMemoryDashboards();
    const observe = { connections() {}, patch() {}, refused() {} };
    const warmUps = createWarmUps({ db: pool.db, nodes: { dead: () => [] }, rooms, log });
    const boundary = createTestBoundary();
    // As if every attempt of Ada's were committed.
    const readClaims = async (userId: string, requestIds: readonly string[]) =>
      userId === 'ada'
        ? requestIds.map((requestId) => ({
            organizationId: null,
            update: { requestId, signId: requestId, step: 'committed' as const },
          }))
        : [];
    const shared = {
      db: pool.db,
      clock,
      boundary,
      log,
      rooms,
      readClaims,
      readAttempts: async () => [],
      sessions,
      observe,
    };
    serveDashboards({ ...shared, transport: dashboards, warmUps, signVersions: createSignVersions(rooms) });
    const feed = createDashboardFeed(rooms);
    return { dashboards, feed, tell: feed.signsChanged };
  });
  // In small steps: what waits for the database gets its answer in between, as it does in time that passes by itself.
  const pass = async (ms = 100): Promise<void> => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      clock.advance(Math.min(STEP_MS, ms - passed));
      await gated.settled();
    }
  };
  return { clock, nodes, carriers, pass };
}

/** A dashboard that keeps its list as the contract has it: what was read, with the patches over it. */
interface Wall {
  dashboard: MemoryDashboard;
  signs: Map<string, Sign>;
  patchedAtMs: number[];
  hasGap: boolean;
  read(): Promise<void>;
}

async function openWall(world: World, node: number, eventId?: string): Promise<Wall> {
  const connected = await world.nodes[node]!.dashboards.connect({ headers: { cookie: 'ada' } });
  if ('refusal' in connected) throw new Error(connected.refusal.code);
  const { dashboard } = connected;
  const signs = new Map<string, Sign>();
  const patchedAtMs: number[] = [];
  let cursor = 0;
  dashboard.onMessage((event, message) => {
    if (event !== 'signs:patch') return;
    const patch = message as DashboardUpdateMessage<'signs:patch'>;
    cursor += 1;
    if (patch.cursor !== cursor) wall.hasGap = true;
    cursor = patch.cursor;
    patchedAtMs.push(world.clock.monotonicMs());
    for (const change of patch.changes) signs.set(change.id, { ...signs.get(change.id), ...change } as Sign);
    for (const id of patch.removed) signs.delete(id);
  });
  const wall: Wall = {
    dashboard,
    signs,
    patchedAtMs,
    hasGap: false,
    async read() {
      const rows = await readRows(eventId);
      for (const row of rows) signs.set(row.id, describeSign(row));
    },
  };
  const reply = await dashboard.request('subscribe', { organizationId: ours.id, eventId });
  expect(reply).toMatchObject({ ok: true, cursor: 0 });
  return wall;
}

const listOf = async (eventId?: string) => {
  const rows = await readRows(eventId);
  return new Map(rows.map((row) => [row.id, describeSign(row)]));
};

const facts = ['idle', 'showing', 'error'] as const;
type Step =
  | { do: 'make'; isTheirs: boolean }
  | { do: 'change'; which: number; contentState: (typeof facts)[number]; name: string }
  | { do: 'move' | 'remove'; which: number }
  | { do: 'open'; node: number; isOfEvent: boolean }
  | { do: 'pass'; ms: number }
  | { do: 'stuff'; which: number; isStuck: boolean };
const which = fc.nat(20);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('make' as const), isTheirs: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      which,
      contentState: fc.constantFrom(...facts),
      name: fc.constantFrom('a', 'b'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('move' as const, 'remove' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('open' as const), node: fc.nat(1), isOfEvent: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 50, 275, 12_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stuff' as const), which, isStuck: fc.boolean() }) },
);

it('X3: a node reads a change from the database before it sends it to its dashboards, and ignores the values in the message of another node', async () => {
  const world = await startWorld();
  const requestId = makeUuidV4(random);
  const heard: unknown[][] = [[], []];
  for (const [node, told] of heard.entries()) {
    const { dashboard } = await openWall(world, node);
    dashboard.onMessage((event, message) => void (event === 'claim:update' && told.push(message)));
  }
  const carried: unknown[] = [];
  world.carriers.watch((_room, message) => carried.push(message));
  const { feed } = world.nodes[0]!;
  for (const step of ['sent', 'acknowledged', 'failed'] as const)
    feed.toUser({ userId: 'ada', organizationId: null }, 'claim:update', { requestId, signId: requestId, step });
  await world.pass();
  const update = (step: string) => ({ requestId, signId: requestId, step });
  expect(heard[0]).toEqual([update('sent'), update('acknowledged'), update('failed')]);
  expect(heard[1]).toEqual([update('committed'), update('committed')]);
  expect(carried).toEqual(Array.from({ length: 2 }, () => ({ type: 'claims', ids: [requestId] })));
});

it('D17: a message that arrives while a node reads the read marks is sent after them, so pages show it as unread', async () => {
  const world = await startWorld();
  const { dashboard } = await openWall(world, 0);
  const received: string[] = [];
  dashboard.onMessage((event) => void received.push(event));
  const { promise, resolve: open } = Promise.withResolvers<void>();
  inboxGate = promise;
  const { feed } = world.nodes[0]!;
  feed.messagesRead('ada', null);
  await world.pass();
  const id = makeUuidV7(world.clock, random);
  const facts = { signs: [], signCount: 0, outageIds: [], readAt: null, channels: [] };
  const about = { organizationId: null, event: null, kind: 'push_ending' as const };
  const message = { id, at: new Date(world.clock.now()).toISOString(), ...about, title: 'T', text: 'T', ...facts };
  feed.toUser({ userId: 'ada', organizationId: null }, 'notification', message);
  await world.pass();
  expect(received).toEqual([]);
  open();
  await world.pass();
  expect(received).toEqual(['notifications:read', 'notification']);
});

it('A6: a socket receives nothing of an organization before its session’s access there was read', async () => {
  const world = await startWorld();
  const { dashboard } = await openWall(world, 0);
  const received: unknown[] = [];
  dashboard.onMessage((event, message) => void (event === 'claim:update' && received.push(message)));
  const { db } = database;
  const update = { requestId: makeUuidV4(random), signId: makeUuidV4(random), step: 'sent' as const };
  const send = (organizationId: string | null) =>
    world.nodes[0]!.feed.toUser({ userId: 'ada', organizationId }, 'claim:update', update);
  const member = { organizationId: theirs.id, userId: 'ada', role: 'viewer' as const };
  await db
    .insertInto('member')
    .values({ ...member, createdAt: new Date(world.clock.now()) })
    .execute();
  onTestFinished(async () => {
    await db.deleteFrom('member').where('organizationId', '=', theirs.id).where('userId', '=', 'ada').execute();
  });
  send(theirs.id);
  await world.pass();
  expect(received).toEqual([]);
  await world.pass(400);
  send(theirs.id);
  send(null);
  await world.pass();
  expect(received).toEqual([update, update]);
});

describe('a wall of signs', () => {
  it('comes to show the list as it is, on any node, and nothing of others (A1)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 40 }), async (steps) => {
        const world = await startWorld();
        const { db } = database;
        const made: { id: string; organizationId: string }[] = [];
        const walls: (Wall & { eventId: string | undefined })[] = [];
        const at = new Date(world.clock.now());
        let count = 0;
        const tell = (sign: { id: string; organizationId: string }) =>
          world.nodes[(count += 1) % 2]!.tell(sign.organizationId, [sign.id]);
        const pick = <Item>(items: Item[], index: number): Item | undefined => items[index % (items.length || 1)];
        const open = async (node: number, eventId: string | undefined) => {
          const wall = await openWall(world, node, eventId);
          await wall.read();
          walls.push(Object.assign(wall, { eventId }));
        };

        const run: { [Do in Step['do']]: (step: Extract<Step, { do: Do }>) => Promise<void> | void } = {
          async make({ isTheirs }) {
            const { id: organizationId, eventId } = isTheirs ? theirs : ours;
            const id = makeUuidV7(world.clock, random);
            const row = { id, organizationId, eventId, name: 'Sign', location: 'Hall', createdAt: at, updatedAt: at };
            await db.insertInto('sign').values(row).execute();
            made.push({ id, organizationId });
            tell({ id, organizationId });
          },
          async change({ which: index, contentState, name }) {
            const sign = pick(made, index);
            if (!sign) return;
            await db.updateTable('sign').set({ contentState, name }).where('id', '=', sign.id).execute();
            tell(sign);
          },
          async move({ which: index }) {
            const sign = pick(made, index);
            if (sign?.organizationId !== ours.id) return;
            await db.updateTable('sign').set({ eventId: otherEventId }).where('id', '=', sign.id).execute();
            tell(sign);
          },
          async remove({ which: index }) {
            const sign = pick(made, index);
            if (!sign) return;
            await db.deleteFrom('sign').where('id', '=', sign.id).execute();
            tell(sign);
          },
          open: ({ node, isOfEvent }) => open(node, isOfEvent ? ours.eventId : undefined),
          pass: ({ ms }) => world.pass(ms),
          stuff({ which: index, isStuck }) {
            const wall = pick(walls, index);
            if (wall) wall.dashboard.waiting = isStuck ? 1 : 0;
          },
        };
        await open(0, undefined);
        await open(1, ours.eventId);
        for (const step of steps) await (run[step.do] as (given: Step) => Promise<void> | void)(step);
        for (const wall of walls) wall.dashboard.waiting = 0;
        await gated.settled();
        for (let rounds = 0; rounds < 4; rounds += 1) await world.pass(300);

        const foreign = new Set(made.filter(({ organizationId }) => organizationId === theirs.id).map(({ id }) => id));
        for (const wall of walls) {
          if (!wall.dashboard.isOpen) continue;
          expect(wall.signs).toEqual(await listOf(wall.eventId));
          expect(wall.hasGap).toBe(false);
          const said = JSON.stringify(wall.dashboard.received);
          for (const id of foreign) expect(said).not.toContain(id);
        }
        for (const { dashboards } of world.nodes) dashboards.close();
      }),
      { numRuns: 60 },
    );
  });

  const makeSign = async (world: World): Promise<string> => {
    const id = makeUuidV7(world.clock, random);
    const at = new Date(world.clock.now());
    const place = { organizationId: ours.id, eventId: ours.eventId, name: 'Sign', location: 'Hall' };
    await database.db
      .insertInto('sign')
      .values({ id, ...place, createdAt: at, updatedAt: at })
      .execute();
    return id;
  };
  const rename = async (world: World, id: string, name: string): Promise<void> => {
    await database.db.updateTable('sign').set({ name }).where('id', '=', id).execute();
    world.nodes[0]!.tell(ours.id, [id]);
  };

  it('that has read its list is told what changed and nothing else', async () => {
    const world = await startWorld();
    const id = await makeSign(world);
    const wall = await openWall(world, 0);
    await wall.read();
    await rename(world, id, 'first');
    await world.pass(11_000);
    await rename(world, id, 'second');
    await world.pass(600);
    const [whole, change] = wall.dashboard.received.map(({ message }) => message);
    expect(whole).toEqual({ cursor: 1, changes: [expect.objectContaining({ id, location: 'Hall' })], removed: [] });
    expect(change).toEqual({ cursor: 2, changes: [{ id, name: 'second' }], removed: [] });
  });

  it('that reads its list between a change and the one back is right all the same', async () => {
    const world = await startWorld();
    const id = await makeSign(world);
    await openWall(world, 0);
    await rename(world, id, 'before');
    // What changes right after a patch is read for the next one.
    await world.pass(25);
    const wall = await openWall(world, 0);
    await rename(world, id, 'meanwhile');
    await wall.read();
    await rename(world, id, 'before');
    await world.pass(600);
    expect(wall.signs.get(id)?.name).toBe('before');
  });

  it('gets four patches a second at most, and the last is never late, however fast things change', async () => {
    const world = await startWorld();
    const id = await makeSign(world);
    const wall = await openWall(world, 0);
    for (let changes = 0; changes < 100; changes += 1) {
      await rename(world, id, `change ${changes}`);
      await world.pass(25);
    }
    await world.pass(300);
    expect(wall.patchedAtMs.length).toBeGreaterThan(8);
    for (const [index, atMs] of wall.patchedAtMs.entries())
      if (index >= 4) expect(atMs - wall.patchedAtMs[index - 4]!).toBeGreaterThan(1_000);
    expect(wall.signs.get(id)?.name).toBe('change 99');
  });

  it('is told to read anew when nodes may have missed each other', async () => {
    const world = await startWorld();
    const wall = await openWall(world, 0);
    world.carriers.cut();
    world.carriers.mend();
    expect(wall.dashboard.received).toEqual([
      { event: 'signs:patch', message: { cursor: 2, changes: [], removed: [] } },
    ]);
  });

  it('that takes nothing is cut off, and keeps no more waiting than there are signs', async () => {
    const world = await startWorld();
    const wall = await openWall(world, 0);
    wall.dashboard.waiting = 1;
    const id = makeUuidV7(world.clock, random);
    for (let ticks = 0; ticks < 200 && wall.dashboard.isOpen; ticks += 1) {
      world.nodes[0]!.tell(ours.id, [id]);
      await world.pass(275);
    }
    expect(wall.dashboard.isOpen).toBe(false);
    expect(wall.dashboard.received).toEqual([]);
    expect(world.clock.monotonicMs()).toBeGreaterThan(30_000);
  });

  it.each(['session', 'role'])('A3: is cut off within a second when its %s is gone', async (what) => {
    const world = await startWorld();
    const wall = await openWall(world, 0);
    await world.pass(900);
    expect(wall.dashboard.isOpen).toBe(true);
    const { db } = database;
    const session = await db.selectFrom('session').selectAll().where('userId', '=', 'ada').executeTakeFirstOrThrow();
    if (what === 'session') await db.deleteFrom('session').where('userId', '=', 'ada').execute();
    else await db.updateTable('member').set({ role: 'operator' }).where('userId', '=', 'ada').execute();
    await world.pass(1_000);
    expect(wall.dashboard.isOpen).toBe(false);
    if (what === 'session') await db.insertInto('session').values(session).execute();
    else await db.updateTable('member').set({ role: 'viewer' }).where('userId', '=', 'ada').execute();
  });

  it('A6: a wall is cut off within one second after its organization requires a second factor that its session lacks', async () => {
    const world = await startWorld();
    const wall = await openWall(world, 0);
    await world.pass(900);
    const { db } = database;
    const require = (mfaRequired: boolean) =>
      db.updateTable('organization').set({ mfaRequired }).where('id', '=', ours.id).execute();
    await require(true);
    await world.pass(1_000);
    await require(false);
    expect(wall.dashboard.isOpen).toBe(false);
  });

  it('A3: is shown nothing while nobody can say who may see it, and is cut off when that lasts', async () => {
    const world = await startWorld();
    const wall = await openWall(world, 0);
    await world.pass(400);
    isBroken = true;
    await world.pass(1_500);
    const feed = world.nodes[0]!;
    feed.tell(ours.id, [makeUuidV7(world.clock, random)]);
    await world.pass(400);
    expect(wall.dashboard.received).toEqual([]);
    for (let ticks = 0; ticks < 30 && wall.dashboard.isOpen; ticks += 1) await world.pass(400);
    isBroken = false;
    expect(wall.dashboard.isOpen).toBe(false);
  });

  it('A3: is told to read anew after nobody could say for a moment', async () => {
    const world = await startWorld();
    const wall = await openWall(world, 0);
    await world.pass(400);
    isBroken = true;
    for (let ticks = 0; ticks < 4; ticks += 1) await world.pass(400);
    isBroken = false;
    for (let ticks = 0; ticks < 4; ticks += 1) await world.pass(400);
    expect(wall.dashboard.isOpen).toBe(true);
    expect(wall.hasGap).toBe(true);
  });
});
