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

/** `19:04:31`, or `20 Nov 19:04:31` where it is another day than `thanMs`. */
export function exactTime(atMs: number, timeZone: string, thanMs: number): string {
  const at = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone);
  const seconds = at.toPlainTime().toString({ smallestUnit: 'second' }).slice(5);
  return `${wallTime(atMs, timeZone, thanMs)}${seconds}`;
}

/** What the wall clock of that moment is called: `CET`, `GMT-5`. */
export function zoneName(atMs: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' }).formatToParts(atMs);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
