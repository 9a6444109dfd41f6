import { offsetMsAt } from '../times/convert-wall-time.ts';

/** Quiet hours and the hours of an event on one wall clock of 24 hours, in minutes since midnight. Pure. */

const DAY = 1_440;
const MINUTE_MS = 60_000;
/** The picture begins at noon, so that a night is in one piece. */
export const PICTURE_FROM = DAY / 2;

/** From `start` until `end`, which is on the next day if it is not later. */
export interface ClockSpan {
  start: number;
  end: number;
}

const onClock = (minutes: number): number => ((minutes % DAY) + DAY) % DAY;

/** `22:00` → 1320; null where the text is no time of day. */
export function minutesOf(clock: string): number | null {
  const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock);
  return found ? Number(found[1]) * 60 + Number(found[2]) : null;
}

export const clockOf = (minutes: number): string => {
  const [hour, minute] = [Math.floor(onClock(minutes) / 60), onClock(minutes) % 60];
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
};

export const lengthOf = ({ start, end }: ClockSpan): number => onClock(end - start) || DAY;

/** What the zone's wall clock shows, in minutes since midnight. */
export const clockAt = (atMs: number, timeZone: string): number =>
  onClock(Math.floor((atMs + offsetMsAt(atMs, timeZone)) / MINUTE_MS));

/** The hours of an event that is over within a day; null for a longer one, and where a time is not set. */
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

/** The span in pieces of a picture that begins at `PICTURE_FROM`: each from 0 to 1. */
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

/** Where a minute stands in the picture, from 0 to 1. */
export const placeOf = (minutes: number): number => onClock(minutes - PICTURE_FROM) / DAY;

const isWithin = (minute: number, span: ClockSpan): boolean => onClock(minute - span.start) < lengthOf(span);

/** How many minutes of `event` are quiet. */
export function overlapOf(quiet: ClockSpan, event: ClockSpan): number {
  let count = 0;
  for (let nth = 0; nth < lengthOf(event); nth += 1) if (isWithin(event.start + nth, quiet)) count += 1;
  return count;
}

/** The start of quiet hours with which no minute of the event is quiet: the event's end; null if that does not help. */
export function startAfter(quiet: ClockSpan, event: ClockSpan): number | null {
  if (overlapOf(quiet, event) === 0 || event.end === quiet.end) return null;
  const later = { start: event.end, end: quiet.end };
  return lengthOf(later) < lengthOf(quiet) && overlapOf(later, event) === 0 ? event.end : null;
}
