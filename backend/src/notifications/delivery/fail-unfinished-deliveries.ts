import { sql } from 'kysely';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Db } from '../../db/database-types.ts';
import { hastenJobs } from '../../jobs/prune-and-hasten-jobs.ts';
import type { Sweeper } from '../../cluster/due-work-sweeps.ts';

/** An event that can't be planned is looked at this often, for as long as it takes. */
const PLAN_AGAIN_WITHIN_MS = 60_000;
/** From the sixth attempt on the library would wait longer than that, and after its 25th do nothing. */
const ATTEMPTS_MOST = 5;

const isUnfinished = sql<boolean>`key like 'deliver:%' and attempts >= max_attempts and locked_at is null`;
const isLatePlan = sql<boolean>`
  attempts > ${sql.lit(ATTEMPTS_MOST)} and locked_at is null and (key like 'plan:%' or key like 'wake:%')`;

export const createUnfinishedDeliveries = (db: Db, clock: Clock): Sweeper => ({
  name: 'unfinishedDeliveries',
  due: sql`exists (select from graphile_worker._private_jobs where (${isUnfinished}) or (${isLatePlan}))`,
  sweep: () => failUnfinished(db, clock),
});

/**
 * What the library would give up or leave for hours, because the process died in each attempt or the database refused it. A delivery after all
 * its attempts is failed like the rest, so that nothing stays queued in silence. Planning, which can be done again and again, is never given up
 * and never later than a minute: whatever was wrong, people hear of it a minute after it is mended.
 */
export async function failUnfinished(db: Db, clock: Clock): Promise<void> {
  const now = new Date(clock.now());
  const soon = new Date(clock.now() + PLAN_AGAIN_WITHIN_MS);
  await sql`
    with dead as (
      select id, substr(key, length('deliver:') + 1)::uuid as notification_id from graphile_worker._private_jobs
      where ${isUnfinished}
    ), failed as (
      update notification
      set state = 'failed', finished_at = ${now}, error = 'Several attempts to deliver the message did not finish.'
      from dead where notification.id = dead.notification_id and state = 'queued'
    ), planned as (
      ${hastenJobs(isLatePlan, ATTEMPTS_MOST, soon)}
    )
    select count(*) from dead, lateral graphile_worker.complete_jobs(array[dead.id])`.execute(db);
}
