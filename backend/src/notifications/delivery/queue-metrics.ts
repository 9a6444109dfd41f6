import { sql } from 'kysely';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Db } from '../../db/database-types.ts';

/** The state of delivery, over all nodes (promise R5). */
export interface QueueFigures {
  /** Messages that are neither delivered nor given up, by channel. */
  queued: { email: number; push: number };
  /** Messages that failed and that no admin has retried, by channel. */
  failed: { email: number; push: number };
  /** How long the oldest queued message has been waiting, in milliseconds; 0 if there is none. */
  oldestMs: number;
  /** Jobs that wait for their time, are due, are running or were given up. */
  jobs: Record<'waiting' | 'due' | 'running' | 'dead', number>;
}

export async function readQueueFigures(db: Db, clock: Clock): Promise<QueueFigures> {
  const now = new Date(clock.now());
  const { rows } = await sql<
    QueueFigures['queued'] & QueueFigures['jobs'] & { oldest: Date | null; failedEmail: number; failedPush: number }
  >`
    select queued.*, failed.*, jobs.* from (
      select count(*) filter (where channel = 'email') as email, count(*) filter (where channel = 'push') as push, min(at) as oldest
      from notification where state = 'queued'
    ) as queued, (
      select count(*) filter (where channel = 'email') as failed_email, count(*) filter (where channel = 'push') as failed_push
      from notification where state = 'failed'
    ) as failed, (
      select
        count(*) filter (where locked_at is null and attempts < max_attempts and run_at > ${now}) as waiting,
        count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= ${now}) as due,
        count(*) filter (where locked_at is not null) as running,
        count(*) filter (where locked_at is null and attempts >= max_attempts and key is not null) as dead
      from graphile_worker.jobs
    ) as jobs`.execute(db);
  const { email, push, failedEmail, failedPush, oldest, ...jobs } = rows[0]!;
  return {
    queued: { email, push },
    failed: { email: failedEmail, push: failedPush },
    oldestMs: oldest === null ? 0 : Math.max(0, now.getTime() - oldest.getTime()),
    jobs,
  };
}
