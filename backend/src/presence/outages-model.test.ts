import fc from 'fast-check';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { ContentState } from '@sign-display/contracts/kiosk-events';
import { createDashboardFeed } from '../cluster/dashboard-feed.ts';
import { createRooms } from '../cluster/node-messaging.ts';
import { clearClaims, insertOrganization, insertRecord, type TestOrganization } from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase, type GatedPool } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createPresence, type Presence } from './presence.ts';
import { pollEveryTwoSeconds } from './testing/poll-presence-writer.ts';
import { startPresenceWriter, type PresenceWriter } from './presence-writer.ts';

/**
 * Outages against what really became of the rows: a trigger of the test's own logs every change of a sign's facts that was committed, and a
 * naive replay of it says which outages there were, and what was to be told of them in which order.
 */

const random = createSeededRandom('outages');
const log = pino({ level: 'silent' });
const AT = new Date('2026-11-20T19:00:00Z');
const STEP_MS = 2_500;
const BEAT_MS = 5_000;
let database: TestDatabase;
let gated: GatedDatabase;
let organization: TestOrganization;
let clock: ManualClock;

interface Node {
  presence: Presence;
  writer: PresenceWriter;
  pool: GatedPool;
}

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  organization = await insertOrganization(database.db, { clock: createManualClock(), random }, {});
  const user = { id: 'ada', name: 'Ada', email: 'ada@example.org', emailVerified: true, createdAt: AT, updatedAt: AT };
  await database.db
    .insertInto('user')
    .values({ ...user, image: null })
    .execute();
  const subscription = { userId: user.id, kinds: [], channels: [], createdAt: AT, updatedAt: AT };
  await database.db
    .insertInto('subscription')
    .values({ ...subscription, eventId: organization.eventId, snoozedSigns: '[]' })
    .execute();
  await sql`create table fact_log (
    seq bigint generated always as identity, sign_id uuid, was text, "is" text, content_state text
  )`.execute(database.db);
  await sql`create function log_facts() returns trigger language plpgsql as $$ begin
    insert into fact_log (sign_id, was, "is", content_state) values (new.id, old.presence, new.presence, new.content_state);
    return new;
  end $$`.execute(database.db);
  await sql`create trigger log_facts after update of presence, content_state on sign for each row
    when (old.presence is distinct from new.presence or old.content_state is distinct from new.content_state)
    execute function log_facts()`.execute(database.db);
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});
beforeEach(clear);

async function clear(): Promise<void> {
  clock = createManualClock();
  await clearClaims(database.db);
  await database.db.deleteFrom('outage').execute();
  await database.db.deleteFrom('notice').execute();
  await sql`truncate fact_log`.execute(database.db);
}
async function insertLinked(): Promise<{ id: string; deviceSignId: string }> {
  const id = await insertRecord(database.db, { clock, random }, organization);
  const deviceSignId = makeUuidV4(random);
  const fields = { deviceSignId, macAddress: '00:00:00:00:00:01', shortCode: '000000' };
  await database.db.updateTable('sign').set(fields).where('id', '=', id).execute();
  return { id, deviceSignId };
}

const noticesOf = (signRecordId: string) =>
  database.db.selectFrom('notice').selectAll().where('signRecordId', '=', signRecordId).orderBy('seq').execute();
const outagesOf = (signRecordId: string) =>
  database.db.selectFrom('outage').selectAll().where('signRecordId', '=', signRecordId).execute();

/** What is told of a sign whose facts became others like this: kinds of notices in order, and the outages that are open at the end. */
async function replayed(signRecordId: string): Promise<{ told: string[]; open: string[] }> {
  const { rows } = await sql<{ was: string | null; is: string | null; contentState: string | null }>`
    select was, "is", content_state from fact_log where sign_id = ${signRecordId}::uuid order by seq`.execute(
    database.db,
  );
  const told: string[] = [];
  const open = new Set<string>();
  for (const { was, is, contentState } of rows) {
    if (is === 'online' && open.delete('offline')) told.push('sign_online');
    if (contentState === 'showing' || contentState === 'idle')
      for (const kind of ['unreachable', 'error']) if (open.delete(kind)) told.push('content_recovered');
    for (const kind of ['unreachable', 'error'])
      if (contentState === kind && !open.has(kind) && (was ?? is) === (was ?? 'online')) {
        open.add(kind);
        told.push(`content_${kind}`);
      }
    if (was === 'online' && is === 'offline') {
      open.add('offline');
      told.push('sign_offline');
    }
  }
  return { told, open: [...open].toSorted() };
}

