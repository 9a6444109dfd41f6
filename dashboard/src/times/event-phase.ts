/** Where an event is in its time, and how long until that changes. Pure. */

export type Phase = { is: 'before' | 'during'; leftMs: number } | { is: 'after' | 'open' };

/** `during` has an end to come; `open` is an event without times, or one that has begun and has no end. `startsAt` and `endsAt` are ISO times. */
export function phaseOf(event: { startsAt: string | null; endsAt: string | null }, nowMs: number): Phase {
  const startMs = event.startsAt === null ? -Infinity : Date.parse(event.startsAt);
  const endMs = event.endsAt === null ? Infinity : Date.parse(event.endsAt);
  if (nowMs < startMs) return { is: 'before', leftMs: startMs - nowMs };
  if (nowMs >= endMs) return { is: 'after' };
  return endMs === Infinity ? { is: 'open' } : { is: 'during', leftMs: endMs - nowMs };
}

export interface Span {
  count: number;
  unit: 'second' | 'minute' | 'hour' | 'day';
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A length of time as people say one: seconds in the last minute, minutes up to two hours, hours up to two days. Rounded up, so that "1 min" is never late. */
export function spanOf(lengthMs: number): Span {
  const inUnits = (unitMs: number): number => Math.max(0, Math.ceil(lengthMs / unitMs));
  if (lengthMs < MINUTE_MS) return { count: inUnits(1_000), unit: 'second' };
  if (lengthMs <= 2 * HOUR_MS) return { count: inUnits(MINUTE_MS), unit: 'minute' };
  if (lengthMs <= 2 * DAY_MS) return { count: inUnits(HOUR_MS), unit: 'hour' };
  return { count: inUnits(DAY_MS), unit: 'day' };
}
