import { instantOf, wallAt } from './wall-clock.ts';

/**
 * The `exdates` of a schedule (contract, 3.1): days in its time zone on which no occurrence starts. The day of an occurrence is the one that the
 * wall clock shows when it really starts, also where a skipped hour has shifted its start. Pure.
 */

const DAY_MS = 86_400_000;

const dayOf = (wallMs: number): number => Math.floor(wallMs / DAY_MS);

/** The number of a day since 1970 (`2027-10-31`); null: the calendar does not have it. */
export function dayNumber(day: string): number | null {
  const atMs = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(atMs) || new Date(atMs).toISOString().slice(0, 10) !== day ? null : atMs / DAY_MS;
}

export interface LeftOutDays {
  /** The days by number, ascending. */
  days: readonly number[];
  /** Whether an occurrence that starts at this instant is left out. */
  has(startMs: number): boolean;
  /**
   * The last time on the wall at which a left-out occurrence of the rule can start, and the first, when one starts at `wallMs`. In a day without a
   * change of the clock these are the ends of the day, so that a search passes all of its occurrences in one step.
   */
  lastMs(wallMs: number): number;
  firstMs(wallMs: number): number;
}

export function leftOutDays(exdates: readonly string[], timeZone: string): LeftOutDays {
  const numbers = new Set(exdates.flatMap((day) => dayNumber(day) ?? []));
  const isWholeDay = (day: number) =>
    numbers.has(day) && instantOf((day + 1) * DAY_MS, timeZone) - instantOf(day * DAY_MS, timeZone) === DAY_MS;
  return {
    days: [...numbers].toSorted((one, other) => one - other),
    has: (startMs) => numbers.size > 0 && numbers.has(dayOf(wallAt(startMs, timeZone))),
    lastMs: (wallMs) => (isWholeDay(dayOf(wallMs)) ? (dayOf(wallMs) + 1) * DAY_MS - 1 : wallMs),
    firstMs: (wallMs) => (isWholeDay(dayOf(wallMs)) ? dayOf(wallMs) * DAY_MS : wallMs),
  };
}