const SIGNS = 10;
const NODES = 2;
const contentState = fc.constantFrom<ContentState>('idle', 'loading', 'showing', 'unreachable', 'error');
const ofEachSign = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { minLength: SIGNS, maxLength: SIGNS });
const seldom = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 3, nil: undefined });
/** What becomes other, undefined where it stays; then it lasts for some time. */
const round = fc.record({
  nodes: ofEachSign(fc.constantFrom(undefined, null, 0, 1)),
  contents: ofEachSign(fc.option(contentState, { nil: undefined })),
  reports: ofEachSign(seldom(contentState)),
  killed: seldom(fc.nat({ max: NODES - 1 })),
  /** Which statements of the next transactions fail, or that the answer to their commit is lost. */
  faults: fc.array(fc.oneof(fc.nat({ max: 7 }), fc.constant('commit' as const)), { maxLength: 4 }),
  seconds: fc.constantFrom(5, 20, 40),
});
type Round = typeof round extends fc.Arbitrary<infer Value> ? Value : never;

/** Signs that beat at their node every 5 s, as long as they have one, and nodes that live, die and lose the database. */
async function playedOut(rounds: readonly Round[]): Promise<string[]> {
  const faults: (number | 'commit')[] = [];
  let statements = 0;
  const world: { id: string; deviceSignId: string; node: number | null; contentState: ContentState }[] = [];
  for (let count = 0; count < SIGNS; count += 1)
    world.push({
      ...(await insertLinked()),
      node: count > 0 ? count % NODES : null,
      contentState: 'idle',
    });
  function startNode(): Node {
    const pool = gated.open(
      async (statement) => {
        if (statement === 'rollback') statements = 0;
        else if (statements++ === faults[0]) {
          faults.shift();
          throw new Error('the database is away');
        }
      },
      async () => {
        statements = 0;
        if (faults[0] !== 'commit') return;
        faults.shift();
        throw new Error('the answer is lost');
      },
    );
    const times = { offlineAfterMs: 15_000, heartbeatIntervalMs: 5_000, warmUpMs: 0 };
    const presence = createPresence({ clock, ...times });
    const feed = createDashboardFeed(createRooms());
    const nodeId = makeUuidV4(random);
    const shared = { db: pool.db, nodeId, presence, clock, random, log, feed };
    const writer = pollEveryTwoSeconds(shared, (looks) => startPresenceWriter({ ...shared, ...times, ...looks }));
    return { presence, writer, pool };
  }
  const nodes = Array.from({ length: NODES }, startNode);
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      if (clock.monotonicMs() % BEAT_MS < STEP_MS)
        for (const { deviceSignId, node: at, contentState: state } of world)
          if (at !== null) nodes[at]!.presence.beat(deviceSignId, { contentState: state, mode: 'foreground' });
      clock.advance(STEP_MS);
      await gated.settled();
    }
  }
  await pass(BEAT_MS);
  for (const { nodes: places, contents, reports, killed, faults: given, seconds } of rounds) {
    world.forEach((one, nth) => {
      one.contentState = contents[nth] ?? one.contentState;
      const place = places[nth];
      if (place !== undefined && one.node !== null) nodes[one.node]!.presence.letGo(one.deviceSignId);
      if (place !== undefined) one.node = place;
      const reported = reports[nth];
      if (reported && one.node !== null) nodes[one.node]!.presence.report(one.deviceSignId, { contentState: reported });
    });
    faults.push(...given);
    if (killed !== undefined) {
      await nodes[killed]!.pool.kill();
      nodes[killed] = startNode();
      for (const one of world) if (one.node === killed) one.node = null;
    }
    await pass(seconds * 1_000);
  }
  faults.length = 0;
  await pass(10_000);
  for (const { writer } of nodes) await writer.stop();
  return world.map(({ id }) => id);
}

test(
  'N3, N7: whatever becomes of signs, nodes and the database, outages are what the rows say, and each is told once',
  { timeout: 240_000 },
  async () => {
    let told = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 4, maxLength: 9 }), async (rounds) => {
        await clear();
        for (const id of await playedOut(rounds)) {
          const expected = await replayed(id);
          const notices = await noticesOf(id);
          expect(notices.map(({ kind }) => kind).filter((kind) => kind !== 'sign_unstable')).toEqual(expected.told);
          told += notices.length;
          const outages = await outagesOf(id);
          expect(
            outages
              .filter(({ closedAt }) => !closedAt)
              .map(({ kind }) => kind as string)
              .toSorted(),
          ).toEqual(expected.open);
          // Each outage is told as it begins, and as it ends if it has, in this order and once.
          for (const { id: outageId, since, openedAt, closedAt } of outages) {
            const of = notices.filter((notice) => notice.outageId === outageId);
            expect(of.map(({ at }) => at)).toEqual(closedAt ? [openedAt, closedAt] : [openedAt]);
            expect(+since).toBeLessThanOrEqual(+openedAt);
          }
        }
      }),
      { numRuns: 6 },
    );
    // It was about something.
    expect(told).toBeGreaterThan(100);
  },
);
