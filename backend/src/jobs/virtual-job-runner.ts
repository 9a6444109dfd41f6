import { sql } from 'kysely';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Db } from '../db/database-types.ts';
import type { JobName } from './add-job.ts';
import { workerName, type JobsUnderWay } from './free-abandoned-jobs.ts';
import type { JobTasks } from './worker.ts';

interface DueJob {
  id: string;
  name: JobName;
  payload: never;
  attempts: number;
}

/** As the library has it: e^attempts seconds, and after ten attempts no longer. */
const retryAfterMs = (attempts: number): number => Math.round(Math.exp(Math.min(attempts, 10)) * 1_000);

/**
 * Jobs by another clock than the machine's, for tests and virtual time: `runDue` does what is due, one after the other in the order of their
 * times (those without one first), until nothing is. The library itself asks the machine for the time. A job without a time has its transaction's, which is the
 * database's own and says nothing here: it is due.
 */
export function createDueJobs(deps: {
  db: Db;
  clock: Clock;
  nodeId: string;
  tasks: JobTasks;
  underWay?: JobsUnderWay;
}) {
  const { db, clock, nodeId, tasks, underWay = new Set() } = deps;

  const ownTasks = sql`task_id in (select id from graphile_worker._private_tasks where identifier = any(${Object.keys(tasks)}))`;

  async function take(): Promise<DueJob | undefined> {
    const now = new Date(clock.now());
    const { rows } = await sql<DueJob>`
      update graphile_worker._private_jobs as job
      set attempts = attempts + 1, locked_by = ${workerName(nodeId, 'due')}, locked_at = ${now}
      from graphile_worker._private_tasks as task
      where task.id = job.task_id and job.id = (
        select id from graphile_worker._private_jobs
        where is_available and (run_at <= ${now} or run_at in (created_at, updated_at))
          and ${ownTasks}
        order by case when run_at in (created_at, updated_at) then '-infinity' else run_at end, id
        limit 1
        for update skip locked
      )
      returning job.id, task.identifier as name, job.payload, job.attempts`.execute(db);
    return rows[0];
  }

  async function attempt({ id, name, payload, attempts }: DueJob): Promise<void> {
    try {
      await tasks[name]!(payload);
    } catch (error) {
      const runAt = new Date(clock.now() + retryAfterMs(attempts));
      await sql`
        update graphile_worker._private_jobs
        set run_at = ${runAt}, last_error = ${String(error)}, locked_by = null, locked_at = null
        where id = ${id}`.execute(db);
      return;
    }
    await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(db);
  }

  async function perform(job: DueJob): Promise<void> {
    underWay.add(job.id);
    try {
      await attempt(job);
    } finally {
      underWay.delete(job.id);
    }
  }

  async function nextDueMs(): Promise<number | null> {
    const now = new Date(clock.now());
    const { rows } = await sql<{ next: Date | null }>`
      select min(case when run_at in (created_at, updated_at) then ${now} else greatest(run_at, ${now}) end) as next
      from graphile_worker._private_jobs where is_available and ${ownTasks}`.execute(db);
    return rows[0]!.next?.getTime() ?? null;
  }

  return {
    /** How many were done or failed. A job that fails is due again after a while. Rejects where the database is away. */
    async runDue(): Promise<number> {
      let count = 0;
      for (let job = await take(); job; job = await take()) {
        await perform(job);
        count += 1;
      }
      return count;
    },
    /** When the next one is due, in ms of the clock (now, where one is already), or null: there is none that anybody will do. */
    nextDueMs,
    /** Both: it is one question where nothing is due. */
    async runDueAndNext(): Promise<number | null> {
      for (;;) {
        const nextMs = await nextDueMs();
        if (nextMs === null || nextMs > clock.now()) return nextMs;
        const job = await take();
        // Another node has just taken it.
        if (!job) return nextMs;
        await perform(job);
      }
    },
  };
}
