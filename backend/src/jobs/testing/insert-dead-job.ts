import { sql } from 'kysely';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import type { Db } from '../../db/database-types.ts';
import { addJob } from '../add-job.ts';

/**
 * Inserts a job that has had all its attempts, with the error of the last one. Returns its number. Its key is none of those that a sweep finds: planning is
 * never given up, and a delivery after its last attempt is failed.
 */
export async function insertDeadJob(
  db: Db,
  { eventId = makeUuidV7(systemClock, systemRandom), error = 'Error: connect ECONNREFUSED 10.1.2.3:587' } = {},
): Promise<string> {
  const key = `once:${eventId}`;
  // In one transaction: no worker sees the job before it is dead.
  return await db.transaction().execute(async (trx) => {
    await addJob(trx, 'plan_notices', { eventId }, { atMs: null, key, mode: 'sooner' });
    const { rows } = await sql<{ id: string }>`
      update graphile_worker._private_jobs set attempts = max_attempts, last_error = ${error}
      where key = ${key} returning id::text`.execute(trx);
    return rows[0]!.id;
  });
}
