import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import type { SessionLookup } from '../access/find-caller.ts';
import { createDashboardFeed } from '../cluster/dashboard-feed.ts';
import { createRooms } from '../cluster/node-messaging.ts';
import { createSignVersions } from '../cluster/sign-change-counters.ts';
import { createWarmUps } from '../cluster/watch-node-warm-ups.ts';
import { describeSign } from '../signs/sign-view.ts';
import { createSnapshots, type Snapshots } from '../signs/snapshot/snapshots.ts';
import { createTestBoundary } from '../testing/test-error-boundary.ts';
import { insertOrganization, type TestOrganization } from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase, type GatedPool } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createMemoryCarriers } from '../testing/memory-carrier.ts';
import { createMemoryDashboards, type MemoryDashboard, type MemoryDashboards } from '../testing/memory-dashboards.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { serveDashboards } from './dashboard-namespace.ts';

/** Two nodes with one database: walls that subscribe, read a snapshot and take patches, while signs change between all of it. */

const random = createSeededRandom('dashboard-snapshots');
const log = pino({ level: 'silent' });
/** More than one page of a snapshot, so that signs change between the pages. */
const SIGNS = 600;
let database: TestDatabase;
let gated: GatedDatabase;
let pool: GatedPool;
let ours: TestOrganization;
let otherEventId: string;
/** The statements of snapshots that wait until a step lets them go. */
const waiting: (() => void)[] = [];
let isHeld = false;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  pool = gated.open(async (statement) => {
    if (isHeld && statement.includes('hash_record')) await new Promise<void>((go) => waiting.push(go));
  });
  const clock = createManualClock();
  ours = await insertOrganization(database.db, { clock, random }, { ada: 'viewer' });
  otherEventId = makeUuidV7(clock, random);
  const at = new Date(clock.now());
  const times = { createdAt: at, updatedAt: at };
  const event = { id: otherEventId, organizationId: ours.id, name: 'Other', timeZone: 'UTC', ...times };
  await database.db.insertInto('event').values(event).execute();
  const session = { id: 'of-ada', token: 'ada', userId: 'ada', ...times, ipAddress: null, userAgent: null };
  await database.db
    .insertInto('session')
    .values({ ...session, expiresAt: new Date(Date.UTC(2100, 0)) })
    .execute();
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});

const sessions: SessionLookup = {
  findCaller: async () => ({ userId: 'ada', sessionId: 'of-ada', name: 'ada', email: 'ada@example.com', mfa: false }),
};

interface NodeOfTest {
  dashboards: MemoryDashboards;
  snapshots: Snapshots;
  tell(organizationId: string, ids: string[]): void;
}

function startNodes(clock: ManualClock) {
  const carriers = createMemoryCarriers(2);
  const nodes = carriers.of.map((carrier): NodeOfTest => {
    const rooms = createRooms(carrier);
    const dashboards = createMemoryDashboards();
    const observe = { connections() {}, patch() {}, refused() {} };
    const warmUps = createWarmUps({ db: pool.db, nodes: { dead: () => [] }, rooms, log });
    const boundary = createTestBoundary();
    const readClaims = async () => [];
    const readAttempts = async () => [];
    const shared = { db: pool.db, clock, boundary, log, rooms, readClaims, readAttempts, sessions, observe };
    serveDashboards({ ...shared, transport: dashboards, warmUps, signVersions: createSignVersions(rooms) });
    const snapshots = createSnapshots({ db: pool.db, clock, cut() {}, observe() {} });
    return { dashboards, snapshots, tell: createDashboardFeed(rooms).signsChanged };
  });
  return { carriers, nodes };
}

let made = 0;
async function insertSigns(clock: ManualClock, count: number): Promise<string[]> {
  const at = new Date(clock.now());
  const place = { organizationId: ours.id, eventId: ours.eventId, location: 'Hall', createdAt: at, updatedAt: at };
  const facts = { presence: 'online', contentState: 'showing', mode: 'foreground', lastSeenAt: at } as const;
  const rows = Array.from({ length: count }, () => {
    const deviceSignId = makeUuidV4(random);
    const device = { deviceSignId, macAddress: '00:1a:2b:3c:4d:5e', shortCode: deriveShortCode(deviceSignId) };
    return { id: makeUuidV7(clock, random), name: `Sign ${(made += 1)}`, ...place, ...device, ...facts };
  });
  await database.db.insertInto('sign').values(rows).execute();
  return rows.map(({ id }) => id);
}

/** A wall without its settings, and without the times of heartbeats, which are told to nobody. */
const shownOf = ({ lastSeenAt: _, ...shown }: SignRow): object => shown;

interface Wall {
  dashboard: MemoryDashboard;
  node: number;
  eventId: string | undefined;
  signs: Map<string, SignRow>;
  /** What came before the snapshot was read; null once it is. */
  early: DashboardUpdateMessage<'signs:patch'>[] | null;
  /** Resolves when its snapshot is there. */
  isRead: Promise<void>;
}

function take({ signs }: Wall, { changes, removed }: DashboardUpdateMessage<'signs:patch'>): void {
  for (const { settings: _, ...change } of changes)
    signs.set(change.id, { ...signs.get(change.id), ...change } as SignRow);
  for (const id of removed) signs.delete(id);
}

