import { sql } from 'kysely';
import type { JobState, SystemJob } from '@sign-display/contracts/rest/system';
import type { Db, Trx } from '../db/database-types.ts';
import { removeAddresses } from '../logging/remove-addresses.ts';

/** Jobs for the system page, in the words of `signs_jobs` of `/metrics`. A job without a key has a successor and is nobody's (`pruneSupersededJobs`). */

const stateAt = (now: Date) => sql<JobState>`
  case when locked_at is not null then 'running' when attempts >= max_attempts then 'dead'
    when run_at > ${now} then 'waiting' else 'due' end`;
const isShown = sql<boolean>`(locked_at is not null or attempts < max_attempts or key is not null)`;

interface JobRow {
  id: number;
  kind: string;
  state: JobState;
  attempts: number;
  error: string | null;
  runAt: Date;
}

/** Up to `most` jobs, newest first, from before `beforeId`; `state` null: of each state. `nowMs` tells due jobs from waiting ones. */
export async function listJobs(
  db: Db,
  given: { state: JobState | null; beforeId: number | null; most: number; nowMs: number },
): Promise<(Omit<SystemJob, 'id'> & { seq: number })[]> {
  const { state, beforeId, most, nowMs } = given;
  const { rows } = await sql<JobRow>`
    select id, kind, state, attempts, last_error as error, run_at from (
      select id, task_identifier as kind, ${stateAt(new Date(nowMs))} as state, attempts, last_error, run_at
      from graphile_worker.jobs where ${isShown} and (${beforeId}::bigint is null or id < ${beforeId}::bigint)
    ) as job
    where ${state}::text is null or state = ${state}::text
    order by id desc limit ${most}`.execute(db);
  return rows.map(({ id, error, runAt, ...row }) => ({
    ...row,
    seq: id,
    error: error === null ? null : removeAddresses(error),
    runAt: runAt.toISOString(),
  }));
}

/**
 * Has a dead job done once more, from now on (promise R12): it has one attempt left. Of two callers at once, one finds the job dead. A mail or push whose
 * delivery has ended meanwhile is left alone by its task.
 */
export async function retryDeadJob(
  trx: Trx,
  id: string,
  now: Date,
): Promise<{ kind: string } | 'not_found' | 'not_dead'> {
  const { rows } = await sql<{ kind: string }>`
    update graphile_worker._private_jobs as job set attempts = max_attempts - 1, run_at = ${now}
    from graphile_worker._private_tasks as task
    where task.id = job.task_id and job.id = ${id}::bigint
      and locked_at is null and attempts >= max_attempts and key is not null
    returning task.identifier as kind`.execute(trx);
  if (rows[0]) return rows[0];
  const known = await sql`select from graphile_worker._private_jobs where id = ${id}::bigint`.execute(trx);
  return known.rows.length > 0 ? 'not_dead' : 'not_found';
}
