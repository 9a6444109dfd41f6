import { offsetMsAt } from '../times/convert-wall-time.ts';

/** Compares quiet hours with the hours of an event on a wall clock of 24 hours, in minutes since midnight. Pure. */

const DAY = 1_440;
const MINUTE_MS = 60_000;
/** The picture begins at noon, so that a night is one piece. */
export const PICTURE_FROM = DAY / 2;

/** A span from `start` to `end`, which is on the next day if it is not later than `start`. */
export interface ClockSpan {
  start: number;
  end: number;
}

const onClock = (minutes: number): number => ((minutes % DAY) + DAY) % DAY;

/** Parses `22:00` to 1320; null if the text is no time of day. */
export function minutesOf(clock: string): number | null {
  const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock);
  return found ? Number(found[1]) * 60 + Number(found[2]) : null;
}

export const clockOf = (minutes: number): string => {
  const [hour, minute] = [Math.floor(onClock(minutes) / 60), onClock(minutes) % 60];
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
};

export const lengthOf = ({ start, end }: ClockSpan): number => onClock(end - start) || DAY;

/** Returns the time on the zone's wall clock, in minutes since midnight. */
export const clockAt = (atMs: number, timeZone: string): number =>
  onClock(Math.floor((atMs + offsetMsAt(atMs, timeZone)) / MINUTE_MS));

/** Returns the hours of an event that ends within a day; null for a longer event or if a time is not set. */
export function eventHours(
  event: { startsAt: string | null; endsAt: string | null },
  timeZone: string,
): ClockSpan | null {
  if (event.startsAt === null || event.endsAt === null) return null;
  const [startMs, endMs] = [Date.parse(event.startsAt), Date.parse(event.endsAt)];
  if (endMs <= startMs || endMs - startMs >= DAY * MINUTE_MS) return null;
  const span = { start: clockAt(startMs, timeZone), end: clockAt(endMs, timeZone) };
  return span.start === span.end ? null : span;
}

/** Divides a span into the pieces of a picture that begins at `PICTURE_FROM`. Positions are from 0 to 1. */
export function piecesOf(span: ClockSpan): { from: number; to: number }[] {
  const from = onClock(span.start - PICTURE_FROM);
  const to = from + lengthOf(span);
  const pieces =
    to <= DAY
      ? [{ from, to }]
      : [
          { from, to: DAY },
          { from: 0, to: to - DAY },
        ];
  return pieces.map((piece) => ({ from: piece.from / DAY, to: piece.to / DAY }));
}

/** Returns a minute's position in the picture, from 0 to 1. */
export const placeOf = (minutes: number): number => onClock(minutes - PICTURE_FROM) / DAY;

const isWithin = (minute: number, span: ClockSpan): boolean => onClock(minute - span.start) < lengthOf(span);

/** Counts the quiet minutes of `event`. */
export function overlapOf(quiet: ClockSpan, event: ClockSpan): number {
  let count = 0;
  for (let nth = 0; nth < lengthOf(event); nth += 1) if (isWithin(event.start + nth, quiet)) count += 1;
  return count;
}

/**
 * Returns the start of quiet hours that makes no minute of the event quiet, which is the event's end; null if that does
 * not help.
 */
export function startAfter(quiet: ClockSpan, event: ClockSpan): number | null {
  if (overlapOf(quiet, event) === 0 || event.end === quiet.end) return null;
  const later = { start: event.end, end: quiet.end };
  return lengthOf(later) < lengthOf(quiet) && overlapOf(later, event) === 0 ? event.end : null;
}
