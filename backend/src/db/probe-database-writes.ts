import { sql } from 'kysely';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { withTimeout } from '../flow/with-timeout.ts';
import { resourceLackOf, type ResourceLack } from './database-errors.ts';
import type { Db } from './database-types.ts';

/** The database is asked again at most this often, however often the health route is. */
const ASK_EVERY_MS = 2_000;
/** As the health route's own question to the database. */
const ANSWER_WITHIN_MS = 1_000;
/** Of 1,900 bytes, which Postgres does not compress: 64 KiB, more than one page of a table has room for, so that a file must grow. */
const PROBE_ROWS = 35;

/**
 * Whether the database has what it needs to take writes: disk, memory, connections.
 *
 * A statement that fails for want of room (SQLSTATE 53xxx) says so until a write that needs new room succeeds again: a change that fits into a page
 * that is there already shows nothing. The write is a temporary table, of which nothing stays. Nothing is asked as long as nothing has failed.
 */
export function createDatabaseRoom(db: Db, clock: Clock) {
  let lack: ResourceLack | null = null;
  let askedAtMs = -Infinity;
  let asking: Promise<void> | null = null;

  async function ask(): Promise<void> {
    askedAtMs = clock.monotonicMs();
    try {
      await db.transaction().execute(async (trx) => {
        await sql`create temporary table room_probe on commit drop as select repeat('x', 1900) as filler
          from generate_series(1, ${sql.lit(PROBE_ROWS)})`.execute(trx);
      });
      lack = null;
    } catch (error) {
      const other = resourceLackOf(error);
      if (other !== null) lack = other;
    }
  }

  return {
    /** Told of every statement that failed. */
    failed(error: unknown): void {
      lack = resourceLackOf(error) ?? lack;
    },
    /** What it lacks; null where it lacks nothing that is known of. Within a second, and never rejects. */
    async lack(): Promise<ResourceLack | null> {
      if (lack !== null && clock.monotonicMs() - askedAtMs >= ASK_EVERY_MS)
        asking ??= ask().finally(() => (asking = null));
      if (asking !== null) await withTimeout(clock, asking, ANSWER_WITHIN_MS, null);
      return lack;
    },
  };
}
