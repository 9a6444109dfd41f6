import { EventEmitter } from 'node:events';
import { run, type Runner, type RunnerOptions, type Task, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Cancel, Clock } from '@sign-display/contracts/clock-and-random';
import { withTimeout } from '../flow/with-timeout.ts';
import type { Logger } from '../logging/logger-type.ts';
import type { JobName, JobPayloads } from './add-job.ts';
import { releaseOnce } from './double-release-pool.ts';
import { logJobs } from '../db/migrate-job-schema.ts';
import { unlockWorkers, workerName, type JobsUnderWay } from './free-abandoned-jobs.ts';

/** Who does each kind of job. A job that rejects is tried again, later each time; a kind that is absent waits for another node. */
export type JobTasks = { [Name in JobName]?: (payload: JobPayloads[Name]) => Promise<void> };

/**
 * Kinds of jobs that wait for the same share workers, and no others: mails for a server that hangs hold no push and no planning. `lookEveryMs`:
 * jobs without a time are told of (LISTEN); this is for those whose time comes, and for what was not heard. `concurrency`: at a time, on one node.
 */
const LANES: { name: string; kinds: JobName[]; concurrency: number; lookEveryMs: number }[] = [
  { name: 'plan', kinds: ['plan_notices'], concurrency: 2, lookEveryMs: 1_000 },
  // A delivery's time is that of its next attempt, 2 s after the first at the soonest.
  { name: 'mail', kinds: ['deliver_mail', 'mail_audit_fault'], concurrency: 4, lookEveryMs: 2_000 },
  { name: 'push', kinds: ['deliver_notification'], concurrency: 4, lookEveryMs: 2_000 },
  // Reads a whole log, and is in no hurry.
  { name: 'check', kinds: ['check_audit'], concurrency: 1, lookEveryMs: 2_000 },
];
/** Each lane has one that listens; the rest are had for the milliseconds in which a job is taken or ended. */
export const JOB_CONNECTIONS = LANES.length + 3;
const START_AGAIN_AFTER_MS = 1_000;
/**
 * A lane whose writes failed twice never ends: version 0.18 takes two from a count to which it added one, and waits for zero. What it had under way
 * is unlocked all the same, and done by the next.
 */
const ENDS_WITHIN_MS = 3_000;
/** Of the 10 s that the process has. A job that is not done by then is another node's, or done at the next start. */
const STOP_WITHIN_MS = 4_000;
/** So long it waits for the answers to what its workers have asked for. */
const ANSWERED_WITHIN_MS = 1_000;

/**
 * Does the jobs that are in the database (promise N7), beside the other nodes: each job is done by one of them. `pool` is the jobs' own, of
 * `JOB_CONNECTIONS`, so that what waits for a mail server takes no connection of who asks. Where the database goes away the library ends, and
 * is started again: what this node had is unlocked first. The time is the machine's: for another clock, `createDueJobs`.
 */
