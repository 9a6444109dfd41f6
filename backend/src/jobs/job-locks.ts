import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Pool } from 'pg';
import type { Clock } from '@sign-display/contracts/ports';
import type { Database } from '../db/schema.ts';
import { LEASE_MS, type HeldLease } from '../nodes/lease.ts';
import { whenAsked } from '../nodes/question.ts';
import type { Sweeper } from '../nodes/sweeps.ts';

/** What a job is locked by: the node that does it, and which of its workers. */
export const workerName = (nodeId: string, worker: string): string => `${nodeId}/${worker}`;

/** Frees what these have locked; others take it at once. */
export async function unlockWorkers(pool: Pool, names: string[]): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [names]);
}

/** What a node has under way, by the job's identifier. */
export type JobsUnderWay = Set<string>;

/** An answer is on its way for so long at the most, and so is the end of a job that is done. */
const LOST_AFTER_MS = 30_000;

/** Locked before a time, by a node whose lease was not renewed since. */
const isOrphaned = (deadSince: Date | RawBuilder<Date>) => sql<boolean>`
  locked_at < ${deadSince}
  and not exists (
    select from node where node.id::text = split_part(job.locked_by, '/', 1) and node.seen_at > ${deadSince}
  )`;

/**
 * Frees what nobody does any more (promises N7 and R2): the library would after four hours.
 *
 * What dead nodes have locked. A node is dead when its lease has run out. Whoever judges must have held its own lease for as long, without a gap:
 * after an outage of the database all leases are old, and who comes back first must not take the others' work.
 *
 * And what this node has locked and has not under way: the answer to its taking, or the end of a job, was lost with a connection.
 */
export function createAbandonedJobs(deps: {
  db: Kysely<Database>;
  clock: Clock;
  lease: Pick<HeldLease, 'heldForMs'>;
  nodeId: string;
  underWay: JobsUnderWay;
}): Sweeper {
  const { db, clock, lease, nodeId, underWay } = deps;
  const isOld = (before: Date | RawBuilder<Date>) => sql<boolean>`
    locked_at < ${before} and locked_by like ${workerName(nodeId, '%')}`;

  async function freeDead(): Promise<void> {
    if (lease.heldForMs() < LEASE_MS) return;
    await sql`
      select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
      from graphile_worker._private_jobs as job
      where ${isOrphaned(new Date(clock.now() - LEASE_MS))}
      having count(*) > 0`.execute(db);
  }

  const freeLost = (): Promise<unknown> =>
    sql`
      update graphile_worker._private_jobs set locked_by = null, locked_at = null
      where ${isOld(new Date(clock.now() - LOST_AFTER_MS))} and id <> all(${[...underWay]}::bigint[])`.execute(db);

  return {
    name: 'abandonedJobs',
    due: sql`exists (
      select from graphile_worker._private_jobs as job
      where (${isOrphaned(whenAsked(LEASE_MS))}) or (${isOld(whenAsked(LOST_AFTER_MS))}))`,
    async sweep() {
      await freeDead();
      await freeLost();
    },
  };
}
