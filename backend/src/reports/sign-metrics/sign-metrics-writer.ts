import type { ServiceDeps } from '../../db/database-types.ts';
import { repeat, type Repetition } from '../../flow/repeated-task.ts';
import type { Logger } from '../../logging/logger-type.ts';
import { withPartitions } from '../partitions/day-partitions.ts';
import { dayOf } from '../partitions/partition-day-and-name.ts';
import { writeMetrics } from './sign-metrics-repository.ts';
import { METRIC_INTERVAL_MS, type DeviceMetrics, type SignMetrics } from './gather-sign-metrics.ts';

/** The nodes of a service have one clock, and should not all write in the same moment. */
const SPREAD_MS = 5_000;
/** What the loop puts into words in one turn: heartbeats are answered between two statements. */
const ROWS_AT_ONCE = 1_000;
/** Intervals that are kept while the database is away, of a whole fleet. Then the oldest go. */
const MOST_KEPT_ROWS = 100_000;

/** Of one device and interval one row each: a clock that went back made two. */
function statements(rows: readonly DeviceMetrics[]): DeviceMetrics[][] {
  const made: { rows: DeviceMetrics[]; keys: Set<string> }[] = [];
  for (const row of rows) {
    const key = `${row.deviceSignId} ${row.atMs}`;
    let into = made.find(({ rows: held, keys }) => held.length < ROWS_AT_ONCE && !keys.has(key));
    if (!into) made.push((into = { rows: [], keys: new Set() }));
    into.rows.push(row);
    into.keys.add(key);
  }
  return made.map(({ rows: held }) => held);
}

/**
 * Writes each interval when it is over, until stopped; `stop` writes the one that is not over too. What could not be written is kept for the
 * next time. A crash loses the interval under way. (Where a commit's answer is lost, the interval is merged with itself: its count doubles, its
 * means stay.)
 */
export function startSignMetricsWriter(deps: ServiceDeps & { metrics: SignMetrics; log: Logger }): Repetition {
  const { db, metrics, clock, random, log } = deps;
  const spreadMs = random.float() * SPREAD_MS;
  let kept: DeviceMetrics[] = [];

  async function write(nowMs: number | null): Promise<void> {
    const taken = [...kept, ...metrics.take(nowMs)];
    kept = [];
    for (const rows of statements(taken)) {
      const days = { sign_metric: rows.map(({ atMs }) => dayOf(atMs)) };
      try {
        await withPartitions(db, days, () => writeMetrics(db, rows));
      } catch (error) {
        kept = [...kept, ...rows].slice(-MOST_KEPT_ROWS);
        log.warn({ err: error, rows: rows.length }, 'sign metrics not stored, retrying in the next interval');
      }
    }
  }
  const untilIntervalEnds = (): number => METRIC_INTERVAL_MS - (clock.now() % METRIC_INTERVAL_MS) + spreadMs;
  const { settled, stop } = repeat(clock, untilIntervalEnds, () => write(clock.now()));

  return {
    settled,
    async stop() {
      await stop();
      await write(null);
      // There is no next interval: a connection that broke costs a second try, and a database that is away costs the interval.
      if (kept.length > 0) await write(null);
    },
  };
}