export function startJobs(deps: {
  pool: Pool;
  clock: Clock;
  log: Logger;
  nodeId: string;
  tasks: JobTasks;
  underWay?: JobsUnderWay;
  stopWithinMs?: number;
}) {
  const { pool, clock, log, nodeId, tasks, underWay = new Set(), stopWithinMs = STOP_WITHIN_MS } = deps;
  /** The library's task, which says what it has under way. */
  const taskOf =
    (work: (payload: never) => Promise<void>): Task =>
    async (payload, { job }) => {
      underWay.add(job.id);
      await work(payload as never).finally(() => underWay.delete(job.id));
    };
  const lanes = LANES.map(({ kinds, ...lane }) => {
    const own = kinds.flatMap((kind) => (tasks[kind] ? [[kind, taskOf(tasks[kind])]] : []));
    return { ...lane, tasks: Object.fromEntries(own) as TaskList };
  }).filter((lane) => Object.keys(lane.tasks).length > 0);
  const jobsPool = releaseOnce(pool);
  let runners: Runner[] = [];
  let isStopped = false;
  let isAway = false;
  let wake: () => void = () => {};
  /** The names under which jobs are locked now, or were when the library ended. */
  let workers: string[] = [];
  let runs = 0;
  /** Workers of the library that have asked for a job and heard nothing yet. */
  const asking = new Set<unknown>();
  let allAnswered: () => void = () => {};

  const pause = (delayMs: number) =>
    new Promise<void>((resolve) => {
      const cancel: Cancel = clock.after(delayMs, resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });

  function makeOptions(name: string, lane: (typeof lanes)[number], failed: (error: unknown) => void): RunnerOptions {
    const events = new EventEmitter();
    events.on('pool:fatalError', ({ error }: { error: unknown }) => failed(error));
    events.on('worker:getJob:start', ({ worker }) => void asking.add(worker));
    for (const answer of ['job:start', 'worker:getJob:empty', 'worker:getJob:error']) {
      events.on(answer, ({ worker }) => {
        asking.delete(worker);
        if (asking.size === 0) allAnswered();
      });
    }
    // The name is what jobs are locked by. The library makes one up; ours says which node it is, so that the others know when it is dead.
    events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => (workerPool.id = name));
    return {
      pgPool: jobsPool,
      taskList: lane.tasks,
      parsedCronItems: [],
      concurrency: lane.concurrency,
      pollInterval: lane.lookEveryMs,
      useNodeTime: true,
      noHandleSignals: true,
      logger: logJobs(log),
      events,
      // Batches (here of whatever there is): without them version 0.18 ends a job in a promise that nobody waits for, and the process with it.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    };
  }

  /** Stops all lanes. The library rejects where it has ended by itself just now. */
  const stopRunners = async (): Promise<void> =>
    void (await Promise.all(runners.map((runner) => runner.stop().catch(() => {}))));

  /** Resolves when the lanes have ended, or have had their time for it. */
  async function endRunners(ended: readonly Promise<void>[]): Promise<void> {
    await withTimeout(clock, Promise.allSettled([stopRunners(), ...ended]), ENDS_WITHIN_MS, null);
    runners = [];
  }

  /** Resolves or rejects when all lanes have ended; one that ends by itself takes the others with it. */
  async function runOnce(): Promise<void> {
    if (workers.length > 0) await unlockWorkers(pool, workers);
    runs += 1;
    workers = lanes.map(({ name }) => workerName(nodeId, `${runs}/${name}`));
    const ended: Promise<void>[] = [];
    const failed = Promise.withResolvers<void>();
    // Perhaps before, or after, anybody waits for it.
    failed.promise.catch(() => {});
    try {
      for (const [nth, lane] of lanes.entries()) {
        const runner = await run(makeOptions(workers[nth]!, lane, failed.reject));
        runners.push(runner);
        ended.push(runner.promise);
        // Its rejection is looked at below, perhaps only after the next lane has begun.
        runner.promise.catch(() => {});
      }
      if (isAway) log.info('job worker is working again');
      isAway = false;
      if (!isStopped) await Promise.race([...ended, failed.promise]);
    } finally {
      await endRunners(ended);
    }
  }

  async function keepRunning(): Promise<void> {
    for (;;) {
      let error: unknown;
      try {
        await runOnce();
      } catch (caught) {
        error = caught;
      }
      if (isStopped) return;
      if (!isAway) log.error({ err: error }, 'job worker failed, retrying');
      isAway = true;
      await pause(START_AGAIN_AFTER_MS);
    }
  }

  /** Resolves when nobody of an ended run can take a job any more, or after a while. */
  async function answered(): Promise<void> {
    if (asking.size === 0) return;
    const all = Promise.withResolvers<void>();
    allAnswered = all.resolve;
    await withTimeout(clock, all.promise, ANSWERED_WITHIN_MS, null);
  }

  const running = keepRunning();
  let stopping: Promise<void> | null = null;

  async function stop(): Promise<void> {
    isStopped = true;
    wake();
    const stopped = stopRunners().then(() => running);
    const outcome = await withTimeout(clock, stopped, stopWithinMs, 'late');
    if (workers.length === 0) return;
    if (outcome === 'late') {
      log.warn('process is stopping, releasing its running jobs');
      // Whoever asks still would take them again.
      await answered();
    }
    await unlockWorkers(pool, workers).catch((error: unknown) =>
      log.warn({ err: error }, 'jobs of this node not released, their leases will expire'),
    );
  }

  /** Takes no more, waits for what is under way for a moment, and gives the rest back. Never rejects. */
  return { stop: (): Promise<void> => (stopping ??= stop()) };
}
