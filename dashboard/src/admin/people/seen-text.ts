import type { Times } from '../../times/time-formats.ts';
import type { AdminWords } from '../../words/admin-words-loader.ts';

/** The service knows activity to the minute. */
const NOW_MS = 2 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;

/** A moment that is past, as short as it is clear: just now, 19:21, yesterday at 23:40, Mon 9 Nov, 08:14, 14 Nov 2026. */
export function seenText(
  { people: { seen } }: Pick<AdminWords, 'people'>,
  times: Times,
  at: string | null,
  nowMs: number,
): string {
  if (at === null) return seen.never;
  const atMs = Date.parse(at);
  const day = (ms: number): string => times.said(ms, 'date');
  if (nowMs - atMs < NOW_MS) return seen.now;
  if (day(atMs) === day(nowMs)) return times.said(atMs, 'time');
  if (day(atMs) === day(nowMs - DAY_MS)) return seen.yesterday(times.said(atMs, 'time'));
  return nowMs - atMs < WEEK_MS ? times.said(atMs, 'dayTime') : day(atMs);
}
