import { sql, type Kysely } from 'kysely';
import type { Clock } from '@sign-display/contracts/ports';
import type { Database } from '../db/schema.ts';
import type { Sweeper } from '../nodes/sweeps.ts';

const isUnfinished = sql<boolean>`key like 'deliver:%' and attempts >= max_attempts and locked_at is null`;

export const createUnfinishedDeliveries = (db: Kysely<Database>, clock: Clock): Sweeper => ({
  name: 'unfinishedDeliveries',
  due: () => sql`exists (select from graphile_worker._private_jobs where ${isUnfinished})`,
  sweep: () => failUnfinished(db, clock),
});

/**
 * What no node ever came to the end of (the process died in each of the library's 25 attempts, or the database did) is failed like the rest, so
 * that nothing stays queued in silence.
 */
export async function failUnfinished(db: Kysely<Database>, clock: Clock): Promise<void> {
  await sql`
    with dead as (
      select id, substr(key, length('deliver:') + 1)::uuid as notification_id from graphile_worker._private_jobs
      where ${isUnfinished}
    ), failed as (
      update notification
      set state = 'failed', finished_at = ${new Date(clock.now())}, error = 'It was tried again and again, and never came to an end.'
      from dead where notification.id = dead.notification_id and state = 'queued'
    )
    select count(*) from dead, lateral graphile_worker.complete_jobs(array[dead.id])`.execute(db);
}
