import { calendarOf, dayOf, daysIn, startOfWeek, type Span } from './recurrence-days.ts';
import type { Rule } from './recurrence-rule.ts';
import type { Steps } from './step-budget.ts';

/**
 * The starts of a rule on the wall clock, sought from any moment forward or back, period by period (a year of a yearly rule, a week of a weekly
 * one). Nothing is ever walked from the rule's first start, but where COUNT says how many there are. Every step is counted, so that no rule costs
 * more than was allowed for. A time on the wall is a number: its milliseconds since 1970 as if it were UTC.
 */

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The calendar of RFC 5545 has four digits for a year. */
const LAST_WALL_MS = Date.UTC(9999, 11, 31, 23, 59, 59);

interface WallStarts {
  /** The last start at or before `wallMs`; null: there is none. */
  last(wallMs: number): number | null;
  /** The first start after `wallMs`; null: there is none. */
  next(wallMs: number): number | null;
}

const isHourly = ({ freq }: Rule): boolean => freq === 'HOURLY';

/** Milliseconds into the day (into the hour of an hourly rule) of every start, in order. */
function timesOf(rule: Rule, firstWallMs: number): number[] {
  const first = new Date(firstWallMs);
  const hours = isHourly(rule) ? [0] : (rule.hours ?? [first.getUTCHours()]);
  const minutes = rule.minutes ?? [first.getUTCMinutes()];
  const seconds = rule.seconds ?? [first.getUTCSeconds()];
  return hours.flatMap((hour) =>
    minutes.flatMap((minute) => seconds.map((second) => hour * HOUR_MS + (minute * 60 + second) * SECOND_MS)),
  );
}

/** Periods by number: 0 has the first start, and the interval lies between one and the next. */
interface Periods {
  /** The one that `wallMs` is in, or, where it is in none, the last before it. */
  at(wallMs: number): number;
  days(period: number): Span;
  /** Where the period's times count from on a day. */
  baseMs(period: number, day: number): number;
}

function periodsOf({ freq, interval, weekStart }: Rule, firstWallMs: number): Periods {
  const firstDay = Math.floor(firstWallMs / DAY_MS);
  const first = calendarOf(firstDay);
  const monthsOf = (day: number) => (calendarOf(day).year - first.year) * 12 + calendarOf(day).month - first.month;
  const dayBase = (_period: number, day: number) => day * DAY_MS;
  const dayAt = (wallMs: number) => Math.floor(wallMs / DAY_MS);
  if (freq === 'YEARLY' || freq === 'MONTHLY') {
    const months = freq === 'YEARLY' ? 12 * interval : interval;
    const base = freq === 'YEARLY' ? 1 : first.month;
    const offset = freq === 'YEARLY' ? first.month - 1 : 0;
    return {
      at: (wallMs) => Math.floor((monthsOf(dayAt(wallMs)) + offset) / months),
      days: (period) => ({
        from: dayOf(first.year, base + period * months, 1),
        to: dayOf(first.year, base + period * months + (freq === 'YEARLY' ? 12 : 1), 1),
      }),
      baseMs: dayBase,
    };
  }
  if (freq === 'HOURLY') {
    const firstHour = Math.floor(firstWallMs / HOUR_MS);
    const hourOf = (period: number) => firstHour + period * interval;
    const dayOfHour = (period: number) => Math.floor(hourOf(period) / 24);
    return {
      at: (wallMs) => Math.floor((Math.floor(wallMs / HOUR_MS) - firstHour) / interval),
      days: (period) => ({ from: dayOfHour(period), to: dayOfHour(period) + 1 }),
      baseMs: (period) => hourOf(period) * HOUR_MS,
    };
  }
  const length = freq === 'WEEKLY' ? 7 : 1;
  const origin = freq === 'WEEKLY' ? startOfWeek(firstDay, weekStart) : firstDay;
  return {
    at: (wallMs) => Math.floor((dayAt(wallMs) - origin) / (length * interval)),
    days: (period) => ({ from: origin + period * length * interval, to: origin + period * length * interval + length }),
    baseMs: dayBase,
  };
}

