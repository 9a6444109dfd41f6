const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Of each unit: one, many, and short. */
export interface TimesWords extends Record<
  'day' | 'hour' | 'minute',
  readonly [one: string, many: string, short: string]
> {
  again: string;
  now: string;
  soon(seconds: number): string;
  later(length: string): string;
}

/** A length of time in its largest unit, rounded: long ("3 hours") and short ("3 h"). Under a minute counts as one. */
export function lengthOf(ms: number, said: TimesWords): { long: string; short: string } {
  const most = Math.abs(ms);
  const [unitMs, [one, many, short]] =
    most >= 2 * DAY_MS ? [DAY_MS, said.day] : most >= 1.5 * HOUR_MS ? [HOUR_MS, said.hour] : [MINUTE_MS, said.minute];
  const count = Math.max(1, Math.round(most / unitMs));
  return { long: `${count} ${count === 1 ? one : many}`, short: `${count} ${short}` };
}

/** "19:42" by the machine's own clock and zone. */
export function clockTime(atMs: number): string {
  const at = new Date(atMs);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** When something is tried next. `atMs`: null where that is not known. */
export function triesAgain(atMs: number | null, nowMs: number, said: TimesWords): string {
  if (atMs === null) return said.again;
  const seconds = Math.ceil((atMs - nowMs) / 1_000);
  if (seconds <= 0) return said.now;
  return seconds < 120 ? said.soon(seconds) : said.later(lengthOf(atMs - nowMs, said).long);
}
