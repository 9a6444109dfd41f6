import type { ContentFetch, MetricRow } from '@sign-display/contracts/rest/telemetry';

/** What a sign measured, as the columns that a plot draws. Pure. */

/** Seconds since 1970, and a value at each; null: a gap, which is drawn as one. */
export type Columns = [x: number[], y: (number | null)[]];

/**
 * Rows as they are listed, newest first. An interval without a heartbeat has no row; where more than one and a half intervals lie between two rows, a null stands
 * between them, so that no line is drawn over what nobody measured.
 */
export function columnsOf(rows: readonly MetricRow[], valueOf: (row: MetricRow) => number | null): Columns {
  const [x, y]: Columns = [[], []];
  let before: { atMs: number; intervalMs: number } | null = null;
  for (const row of rows.toReversed()) {
    const atMs = Date.parse(row.at);
    if (before && atMs - before.atMs > before.intervalMs * 1.5) {
      x.push((before.atMs + before.intervalMs) / 1_000);
      y.push(null);
    }
    x.push(atMs / 1_000);
    y.push(valueOf(row));
    before = { atMs, intervalMs: row.intervalMs };
  }
  return [x, y];
}

/** How long the page took to answer, one value a request of the page itself; null where none came. Newest first, as listed. */
export function answersOf(fetches: readonly ContentFetch[], url: string | null): Columns {
  const own = fetches.filter((one) => one.url === url).toReversed();
  return [
    own.map(({ at }) => Date.parse(at) / 1_000),
    own.map((one) => (one.error === null ? one.durationMs / 1_000 : null)),
  ];
}

/** The top of a scale: `least`, or the next round number (1, 2 or 5 times a power of ten) above the data. */
export function topOf([, y]: Columns, least: number): number {
  const most = Math.max(...y.map((value) => value ?? 0), 0);
  if (most <= least) return least;
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= most)!;
}

/** The last value that is one. */
export const lastOf = ([, y]: Columns): number | null => y.findLast((value) => value !== null) ?? null;
