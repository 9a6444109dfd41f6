import { sql } from 'kysely';
import type { Db } from '../../db/database-types.ts';
import { addDays, dayOfPartition, partitionName, type DailyTable } from './partition-day-and-name.ts';

/** Partitions are made and dropped one node at a time; the number is arbitrary, and nobody else's. */
const LOCK = 7_091_968;
/** A drop needs the table for itself, and whoever inserts waits behind it: rather than that, it is left to the next time. */
const DROP_WAIT_MS = 500;

/** The days that `table` has a partition for, oldest first. */
export async function listPartitionDays(db: Db, table: DailyTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name
    from pg_inherits
    join pg_class child on child.oid = inhrelid
    where inhparent = ${table}::regclass
    order by child.relname
  `.execute(db);
  return rows.flatMap(({ name }) => dayOfPartition(table, name) ?? []);
}

/**
 * Makes the partitions of `days` that are missing; of any number of callers on any nodes one does it. Made apart and then attached, which
 * takes no lock that an insert or a select would wait for (`create table … partition of` would).
 */
export async function ensurePartitions(db: Db, table: DailyTable, days: readonly string[]): Promise<string[]> {
  const known = new Set(await listPartitionDays(db, table));
  // Every hour but one of a day.
  if (days.every((day) => known.has(day))) return [];
  return await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    const present = new Set(await listPartitionDays(trx, table));
    const missing = [...new Set(days)].filter((day) => !present.has(day));
    for (const day of missing) {
      const partition = sql.table(partitionName(table, day));
      const [from, to] = [day, addDays(day, 1)].map((date) => sql.lit(`${date} 00:00:00+00`));
      await sql`create table ${partition} (like ${sql.table(table)} including all)`.execute(trx);
      await sql`alter table ${sql.table(table)} attach partition ${partition} for values from (${from}) to (${to})`.execute(
        trx,
      );
    }
    return missing;
  });
}

/**
 * Drops the partitions of the days before `day`, one transaction each, and answers with the days that went. A day that somebody reads just
 * now stays until the next call.
 */
export async function dropPartitionsBefore(db: Db, table: DailyTable, day: string): Promise<string[]> {
  const dropped: string[] = [];
  for (const old of (await listPartitionDays(db, table)).filter((each) => each < day)) {
    const done = await db
      .transaction()
      .execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
        await sql`set local lock_timeout = ${sql.lit(DROP_WAIT_MS)}`.execute(trx);
        await sql`drop table if exists ${sql.table(partitionName(table, old))}`.execute(trx);
        return true;
      })
      .catch((error: unknown) => {
        if ((error as { code?: unknown }).code === '55P03') return false;
        throw error;
      });
    if (done) dropped.push(old);
  }
  return dropped;
}

/** Whether a row found no partition for its day. */
const isPartitionMissing = (error: unknown): boolean => {
  const { code, routine } = error as { code?: unknown; routine?: unknown };
  return code === '23514' && routine === 'ExecFindPartition';
};

/**
 * Runs `insert`; where a partition was missing, makes those of `days` and runs it again. The insert is one statement or a transaction of its
 * own, so that the first run has left nothing. A missing partition thus never costs a row, whoever should have made it.
 */
export async function withPartitions<Result>(
  db: Db,
  days: Partial<Record<DailyTable, readonly string[]>>,
  insert: () => Promise<Result>,
): Promise<Result> {
  try {
    return await insert();
  } catch (error) {
    if (!isPartitionMissing(error)) throw error;
  }
  for (const [table, needed] of Object.entries(days)) await ensurePartitions(db, table as DailyTable, needed);
  return await insert();
}
