import { Temporal } from 'temporal-polyfill';

/** `19:04`, or `20 Nov 19:04` where it is another day than `thanMs`. */
export function wallTime(atMs: number, timeZone: string, thanMs: number): string {
  const [at, than] = [atMs, thanMs].map((ms) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
  const time = at.toPlainTime().toString({ smallestUnit: 'minute' });
  if (at.toPlainDate().equals(than.toPlainDate())) return time;
  return `${at.toLocaleString('en-GB', { day: 'numeric', month: 'short' })} ${time}`;
}
