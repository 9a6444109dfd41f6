import type { Subscription } from '@sign-display/contracts/rest/subscriptions';
import { Temporal } from 'temporal-polyfill';

/**
 * When the quiet hours around `nowMs` end, on the wall clock of their zone; null where there are none then. `end` before `start` is past
 * midnight; an end that the clock skips is as much later, one that comes twice is its first coming, unless that is over.
 */
export function quietUntil(quietHours: Subscription['quietHours'], nowMs: number): number | null {
  if (quietHours === null || quietHours.start === quietHours.end) return null;
  const { start, end, timeZone } = quietHours;
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone);
  const time = now.toPlainTime().toString({ smallestUnit: 'minute' });
  const isQuiet = start < end ? start <= time && time < end : start <= time || time < end;
  if (!isQuiet) return null;
  const today = now.toPlainDate();
  const day = time < end ? today : today.add({ days: 1 });
  const at = day.toPlainDateTime(end);
  const ends = (['compatible', 'later'] as const).map(
    (disambiguation) => at.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds,
  );
  return ends.find((endMs) => endMs > nowMs) ?? nowMs + 60_000;
}