/** The starts of one period, in order: on each of its days all times, and of these the rule's positions. */
function startsOfPeriod(
  rule: Rule,
  days: readonly number[],
  baseMs: (day: number) => number,
  times: readonly number[],
) {
  const at = (index: number) => baseMs(days[Math.floor(index / times.length)]!) + times[index % times.length]!;
  const most = days.length * times.length;
  if (!rule.positions) return { most, at };
  const indexes = rule.positions.map((position) => (position > 0 ? position - 1 : most + position));
  const chosen = [...new Set(indexes)]
    .filter((index) => index >= 0 && index < most)
    .toSorted((one, other) => one - other);
  return { most: chosen.length, at: (index: number) => at(chosen[index]!) };
}

/** The first index whose start is after `wallMs`. */
function firstAfter({ most, at }: { most: number; at(index: number): number }, wallMs: number): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(middle) > wallMs) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The starts of `rule`, of which none is before `firstWallMs` nor after `untilWallMs`. Throws `TooManySteps` where finding them takes more than
 * there are.
 */
export function wallStarts(
  rule: Rule,
  { firstWallMs, untilWallMs }: { firstWallMs: number; untilWallMs: number },
  steps: Steps,
): WallStarts {
  const first = calendarOf(Math.floor(firstWallMs / DAY_MS));
  const times = timesOf(rule, firstWallMs);
  const periods = periodsOf(rule, firstWallMs);
  const lastWallMs = Math.min(untilWallMs, LAST_WALL_MS);

  function startsOf(period: number) {
    const span = periods.days(period);
    const days = daysIn(rule, span, first, steps);
    const isLeftOut =
      isHourly(rule) && rule.hours && !rule.hours.includes(new Date(periods.baseMs(period, span.from)).getUTCHours());
    return startsOfPeriod(rule, isLeftOut ? [] : days, (day) => periods.baseMs(period, day), times);
  }

  /** Of an hourly rule whose day is none the next (or last) period on another day: a day is one step then. */
  function beyond(period: number, isForward: boolean): number {
    const other = period + (isForward ? 1 : -1);
    if (!isHourly(rule)) return other;
    const { from, to } = periods.days(period);
    if (daysIn(rule, { from, to }, first, steps).length > 0) return other;
    return isForward
      ? Math.max(other, periods.at(to * DAY_MS - 1) + 1)
      : Math.min(other, periods.at(from * DAY_MS - 1));
  }

  function next(wallMs: number, lastMs: number): number | null {
    const afterMs = Math.max(wallMs, firstWallMs - 1);
    for (let period = Math.max(0, periods.at(afterMs)); ; period = beyond(period, true)) {
      if (periods.days(period).from * DAY_MS > lastMs) return null;
      const starts = startsOf(period);
      const index = firstAfter(starts, afterMs);
      if (index === starts.most) continue;
      const found = starts.at(index);
      return found <= lastMs ? found : null;
    }
  }

  function last(wallMs: number, lastMs: number): number | null {
    const atMs = Math.min(wallMs, lastMs);
    for (let period = periods.at(atMs); period >= 0; period = beyond(period, false)) {
      const starts = startsOf(period);
      const index = firstAfter(starts, atMs) - 1;
      if (index < 0) continue;
      const found = starts.at(index);
      return found >= firstWallMs ? found : null;
    }
    return null;
  }

  /** The last start that COUNT lets happen. */
  function lastByCount(count: number): number {
    let left = count;
    for (let period = 0; periods.days(period).from * DAY_MS <= lastWallMs; period = beyond(period, true)) {
      const starts = startsOf(period);
      const before = firstAfter(starts, firstWallMs - 1);
      const made = starts.most - before;
      if (made >= left) return Math.min(lastWallMs, starts.at(before + left - 1));
      left -= made;
    }
    return lastWallMs;
  }

  const endMs = rule.count === null ? lastWallMs : lastByCount(rule.count);
  return { last: (wallMs) => last(wallMs, endMs), next: (wallMs) => next(wallMs, endMs) };
}
