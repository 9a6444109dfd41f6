import { sql, type RawBuilder } from 'kysely';
import type { Pool } from 'pg';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Db } from '../db/database-types.ts';
import { createUnchangedFor } from '../flow/unchanged-duration.ts';
import { LEASE_MS } from '../cluster/held-lease-duration.ts';
import type { NodeWatch } from '../cluster/node-watch.ts';
import { evaluatedPerQuery } from '../cluster/polling-query.ts';
import type { Sweeper } from '../cluster/due-work-sweeps.ts';

/** What a job is locked by: the node that does it, and which of its workers. */
export const workerName = (nodeId: string, worker: string): string => `${nodeId}/${worker}`;

/** Frees what these have locked; others take it at once. */
export async function unlockWorkers(pool: Pool, names: string[]): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [names]);
}

/** What a node has under way, by the job's identifier. */
export type JobsUnderWay = Set<string>;

const FREE_AFTER_MS = {
  dead: 0,
  /** A node without a row has left, and has unlocked its jobs; or it has just joined. */
  left: LEASE_MS,
  /** An answer is on its way for so long at the most, and so is the end of a job that is done. */
  lost: 30_000,
};

interface Lock {
  id: string;
  lockedBy: string;
  /** Of one taking, in milliseconds: of what time is none of ours. */
  lockedAtMs: number;
  kind: keyof typeof FREE_AFTER_MS;
}

/**
 * Frees what nobody does any more (promises N7 and R2): the library would after four hours. No wall clock is asked: who locked it may have had another
 * one, and ours may have been set since. What counts is for how long this node has seen the same lock, by its monotonic clock.
 *
 * What dead nodes have locked (`node-watch.ts`), and such as have left.
 *
 * And what this node has locked and has not under way: the answer to its taking, or the end of a job, was lost with a connection.
 */
export function createAbandonedJobs(deps: {
  db: Db;
  clock: Clock;
  nodes: Pick<NodeWatch, 'dead'>;
  nodeId: string;
  underWay: JobsUnderWay;
}): Sweeper {
  const { db, clock, nodes, nodeId, underWay } = deps;
  const lockedByOwn = sql<boolean>`locked_by like ${workerName(nodeId, '%')}`;
  const isDead = (dead: RawBuilder<readonly string[]>) => sql<boolean>`
    split_part(job.locked_by, '/', 1) = any(${dead}::text[])`;
  const hasLeft = sql<boolean>`
    not exists (select from node where node.id::text = split_part(job.locked_by, '/', 1))`;
  const isLost = (busy: RawBuilder<readonly string[]>) => sql<boolean>`
    ${lockedByOwn} and id <> all(${busy}::bigint[])`;
  const isAbandoned = (dead: RawBuilder<readonly string[]>, busy: RawBuilder<readonly string[]>) => sql<boolean>`
    locked_at is not null and (${isDead(dead)} or ${hasLeft} and not ${lockedByOwn} or ${isLost(busy)})`;

  const lookAt = createUnchangedFor(clock, ({ id, lockedBy, lockedAtMs }: Lock) => `${id} ${lockedBy} ${lockedAtMs}`);

  async function find(): Promise<Lock[]> {
    const [dead, busy] = [sql.val(nodes.dead()), sql.val([...underWay])];
    const { rows } = await sql<Lock>`
      select id::text, locked_by, extract(epoch from locked_at)::float8 * 1000 as locked_at_ms,
        case when ${isDead(dead)} then 'dead' when ${isLost(busy)} then 'lost' else 'left' end as kind
      from graphile_worker._private_jobs as job where ${isAbandoned(dead, busy)} order by id`.execute(db);
    return rows;
  }

  return {
    name: 'abandonedJobs',
    due: sql`exists (
      select from graphile_worker._private_jobs as job
      where ${isAbandoned(
        evaluatedPerQuery(() => nodes.dead()),
        evaluatedPerQuery(() => [...underWay]),
      )})`,
    async sweep() {
      const found = await find();
      const seenForMs = lookAt(found);
      const free = found.filter((lock) => seenForMs(lock) >= FREE_AFTER_MS[lock.kind] && !underWay.has(lock.id));
      const others = new Set(free.flatMap(({ kind, lockedBy }) => (kind === 'lost' ? [] : [lockedBy])));
      if (others.size > 0) await sql`select graphile_worker.force_unlock_workers(${[...others]}::text[])`.execute(db);
      const lost = free.flatMap(({ kind, id }) => (kind === 'lost' ? [id] : []));
      if (lost.length > 0)
        await sql`
          update graphile_worker._private_jobs set locked_by = null, locked_at = null
          where ${lockedByOwn} and id = any(${lost}::bigint[])`.execute(db);
    },
  };
}
