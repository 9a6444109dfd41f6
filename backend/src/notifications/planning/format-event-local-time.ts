import { Temporal } from 'temporal-polyfill';
import type { NotificationWords } from '../words/english.ts';

type TimeWords = Pick<NotificationWords, 'locale' | 'dayAndTime'>;

/** Formats a time as `19:04`, or as `20 Nov 19:04` if its day is not that of `thanMs`. */
export function wallTime(atMs: number, timeZone: string, thanMs: number, { locale, dayAndTime }: TimeWords): string {
  const [at, than] = [atMs, thanMs].map((ms) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
  const time = at.toPlainTime().toString({ smallestUnit: 'minute' });
  if (at.toPlainDate().equals(than.toPlainDate())) return time;
  return dayAndTime(at.toLocaleString(locale, { day: 'numeric', month: 'short' }), time);
}

/** Formats a time as `19:04:31`, or as `20 Nov 19:04:31` if its day is not that of `thanMs`. */
export function exactTime(atMs: number, timeZone: string, thanMs: number, words: TimeWords): string {
  const at = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone);
  const seconds = at.toPlainTime().toString({ smallestUnit: 'second' }).slice(5);
  return `${wallTime(atMs, timeZone, thanMs, words)}${seconds}`;
}

/** Returns the time zone's short name at that moment: `CET`, in German `MEZ`, or `GMT-5`. */
export function zoneName(atMs: number, timeZone: string, { locale }: Pick<TimeWords, 'locale'>): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(atMs);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
