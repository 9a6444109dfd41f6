/** Wall clocks and instants: what a field of the browser's (`2026-11-14T20:00`) means in a time zone, and back. Pure. */

const MINUTE_MS = 60_000;

/** How far the zone's wall clock is ahead of UTC at this instant, in ms. Throws RangeError where there is no such zone. */
export function offsetMsAt(atMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(atMs);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
  const wallMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return wallMs - Math.floor(atMs / 1_000) * 1_000;
}

/** Whether this browser knows the zone: the service may know newer ones. */
export function isZone(timeZone: string): boolean {
  try {
    offsetMsAt(0, timeZone);
    return true;
  } catch {
    return false;
  }
}

/** What the zone's wall clock shows, to the minute: `2026-11-14T20:00`, as a field of type `datetime-local` takes it. */
export const wallTimeOf = (atMs: number, timeZone: string): string =>
  new Date(atMs + offsetMsAt(atMs, timeZone)).toISOString().slice(0, 16);

/**
 * The instant at which the zone's wall clock shows this (`2026-11-14T20:00`); null where that is no time. An hour that exists twice is taken the first time;
 * one that a clock change leaves out is as long after the change as it would have been.
 */
export function instantOf(wallTime: string, timeZone: string): number | null {
  const wallMs = Date.parse(`${wallTime}Z`);
  if (Number.isNaN(wallMs)) return null;
  // No zone changes twice within two days, so these are the offsets before and after any change near it.
  const before = offsetMsAt(wallMs - 24 * 60 * MINUTE_MS, timeZone);
  const after = offsetMsAt(wallMs + 24 * 60 * MINUTE_MS, timeZone);
  for (const offset of [Math.max(before, after), Math.min(before, after)]) {
    if (offsetMsAt(wallMs - offset, timeZone) === offset) return wallMs - offset;
  }
  return wallMs - before;
}
