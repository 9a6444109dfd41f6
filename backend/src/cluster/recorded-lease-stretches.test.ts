import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { createServiceProcesses } from '../process/testing/service-process.ts';
import { composeMemoryNode } from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase, type GatedPool } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createRooms } from './node-messaging.ts';
import { RENEW_LEASE_EVERY_MS } from './held-lease-duration.ts';
import { pruneStretches, readAbsences, readAvailability } from './recorded-lease-stretches.ts';

const random = createSeededRandom('lease-stretches');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let database: TestDatabase;
let gated: GatedDatabase;
let pool: GatedPool;
let isAway = false;
let clock: ManualClock;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  pool = gated.open(async () => {
    if (isAway) throw Object.assign(new Error('away'), { code: '57P01' });
  });
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});
beforeEach(async () => {
  isAway = false;
  clock = createManualClock();
  for (const table of ['node', 'leaseStretch'] as const) await database.db.deleteFrom(table).execute();
});

/** `aheadMs`: by how much its wall clock is wrong. */
async function startNode(aheadMs = 0) {
  const life = clock.fork();
  life.stepWall(aheadMs);
  const { membership } = composeMemoryNode({ db: pool.db, clock: life, random, rooms: createRooms() });
  await membership.join();
  return { kill: life.stop, leave: membership.leave };
}
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= RENEW_LEASE_EVERY_MS) {
    clock.advance(Math.min(left, RENEW_LEASE_EVERY_MS));
    await gated.settled();
  }
}
const absences = (nowMs = clock.now()) => readAbsences(database.db, nowMs);
/** Within one renewal of what happened. */
const about = (atMs: number): number =>
  expect.toSatisfy((told: number) => Math.abs(told - atMs) <= RENEW_LEASE_EVERY_MS) as number;

