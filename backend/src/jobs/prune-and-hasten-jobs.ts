import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/database-types.ts';

/** Removes jobs that were added again while they were under way, and whose node died then: they have a successor, and are never done or removed. */
export async function pruneSupersededJobs(db: Db): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs where key is null and locked_at is null and attempts >= max_attempts`.execute(
    db,
  );
}

/** Has the jobs that are `which` done again at `at`, or when they were due before that, as after their attempt number `attempts`. Part of a statement. */
export const hastenJobs = (which: RawBuilder<boolean>, attempts: number, at: Date): RawBuilder<unknown> =>
  sql`update graphile_worker._private_jobs
      set attempts = ${attempts}, run_at = least(run_at, ${at})
      where id in (
        select id from graphile_worker._private_jobs
        where ${which}
        order by id
        for update skip locked
      )`;
