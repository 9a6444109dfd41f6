import { Logger as GraphileLogger, runMigrations } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from '../logging/logger-type.ts';

/** Held while the tables of jobs are made: two nodes that start at once must not both. The number is nobody else's. */
const LOCK = 7_215_033;

/** What it says again and again while a database is away; `startJobs` says it once. */
const OF_AN_OUTAGE =
  /^(Error with notify listener|Failed to (reset locked|complete jobs|fail jobs)|Error occurred|Runner stopping|Worker exited with error)/;

/** What the library says, in the service's own log; what it did in the ordinary course only at level debug. */
export const logJobs = (log: Logger): GraphileLogger =>
  new GraphileLogger(() => (level, message, meta) => {
    if ((level === 'error' || level === 'warning') && !OF_AN_OUTAGE.test(message))
      log[level === 'error' ? 'error' : 'warn']({ ...meta }, `jobs: ${message}`);
    else log.debug(`jobs: ${message}`);
  });

/** Brings graphile-worker's own tables (schema `graphile_worker`) to its version, forward only. `pool` needs two connections. */
export async function migrateJobs(pool: Pool, log: Logger): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    try {
      await runMigrations({ pgPool: pool, logger: logJobs(log) });
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK]);
    }
  } finally {
    client.release();
  }
}
