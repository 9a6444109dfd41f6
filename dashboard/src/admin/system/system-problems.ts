import type { SystemResponse } from '@sign-display/contracts/rest/system';

/** Decides the headline of the system page. Pure. */

const MOST_APART_MS = 1_000;
const DAY_MS = 24 * 3_600_000;

export interface SystemProblems {
  database: boolean;
  cache: boolean;
  /** The number of messages that were not delivered. */
  failed: number;
  /** The number of jobs that were given up. */
  dead: number;
  clocks: boolean;
}

/**
 * Returns the largest difference between the clocks of the nodes and the database; null until a node has compared its
 * clock.
 */
export function clocksApartMs(nodes: SystemResponse['nodes']): number | null {
  const offsets = nodes.flatMap(({ clockOffsetMs }) => clockOffsetMs ?? []);
  return offsets.length === 0 ? null : Math.max(0, ...offsets) - Math.min(0, ...offsets);
}

export function problemsOf({ database, cache, deliveries, jobs, nodes }: SystemResponse): SystemProblems {
  return {
    database: database.status === 'down',
    cache: cache.status === 'down',
    failed: deliveries.failed.reduce((sum, { count }) => sum + count, 0),
    dead: jobs.dead,
    clocks: (clocksApartMs(nodes) ?? 0) > MOST_APART_MS,
  };
}

/** Tells whether a part of the service has a problem, not only a message. */
export const isServiceAtFault = ({ database, cache, dead, clocks }: SystemProblems): boolean =>
  database || cache || dead > 0 || clocks;

/**
 * Returns the days that `availability` covers, at least one, and the percentage, rounded down to 0.01 and below 100 if
 * the service was ever down.
 */
export function availabilityOf(
  { days, awaySeconds, since }: SystemResponse['availability'],
  nowMs: number,
): { days: number; percent: number } {
  const coveredMs = Math.max(1_000, Math.min(days * DAY_MS, nowMs - Date.parse(since)));
  const share = Math.max(0, 1 - (awaySeconds * 1_000) / coveredMs);
  const percent = Math.floor(share * 10_000) / 100;
  return {
    days: Math.max(1, Math.round(coveredMs / DAY_MS)),
    percent: awaySeconds > 0 ? Math.min(percent, 99.99) : percent,
  };
}
