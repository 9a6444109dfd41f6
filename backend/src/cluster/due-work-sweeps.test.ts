import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { createGatedDatabase, type GatedDatabase, type GatedPool } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createHeldLease, LEASE_MS, RENEW_LEASE_EVERY_MS } from './held-lease-duration.ts';
import { createMembership, type Membership } from './membership.ts';
import { createNodeWatch } from './node-watch.ts';
import { timeOfQuery } from './polling-query.ts';
import { createSweeps, type Sweeper, type Sweeps } from './due-work-sweeps.ts';

/** A node that renews its lease and has some things to look for, in tables of the test's own. */

const random = createSeededRandom('sweeps');
const log = pino({ level: 'silent' });
let database: TestDatabase;
let gated: GatedDatabase;
let pool: GatedPool;
let clock: ManualClock;
let nodeId: string;
let sweeps: Sweeps;
let membership: Membership;
let isAway: boolean;
let sent: string[];
/** The sweeps that were done, by name, with the moment. */
let done: [string, number][];

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  pool = gated.open(async (statement) => {
    sent.push(statement);
    if (isAway) throw Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' });
  });
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});
beforeEach(async () => {
  isAway = false;
  [sent, done] = [[], []];
  await sql`drop table if exists one, other`.execute(database.db);
  await sql`create table one (due_at timestamptz)`.execute(database.db);
  await sql`create table other (due_at timestamptz)`.execute(database.db);
  clock = createManualClock();
  nodeId = makeUuidV7(clock, random);
  sweeps = createSweeps({ db: pool.db, clock, log });
  const shared = { db: pool.db, clock, nodeId, log, sweeps };
  const lease = createHeldLease(clock);
  const watch = createNodeWatch(clock);
  membership = createMembership({
    ...shared,
    lease,
    watch,
    warmUp: () => null,
    figures: () => null,
    warmUpWritten: () => {},
  });
});
afterEach(async () => {
  isAway = false;
  await membership.leave();
});

const tables = { one: sql.table('one'), other: sql.table('other') };
const put = (name: keyof typeof tables, atMs: number) =>
  sql`insert into ${tables[name]} values (${new Date(atMs)})`.execute(database.db);
/** Asks whether something is due (`one`), or when (`other`), and removes what is. */
const sweeperOf = (name: keyof typeof tables): Sweeper => ({
  name,
  due:
    name === 'one'
      ? sql`exists (select from one where due_at <= ${timeOfQuery()})`
      : sql`select min(due_at) from other`,
  async sweep() {
    done.push([name, clock.now()]);
    await sql`delete from ${tables[name]} where due_at <= ${new Date(clock.now())}`.execute(pool.db);
  },
});
async function pass(ms: number, stepMs = 100): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    clock.advance(stepMs);
    await gated.settled();
  }
}
const isAlive = async () => {
  const { seenAt } = await database.db
    .selectFrom('node')
    .select('seenAt')
    .where('id', '=', nodeId)
    .executeTakeFirstOrThrow();
  return seenAt.getTime() > clock.now() - LEASE_MS;
};

test('a node with nothing to do sends one statement every 2 s', async () => {
  sweeps.add(sweeperOf('one'), sweeperOf('other'));
  await membership.join();
  // In a stretch's first minute each renewal also looks for what a clock that was ahead has left.
  await pass(61_000);
  sent.length = 0;
  await pass(10 * RENEW_LEASE_EVERY_MS);
  expect(sent).toHaveLength(10);
  expect(done).toEqual([]);
});

test('what is due is done at the next look, what has a time at its instant, and the one after it too', async () => {
  sweeps.add(sweeperOf('one'), sweeperOf('other'));
  await membership.join();
  const startMs = clock.now();
  await put('one', startMs);
  for (const laterMs of [2_500, 2_700, 3_600_000]) await put('other', startMs + laterMs);
  await pass(2 * RENEW_LEASE_EVERY_MS);
  expect(done.map(([name, atMs]) => [name, atMs - startMs])).toEqual([
    ['one', 2_000],
    ['other', 2_500],
    ['other', 2_700],
  ]);
});

test('one whose question or work fails stops neither the others nor the lease', async () => {
  const failing: Sweeper = {
    ...sweeperOf('one'),
    async sweep() {
      throw new Error('no');
    },
  };
  sweeps.add(failing, sweeperOf('other'));
  await put('one', clock.now());
  await put('other', clock.now());
  await membership.join();
  await gated.settled();
  expect(done.splice(0).map(([name]) => name)).toEqual(['other']);
  await sql`drop table one`.execute(database.db);
  for (let round = 0; round < 5; round += 1) {
    await put('other', clock.now());
    await pass(RENEW_LEASE_EVERY_MS);
    expect([done.splice(0).map(([name]) => name), await isAlive(), membership.holdsLease]).toEqual([
      ['other'],
      true,
      true,
    ]);
  }
});

test('R2: a table that is locked for long costs the lease nothing, and what is due is done afterwards', async () => {
  sweeps.add(sweeperOf('one'), sweeperOf('other'));
  await membership.join();
  await put('other', clock.now());
  await database.db.transaction().execute(async (trx) => {
    await sql`lock table one in access exclusive mode`.execute(trx);
    for (let round = 0; round < 10; round += 1) {
      await pass(RENEW_LEASE_EVERY_MS);
      if (round > 1) expect([await isAlive(), membership.holdsLease]).toEqual([true, true]);
    }
  });
  await pass(RENEW_LEASE_EVERY_MS);
  expect([await isAlive(), done.map(([name]) => name)]).toEqual([true, ['other']]);
});

test('after an outage of the database it goes on', async () => {
  sweeps.add(sweeperOf('one'), sweeperOf('other'));
  await membership.join();
  isAway = true;
  await pass(2 * LEASE_MS);
  expect([membership.holdsLease, await isAlive()]).toEqual([false, false]);
  await put('one', clock.now());
  isAway = false;
  await pass(RENEW_LEASE_EVERY_MS);
  expect([membership.holdsLease, await isAlive(), done.map(([name]) => name)]).toEqual([true, true, ['one']]);
});

test('a clock that goes back takes the lease with it', async () => {
  sweeps.add(sweeperOf('one'));
  await membership.join();
  const ahead = new Date(clock.now() + 3_600_000);
  await database.db.updateTable('node').set({ seenAt: ahead }).where('id', '=', nodeId).execute();
  await pass(RENEW_LEASE_EVERY_MS);
  const { seenAt } = await database.db
    .selectFrom('node')
    .select('seenAt')
    .where('id', '=', nodeId)
    .executeTakeFirstOrThrow();
  expect(seenAt.getTime()).toBe(clock.now());
});

test('one that takes long is not begun again meanwhile, is told of the end, and waited for', async () => {
  const going = Promise.withResolvers<void>();
  let begun = 0;
  let goesOn: () => boolean = () => false;
  const long: Sweeper = {
    ...sweeperOf('one'),
    async sweep(isToGoOn) {
      begun += 1;
      goesOn = isToGoOn;
      await going.promise;
    },
  };
  sweeps.add(long);
  await put('one', clock.now());
  await membership.join();
  await pass(5 * RENEW_LEASE_EVERY_MS);
  expect([begun, goesOn(), await isAlive()]).toEqual([1, true, true]);
  let hasLeft = false;
  const leaving = membership.leave().then(() => (hasLeft = true));
  await gated.settled();
  expect([goesOn(), hasLeft]).toEqual([false, false]);
  going.resolve();
  await leaving;
});
