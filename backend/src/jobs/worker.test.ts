import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { openDatabase } from '../db/open-database.ts';
import { LEASE_MS, RENEW_LEASE_EVERY_MS } from '../cluster/held-lease-duration.ts';
import { createNodeWatch } from '../cluster/node-watch.ts';
import { renewLease } from '../cluster/nodes-repository.ts';
import { createPollingQuery } from '../cluster/polling-query.ts';
import { createDatabaseSwitch } from '../process/testing/database-switch.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { addJob, type JobOptions } from './add-job.ts';
import { createDueJobs } from './virtual-job-runner.ts';
import { createAbandonedJobs, workerName } from './free-abandoned-jobs.ts';
import { JOB_CONNECTIONS, startJobs, type JobTasks } from './worker.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const AT_ONCE: JobOptions = { atMs: null, key: 'deliver', mode: 'sooner' };
const newId = () => makeUuidV7(systemClock, systemRandom);
const add = (notificationId: string, options: Partial<JobOptions> = {}) =>
  addJob(database.db, 'deliver_notification', { notificationId }, { ...AT_ONCE, key: notificationId, ...options });

interface JobRow {
  key: string;
  lockedBy: string | null;
  attempts: number;
}
const jobsLeft = async () =>
  (
    await sql<JobRow>`select key, locked_by as "lockedBy", attempts from graphile_worker.jobs order by key`.execute(
      database.db,
    )
  ).rows;

