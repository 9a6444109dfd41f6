const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

/** A length of time in its largest unit, rounded: long ("3 hours") and short ("3 h"). Under a minute counts as one. */
export function lengthOf(ms: number): { long: string; short: string } {
  const most = Math.abs(ms);
  const [unitMs, long, short] =
    most >= 2 * DAY_MS
      ? ([DAY_MS, 'day', 'd'] as const)
      : most >= 1.5 * HOUR_MS
        ? ([HOUR_MS, 'hour', 'h'] as const)
        : ([MINUTE_MS, 'minute', 'min'] as const);
  const count = Math.max(1, Math.round(most / unitMs));
  return { long: counted(count, long), short: `${count} ${short}` };
}

/** "19:42" by the machine's own clock and zone. */
export function clockTime(atMs: number): string {
  const at = new Date(atMs);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** When something is tried next. `atMs`: null where that is not known. */
export function triesAgain(atMs: number | null, nowMs: number): string {
  if (atMs === null) return 'Tries again by itself.';
  const seconds = Math.ceil((atMs - nowMs) / 1_000);
  if (seconds <= 0) return 'Tries again now.';
  return seconds < 120 ? `Tries again in ${seconds} s.` : `Tries again in ${lengthOf(atMs - nowMs).long}.`;
}