async function openWall(nodes: NodeOfTest[], node: number, eventId: string | undefined): Promise<Wall> {
  const connected = await nodes[node]!.dashboards.connect({});
  if ('refusal' in connected) throw new Error(connected.refusal.code);
  const { dashboard } = connected;
  const wall: Wall = { dashboard, node, eventId, signs: new Map(), early: [], isRead: Promise.resolve() };
  dashboard.onMessage((event, message) => {
    if (event !== 'signs:patch') return;
    const patch = message as DashboardUpdateMessage<'signs:patch'>;
    if (wall.early) wall.early.push(patch);
    else take(wall, patch);
  });
  const { length } = await readRows(eventId);
  const reply = await dashboard.request('subscribe', { organizationId: ours.id, eventId });
  expect(reply).toMatchObject({ ok: true, cursor: 0, total: length });
  wall.isRead = nodes[node]!.snapshots.find({ organizationId: ours.id, eventId: eventId ?? null }).then(
    async ({ chunks }) => {
      const lines = (await text(Readable.from(chunks).pipe(createGunzip()))).trimEnd().split('\n');
      for (const line of lines.slice(0, -1)) {
        const row = JSON.parse(line) as SignRow;
        wall.signs.set(row.id, row);
      }
      for (const patch of wall.early!) take(wall, patch);
      wall.early = null;
    },
  );
  return wall;
}

const readRows = (eventId: string | undefined) =>
  database.db
    .selectFrom('sign')
    .selectAll()
    .where('organizationId', '=', ours.id)
    .$if(eventId !== undefined, (query) => query.where('eventId', '=', eventId!))
    .execute();

const CHANGES = ['rename', 'fail', 'move', 'remove'] as const;
type Step =
  | { do: 'change'; what: (typeof CHANGES)[number]; which: number; by: number; isLost: boolean }
  | { do: 'make'; by: number; isLost: boolean }
  | { do: 'beat'; which: number }
  | { do: 'open'; node: number; isOfEvent: boolean }
  | { do: 'let'; statements: number }
  | { do: 'pass'; ms: number };
const by = fc.nat(1);
const isLost = fc.integer({ min: 0, max: 4 }).map((chance) => chance === 0);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      what: fc.constantFrom(...CHANGES),
      which: fc.nat(SIGNS - 1),
      by,
      isLost,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('make' as const), by, isLost }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('beat' as const), which: fc.nat(SIGNS - 1) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('open' as const), node: fc.nat(1), isOfEvent: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('let' as const), statements: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 50, 275) }) },
);

it('A3: a wall that subscribes, reads a snapshot and takes the patches shows what the database holds, whatever changes meanwhile on whichever node, and whatever was lost between them before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 40 }), async (steps) => {
      await database.db.deleteFrom('sign').execute();
      const clock = createManualClock();
      const { carriers, nodes } = startNodes(clock);
      const ids = await insertSigns(clock, SIGNS);
      const walls: Wall[] = [];
      isHeld = true;

      const pass = async (ms: number): Promise<void> => {
        clock.advance(ms);
        await gated.settled();
      };
      const release = async (): Promise<void> => {
        waiting.shift()?.();
        await gated.settled();
      };
      /** What a node says after its commit. What is lost on the way is lost before a wall subscribes at the other: patches can be lost to none. */
      function tell(node: number, id: string, isGone: boolean): void {
        if (!isGone) return nodes[node]!.tell(ours.id, [id]);
        for (const wall of walls) if (wall.node !== node) wall.dashboard.cut();
        carriers.cut();
        nodes[node]!.tell(ours.id, [id]);
        carriers.mend({ unnoticed: true });
      }
      const changes: Record<(typeof CHANGES)[number], (id: string) => Promise<unknown>> = {
        rename: (id) => sql`update sign set name = ${`Sign ${(made += 1)}`} where id = ${id}`.execute(database.db),
        fail: (id) =>
          sql`update sign set content_state = case content_state when 'error' then 'showing' else 'error' end where id = ${id}`.execute(
            database.db,
          ),
        move: (id) => sql`update sign set event_id = ${otherEventId} where id = ${id}`.execute(database.db),
        remove: (id) => sql`delete from sign where id = ${id}`.execute(database.db),
      };

      const run: { [Do in Step['do']]: (step: Extract<Step, { do: Do }>) => Promise<unknown> } = {
        async change({ what, which, by: node, isLost: isGone }) {
          const id = ids[which]!;
          await changes[what](id);
          tell(node, id, isGone);
        },
        async make(step) {
          const [id] = await insertSigns(clock, 1);
          tell(step.by, id!, step.isLost);
        },
        beat: ({ which }) => sql`update sign set last_seen_at = now() where id = ${ids[which]}`.execute(database.db),
        open: async ({ node, isOfEvent }) =>
          walls.push(await openWall(nodes, node, isOfEvent ? ours.eventId : undefined)),
        async let({ statements }) {
          for (let each = 0; each < statements; each += 1) await release();
        },
        pass: ({ ms }) => pass(ms),
      };
      for (const step of steps) await (run[step.do] as (given: Step) => Promise<unknown>)(step);
      await run.open({ do: 'open', node: 0, isOfEvent: false });

      isHeld = false;
      while (waiting.length > 0) await release();
      await Promise.all(walls.map(({ isRead }) => isRead));
      for (let rounds = 0; rounds < 4; rounds += 1) await pass(300);
      for (const { dashboard, eventId, signs } of walls) {
        if (!dashboard.isOpen) continue;
        const rows = (await readRows(eventId)).map(describeSign).map(({ settings: _, ...row }) => row);
        const truth = new Map(rows.map((row) => [row.id, shownOf(row)]));
        expect(new Map(Array.from(signs, ([id, row]) => [id, shownOf(row)]))).toEqual(truth);
      }
      for (const { dashboards } of nodes) dashboards.close();
      // What is kept goes by itself.
      clock.advance(30_000);
      expect(nodes.map(({ snapshots }) => snapshots.heldBytes)).toEqual([0, 0]);
    }),
    { numRuns: 25 },
  );
});
