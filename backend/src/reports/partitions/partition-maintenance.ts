import { sql } from 'kysely';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Db } from '../../db/database-types.ts';
import { repeat, type Repetition } from '../../flow/repeated-task.ts';
import { forgetUsage } from '../../devices/charge-device-daily-bytes.ts';
import type { Logger } from '../../logging/logger-type.ts';
import { dropPartitionsBefore, ensurePartitions } from './day-partitions.ts';
import { addDays, DAILY_TABLES, dayOf, daysFrom, type DailyTable } from './partition-day-and-name.ts';

type Retention = Record<DailyTable, number> & {
  /** How long a batch is known to have arrived, in days. */
  analyticsBatch: number;
};

/** Partitions are made a week ahead: a service whose keeper fails for a week is noticed. Then inserts make their own. */
const AHEAD_DAYS = 7;
const EVERY_MS = 3_600_000;
/** The partitions of a node's first day: soon, but not among the first queries. */
const FIRST_MS = 1_000;
const FORGET_AT_ONCE = 10_000;

/** Makes the partitions of the days to come and drops what is older than its retention. Any number of nodes may do so at once. */
export async function maintainPartitions(
  db: Db,
  retention: Retention,
  nowMs: number,
): Promise<{ table: DailyTable; made: string[]; dropped: string[] }[]> {
  const today = dayOf(nowMs);
  const done = [];
  for (const table of DAILY_TABLES) {
    const made = await ensurePartitions(db, table, daysFrom(today, AHEAD_DAYS + 1));
    const dropped = await dropPartitionsBefore(db, table, addDays(today, -retention[table]));
    if (made.length + dropped.length > 0) done.push({ table, made, dropped });
  }
  await forgetBatches(db, nowMs - retention.analyticsBatch * 86_400_000);
  await forgetUsage(db, today);
  return done;
}

/** Forgets the batches that arrived before `beforeMs`, in bites that hold no lock for long. */
async function forgetBatches(db: Db, beforeMs: number): Promise<void> {
  const before = new Date(beforeMs);
  for (let gone = FORGET_AT_ONCE; gone === FORGET_AT_ONCE;) {
    const { numAffectedRows = 0n } = await sql`
      delete from analytics_batch where ctid in (
        select ctid from analytics_batch where received_at < ${before} limit ${FORGET_AT_ONCE} for update skip locked
      )
    `.execute(db);
    gone = Number(numAffectedRows);
  }
}

/**
 * Keeps the partitions every hour until stopped, from a second after now on. A round that fails is left to the next. `settled` resolves when
 * the round under way is over.
 */
export function startPartitionMaintenance(deps: {
  db: Db;
  clock: Clock;
  log: Logger;
  retention: Retention;
}): Repetition {
  const { db, clock, log, retention } = deps;
  let delayMs = FIRST_MS;
  const keep = async (): Promise<void> => {
    delayMs = EVERY_MS;
    try {
      for (const { table, made, dropped } of await maintainPartitions(db, retention, clock.now()))
        log.info(
          { table, made: made.length, until: made.at(-1), dropped: dropped.length },
          'partitions created and dropped',
        );
    } catch (error) {
      log.warn({ err: error }, 'partitions not created or dropped, retrying in an hour');
    }
  };
  return repeat(clock, () => delayMs, keep);
}
