import { Temporal } from 'temporal-polyfill';

/** Between instants and the wall clock of a zone. A time on the wall is a number: its milliseconds since 1970 as if it were UTC. */

const MINUTE_MS = 60_000;
/** A day, by which the date line has moved, and what a zone may be away from UTC, twice over. */
const AROUND_MS = 50 * 60 * MINUTE_MS;

const offsetAt = (atMs: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6;

/** What the clock on the wall shows at an instant. */
export const wallAt = (atMs: number, timeZone: string): number => atMs + offsetAt(atMs, timeZone);

/**
 * When the clock on the wall shows `wallMs`. A time that comes twice is its first coming; one that is left out shifts forward by what the clock
 * was set (Temporal's "compatible"; RFC 5545, 3.3.5).
 */
export function instantOf(wallMs: number, timeZone: string): number {
  // Between two instants that are days away from any change the answer is plain arithmetic, and a tenth of the price.
  const before = offsetAt(wallMs - AROUND_MS, timeZone);
  if (before === offsetAt(wallMs + AROUND_MS, timeZone)) return wallMs - before;
  const plain = Temporal.Instant.fromEpochMilliseconds(wallMs).toZonedDateTimeISO('UTC').toPlainDateTime();
  return plain.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
}

/** How far the clock is set forward or back around an instant; 0 far from any change. */
export const changeAround = (atMs: number, timeZone: string): number =>
  Math.abs(offsetAt(atMs - AROUND_MS, timeZone) - offsetAt(atMs + AROUND_MS, timeZone));