describe('a recorded absence of the service', () => {
  test('an absence lasts from the last renewal of the last node until a node starts, whether that node was killed or stopped', async () => {
    for (const end of ['kill', 'leave'] as const) {
      const node = await startNode();
      await pass(MINUTE_MS);
      const goneMs = clock.now();
      await node[end]();
      await pass(5 * MINUTE_MS);
      const last = await startNode();
      expect((await absences()).at(-1)).toEqual({ fromMs: about(goneMs), toMs: clock.now() });
      await pass(MINUTE_MS);
      last.kill();
    }
    expect((await absences()).length).toBe(2);
  });

  test('no absence is recorded while one of two nodes lives, whichever dies and whenever it returns', async () => {
    let [one, two] = [await startNode(), await startNode()];
    for (let round = 0; round < 3; round += 1) {
      await pass(MINUTE_MS);
      one.kill();
      await pass(15 * MINUTE_MS);
      [one, two] = [two, await startNode()];
    }
    expect(await absences()).toEqual([]);
    two.kill();
    await pass(MINUTE_MS);
    expect(await absences()).toEqual([]);
  });

  test('an absence is also recorded while the nodes could not reach the database', async () => {
    await startNode();
    await pass(MINUTE_MS);
    const goneMs = clock.now();
    isAway = true;
    await pass(3 * MINUTE_MS);
    isAway = false;
    await pass(10_000);
    expect(await absences()).toEqual([{ fromMs: about(goneMs), toMs: about(goneMs + 3 * MINUTE_MS) }]);
  });

  test('a restart is no absence: a second without a node does not count', async () => {
    for (let starts = 0; starts < 4; starts += 1) {
      const node = await startNode();
      await pass(MINUTE_MS);
      node.kill();
      await pass(5_000);
    }
    await startNode();
    expect(await absences()).toEqual([]);
  });

  test('F1: an absence is recorded after the clock was set back, even if earlier records reach into the future', async () => {
    const node = await startNode();
    await pass(10 * MINUTE_MS);
    clock.stepWall(-HOUR_MS);
    await pass(MINUTE_MS);
    const goneMs = clock.now();
    node.kill();
    await pass(5 * MINUTE_MS);
    await startNode();
    expect(await absences()).toEqual([{ fromMs: about(goneMs), toMs: clock.now() }]);
  });

  test('F1: an absence is recorded after the clock was set back while no node ran', async () => {
    const first = await startNode();
    await pass(10 * MINUTE_MS);
    first.kill();
    clock.stepWall(-HOUR_MS);
    const second = await startNode();
    await pass(MINUTE_MS);
    const goneMs = clock.now();
    second.kill();
    await pass(5 * MINUTE_MS);
    await startNode();
    expect(await absences()).toEqual([{ fromMs: about(goneMs), toMs: clock.now() }]);
  });

  test('F1: an absence is recorded after the clock of two nodes was set back', async () => {
    const nodes = [await startNode(), await startNode()];
    await pass(10 * MINUTE_MS);
    clock.stepWall(-HOUR_MS);
    await pass(2 * MINUTE_MS);
    const goneMs = clock.now();
    for (const node of nodes) node.kill();
    await pass(5 * MINUTE_MS);
    await startNode();
    expect(await absences()).toEqual([{ fromMs: about(goneMs), toMs: clock.now() }]);
  });

  test.each([
    ['5 minutes behind', -5 * MINUTE_MS],
    ['5 minutes ahead', 5 * MINUTE_MS],
  ])('F1: is never while a node lives, whatever one says whose clock is %s, and comes and goes', async (_how, byMs) => {
    const first = await startNode();
    await pass(10 * MINUTE_MS);
    // The stretch of the first is over: what it has held is in no living node's row.
    await startNode();
    await pass(MINUTE_MS);
    first.kill();
    for (const end of ['leave', 'kill'] as const) {
      const wrong = await startNode(byMs);
      expect(await absences()).toEqual([]);
      await pass(2 * MINUTE_MS);
      expect(await absences()).toEqual([]);
      await wrong[end]();
      await pass(2 * MINUTE_MS);
      expect(await absences()).toEqual([]);
    }
  });

  test('F1: an absence includes the minutes that the clock jumped over', async () => {
    await startNode();
    await pass(MINUTE_MS);
    const fromMs = clock.now();
    clock.stepWall(HOUR_MS);
    await pass(MINUTE_MS);
    expect(await absences()).toEqual([{ fromMs: about(fromMs), toMs: about(fromMs + HOUR_MS) }]);
  });

  test('an absence is shown for 24 hours after its end, with its start even if that is longer ago', async () => {
    const first = await startNode();
    await pass(MINUTE_MS);
    first.kill();
    clock.advance(2 * HOUR_MS);
    const second = await startNode();
    await pass(MINUTE_MS);
    const goneMs = clock.now();
    second.kill();
    clock.advance(30 * HOUR_MS);
    await startNode();
    await pruneStretches(database.db, clock.now());
    expect(await absences()).toEqual([{ fromMs: about(goneMs), toMs: clock.now() }]);
  });

  test('R6: an absence in the last 30 days counts towards the availability, whether or not an older absence is stored', async () => {
    const day = 24 * HOUR_MS;
    const startedMs = clock.now();
    const live = async (awayMs: number): Promise<void> => {
      const node = await startNode();
      await pass(MINUTE_MS);
      node.kill();
      clock.advance(awayMs);
    };
    await live(2 * HOUR_MS);
    await live(20 * MINUTE_MS);
    await startNode();
    const known = await readAvailability(database.db, clock.now());
    expect(known).toEqual({ awayMs: about(2 * HOUR_MS + 20 * MINUTE_MS), sinceMs: startedMs });
    // The first absence and half of the second are now more than 30 days ago.
    const later = startedMs + MINUTE_MS + 2 * HOUR_MS + MINUTE_MS + 10 * MINUTE_MS + 30 * day;
    const { awayMs, sinceMs } = await readAvailability(database.db, later);
    expect([awayMs, sinceMs]).toEqual([about(10 * MINUTE_MS), later - 30 * day]);
    await pruneStretches(database.db, later);
    expect(await readAvailability(database.db, later)).toEqual({ awayMs, sinceMs });
    expect((await database.db.selectFrom('leaseStretch').select('nodeId').execute()).length).toBe(2);
  });
});

describe('the process', () => {
  const services = createServiceProcesses();
  test('R2: that was killed and starts again knows since when nobody was there', async () => {
    const folder = await makeTemporaryFolder();
    onTestFinished(async () => {
      await services.end();
      await folder.remove();
    });
    const env = { DATA_DIR: join(folder.path, 'data'), DATABASE_URL: database.url };
    const first = services.start(env);
    await first.ready();
    await untilStretches(1);
    first.kill('SIGKILL');
    await first.exited;
    // Ten minutes pass.
    await sql`update lease_stretch set since = since - interval '10 minutes', until = until - interval '10 minutes'`.execute(
      database.db,
    );
    const { until } = await database.db.selectFrom('leaseStretch').select('until').executeTakeFirstOrThrow();
    await services.start(env).ready();
    await untilStretches(2);
    const [absence, ...more] = await absences(Date.now());
    expect(more).toEqual([]);
    expect(absence!.fromMs).toBe(until.getTime());
    expect(absence!.toMs - absence!.fromMs).toBeGreaterThan(9 * MINUTE_MS);
  });

  async function untilStretches(count: number): Promise<void> {
    while ((await database.db.selectFrom('leaseStretch').select('since').execute()).length < count);
  }
});
