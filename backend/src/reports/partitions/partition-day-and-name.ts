/** Which day a row belongs to, and what that day's partition is called. Days are UTC, as `2026-11-21`. */

const DAY_MS = 86_400_000;

/** The tables that have a partition for each day of `at`. */
export const DAILY_TABLES = ['content_fetch', 'analytics_entry', 'sign_metric'] as const;
export type DailyTable = (typeof DAILY_TABLES)[number];

export const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY_MS);

/** `count` days from `first` on. */
export const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

export const partitionName = (table: DailyTable, day: string): string => `${table}_${day.replaceAll('-', '')}`;

/** The day of a partition by its name; null where it is none of this table's. */
export function dayOfPartition(table: DailyTable, name: string): string | null {
  const [, year, month, day] =
    /^_(\d{4})(\d\d)(\d\d)$/.exec(name.startsWith(table) ? name.slice(table.length) : '') ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
}

/** So far a sign's clock may be ahead and still be believed; tomorrow's partition is always there. */
const AHEAD_MS = 300_000;

/**
 * When a row is filed that its sign says is of `saidMs`: then, if that can be, else when it was received. So a clock that is years off
 * neither makes a partition that nobody needs nor puts a row where the retention drops it at once; within the retention, what a sign kept
 * while it was offline stands where it belongs.
 */
export function filedAtMs(saidMs: number, receivedAtMs: number, retentionDays: number): number {
  // The oldest day may be dropped while the row is on its way.
  const oldestMs = receivedAtMs - (retentionDays - 1) * DAY_MS;
  return saidMs >= oldestMs && saidMs <= receivedAtMs + AHEAD_MS ? saidMs : receivedAtMs;
}