/** What a task was called with, and who waits for the next call. */
function makeTask(perform: (notificationId: string) => Promise<void> = async () => {}) {
  const called: string[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const deliver: JobTasks['deliver_notification'] = async ({ notificationId }) => {
    called.push(notificationId);
    for (const { count, resolve } of waiting) if (called.length >= count) resolve();
    await perform(notificationId);
  };
  const calls = (count: number) =>
    new Promise<void>((resolve) => (called.length >= count ? resolve() : void waiting.push({ count, resolve })));
  return { tasks: { deliver_notification: deliver }, called, calls };
}

function startNode(
  tasks: JobTasks,
  options: { nodeId?: string; poolConfig?: object; stopWithinMs?: number } = {},
): { stop(): Promise<void>; logged: string[]; heard(message: string): Promise<void> } {
  const logged: string[] = [];
  const waiting: { message: string; resolve: () => void }[] = [];
  const note = (_details: unknown, message?: string) => {
    const text = message ?? String(_details);
    logged.push(text);
    for (const each of waiting) if (each.message === text) each.resolve();
  };
  const log = { debug: () => {}, info: note, warn: note, error: note } as never;
  const { pool, close } = openDatabase({
    poolConfig: options.poolConfig ?? database.poolConfig,
    log,
    maxConnections: JOB_CONNECTIONS,
  });
  const { nodeId = newId(), stopWithinMs } = options;
  const worker = startJobs({ pool, clock: systemClock, log, nodeId, tasks, ...(stopWithinMs && { stopWithinMs }) });
  let stopped: Promise<void> | null = null;
  const stop = () => (stopped ??= worker.stop());
  onTestFinished(async () => {
    await stop();
    await close();
  });
  return {
    stop,
    logged,
    heard: (message) =>
      new Promise((resolve) => (logged.includes(message) ? resolve() : void waiting.push({ message, resolve }))),
  };
}

test('N7: each job is done by one of two nodes', async () => {
  const { tasks, called, calls } = makeTask();
  const nodes = [startNode(tasks), startNode(tasks)];
  const ids = Array.from({ length: 40 }, newId);
  for (const id of ids) await add(id);
  await calls(ids.length);
  await Promise.all(nodes.map(({ stop }) => stop()));
  expect(called.toSorted()).toEqual(ids.toSorted());
  expect(await jobsLeft()).toEqual([]);
  expect(nodes.flatMap(({ logged }) => logged)).toEqual([]);
});

test('N7: a job that fails is tried again, and hurts no other', async () => {
  const [bad, good] = [newId(), newId()];
  let failures = 0;
  const { tasks, called, calls } = makeTask(async (id) => {
    if (id === bad && (failures += 1) === 1) throw new Error('not this time');
  });
  const node = startNode(tasks);
  await add(bad);
  await add(good);
  await calls(3);
  await node.stop();
  expect(called.filter((id) => id === bad)).toHaveLength(2);
  expect(await jobsLeft()).toEqual([]);
});

test('N7: whatever the number of mails for a server that hangs, events are planned and pushes sent', async () => {
  const mails = makeTask(() => hangs.promise);
  const pushes = makeTask();
  const hangs = Promise.withResolvers<void>();
  const planned = Promise.withResolvers<string>();
  const deliver_mail = mails.tasks.deliver_notification!;
  const plan_notices = async ({ eventId }: { eventId: string }) => planned.resolve(eventId);
  const node = startNode({ ...pushes.tasks, deliver_mail, plan_notices });
  for (let count = 0; count < 20; count += 1)
    await addJob(
      database.db,
      'deliver_mail',
      { notificationId: `mail ${count}` },
      { ...AT_ONCE, key: `mail ${count}` },
    );
  await mails.calls(4);
  await add('push');
  await addJob(database.db, 'plan_notices', { eventId: 'event' }, { ...AT_ONCE, key: 'event' });
  await pushes.calls(1);
  expect([await planned.promise, pushes.called, mails.called.length]).toEqual(['event', ['push'], 4]);
  hangs.resolve();
  await mails.calls(20);
  await node.stop();
  expect([await jobsLeft(), node.logged]).toEqual([[], []]);
});

test('R1: a database that goes away in the middle of a job is waited for, said once, and the job is done', async () => {
  const folder = await makeTemporaryFolder();
  onTestFinished(folder.remove);
  const way = createDatabaseSwitch(folder.path, database.poolConfig);
  await way.up();
  onTestFinished(way.down);
  const cut = Promise.withResolvers<void>();
  const { tasks, called, calls } = makeTask(async () => {
    if (called.length === 1) await cut.promise;
  });
  const node = startNode(tasks, { poolConfig: { ...database.poolConfig, host: folder.path } });
  const [one, two] = [newId(), newId()];
  await add(one);
  await calls(1);
  await way.down();
  cut.resolve();
  await node.heard('job worker failed, retrying');
  await way.up();
  // What it had is not locked for the library's four hours.
  await calls(2);
  await add(two);
  await calls(3);
  await node.stop();
  expect(called).toEqual([one, one, two]);
  expect(await jobsLeft()).toEqual([]);
  const own = node.logged.filter((message) => message !== 'database connection lost');
  expect(own).toEqual(['job worker failed, retrying', 'job worker is working again']);
});

describe('at the end of a process', () => {
  test('R1: a database that goes away before it has answered LISTEN does no harm', async () => {
    const folder = await makeTemporaryFolder();
    onTestFinished(folder.remove);
    const way = createDatabaseSwitch(folder.path, database.poolConfig);
    const listens = way.leaveUnanswered('LISTEN "jobs:insert"');
    await way.up();
    onTestFinished(way.down);
    const node = startNode(makeTask().tasks, { poolConfig: { ...database.poolConfig, host: folder.path } });
    await listens;
    const stopped = node.stop();
    await way.down();
    // And Vitest fails a run in which a promise rejects that nobody waits for.
    await expect(stopped).resolves.toBeUndefined();
  });

  test('what is under way is finished', async () => {
    const go = Promise.withResolvers<void>();
    const { tasks, calls } = makeTask(() => go.promise);
    const node = startNode(tasks);
    await add(newId());
    await calls(1);
    const stopped = node.stop();
    go.resolve();
    await stopped;
    expect(await jobsLeft()).toEqual([]);
  });

  test('what hangs is given back at once', async () => {
    const { tasks, calls } = makeTask((id) => (id === hanging ? hangs.promise : Promise.resolve()));
    const hangs = Promise.withResolvers<void>();
    const hanging = newId();
    const node = startNode(tasks, { stopWithinMs: 50 });
    await add(hanging);
    await calls(1);
    await node.stop();
    expect(await jobsLeft()).toMatchObject([{ key: hanging, lockedBy: null }]);
    hangs.resolve();
  });
});

describe('R2: what a node has locked', () => {
  const clock = createManualClock();
  const [own, other] = [newId(), newId()];
  const holder = async () => (await jobsLeft())[0]!.lockedBy;
  let renewal = 0;
  const renew = (id: string) =>
    renewLease(database.db, {
      id,
      startedAtMs: 0,
      heldSinceMs: 0,
      renewal: (renewal += 1),
      atMs: clock.now(),
      warmUp: null,
      figures: null,
    });

  /** A job that the other node has under way. */
  async function lockJob(): Promise<void> {
    await add(newId());
    const lockedAt = new Date(clock.now());
    await sql`update graphile_worker._private_jobs set locked_by = ${workerName(other, '1/mail')}, locked_at = ${lockedAt}`.execute(
      database.db,
    );
  }
  const underWay = new Set<string>();
  /** The own node, which renews its lease and then looks. */
  function createOwn() {
    const nodes = createNodeWatch(clock);
    const jobs = createAbandonedJobs({ db: database.db, clock, nodes, nodeId: own, underWay });
    const isDue = createPollingQuery(database.db, sql<{ due: boolean }>`select ${jobs.due} as due`);
    return {
      async look() {
        nodes.looked(await renew(own), clock.monotonicMs());
        const [row] = await isDue(clock.now());
        if (row!.due) await jobs.sweep(() => true);
      },
    };
  }
  async function pass(ms: number, { look }: ReturnType<typeof createOwn>, others: string[]): Promise<void> {
    for (let passed = 0; passed < ms; passed += RENEW_LEASE_EVERY_MS) {
      clock.advance(RENEW_LEASE_EVERY_MS);
      for (const id of others) await renew(id);
      await look();
    }
  }

  test('is free within seconds of its death, and not while it lives', async () => {
    const node = createOwn();
    await pass(2 * LEASE_MS, node, [other]);
    await lockJob();
    await pass(2 * LEASE_MS, node, [other]);
    expect(await holder()).toBe(workerName(other, '1/mail'));
    await pass(LEASE_MS + RENEW_LEASE_EVERY_MS, node, []);
    expect(await holder()).toBe(null);
  });

  test('N7: that the node itself has locked and has not under way is free within a minute', async () => {
    const node = createOwn();
    await add(newId());
    const { rows } = await sql<{ id: string }>`
      update graphile_worker._private_jobs set locked_by = ${workerName(own, '1/push')}, locked_at = ${new Date(clock.now())}
      returning id`.execute(database.db);
    underWay.add(rows[0]!.id);
    await pass(60_000, node, [other]);
    expect(await holder()).toBe(workerName(own, '1/push'));
    underWay.clear();
    await pass(20_000, node, [other]);
    expect(await holder()).toBe(workerName(own, '1/push'));
    await pass(40_000, node, [other]);
    expect(await holder()).toBe(null);
  });

  test('is its own after an outage of the database that made all leases old', async () => {
    const node = createOwn();
    await pass(2 * LEASE_MS, node, [other]);
    await lockJob();
    clock.advance(10 * LEASE_MS);
    await node.look();
    expect(await holder()).toBe(workerName(other, '1/mail'));
    await pass(2 * LEASE_MS, node, [other]);
    expect(await holder()).toBe(workerName(other, '1/mail'));
  });

  test('is locked by its name', async () => {
    const go = Promise.withResolvers<void>();
    const { tasks, calls } = makeTask(() => go.promise);
    const node = startNode(tasks, { nodeId: own });
    await add(newId());
    await calls(1);
    expect(await holder()).toBe(workerName(own, '1/push'));
    go.resolve();
    await node.stop();
  });
});

describe('by a clock in hand', () => {
  // Before the machine's time and after it.
  test.each([-1, 1])('jobs are done when they are due, in the order of their times', async (side) => {
    const clock = createManualClock(systemClock.now() + side * 1_000_000_000);
    const { tasks, called } = makeTask(async (id) => {
      if (id === 'failing' && called.filter((each) => each === id).length === 1) throw new Error('no');
    });
    const due = createDueJobs({ db: database.db, clock, nodeId: newId(), tasks });
    await add('later', { atMs: clock.now() + 2_000 });
    await add('soon', { atMs: clock.now() + 1_000 });
    await add('at once');
    expect(await due.nextDueMs()).toBe(clock.now());
    expect([await due.runDue(), called.splice(0)]).toEqual([1, ['at once']]);
    expect(await due.nextDueMs()).toBe(clock.now() + 1_000);
    clock.advance(999);
    expect(await due.runDue()).toBe(0);
    clock.advance(1_001);
    expect(await due.nextDueMs()).toBe(clock.now());
    await due.runDue();
    expect(called.splice(0)).toEqual(['soon', 'later']);
    expect(await due.nextDueMs()).toBe(null);
    await add('failing');
    expect([await due.runDue(), await due.runDue()]).toEqual([1, 0]);
    clock.advance(10_000);
    expect([await due.runDue(), await jobsLeft()]).toEqual([1, []]);
  });

  test('N7: one whose end can’t be written is done again', async () => {
    const rename = (from: string, to: string) =>
      sql`alter table graphile_worker.${sql.ref(from)} rename to ${sql.ref(to)}`.execute(database.db);
    let isAway = true;
    const { tasks, called } = makeTask(async () => {
      if (isAway) await rename('_private_jobs', 'away');
    });
    const [clock, nodeId, underWay] = [createManualClock(), newId(), new Set<string>()];
    const due = createDueJobs({ db: database.db, clock, nodeId, tasks, underWay });
    const nodes = createNodeWatch(clock);
    const abandoned = createAbandonedJobs({ db: database.db, clock, nodes, nodeId, underWay });
    await add('one');
    await expect(due.runDue()).rejects.toThrow('_private_jobs');
    isAway = false;
    await rename('away', '_private_jobs');
    await abandoned.sweep(() => true);
    expect([await due.runDueAndNext(), called]).toEqual([null, ['one']]);
    clock.advance(60_000);
    await abandoned.sweep(() => true);
    expect([await due.runDueAndNext(), called, await jobsLeft()]).toEqual([null, ['one', 'one'], []]);
  });
});
