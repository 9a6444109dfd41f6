import type { Rule, RuleWeekday } from './recurrence-rule.ts';
import type { Steps } from './step-budget.ts';

/**
 * On which days a rule begins within one of its periods (RFC 5545, 3.3.10: the table of BYxxx parts). A day is a number: days since 1 January 1970.
 * One part of the rule names candidates, so that a rule for a few days of a year does not try all of them; every other part leaves some out.
 */

const DAY_MS = 86_400_000;

interface CalendarDay {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  /** 0 (Sunday) to 6. */
  weekday: number;
}

export const dayOf = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / DAY_MS;

export function calendarOf(day: number): CalendarDay {
  const date = new Date(day * DAY_MS);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: weekdayOf(day),
  };
}

/** 1 January 1970 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;
export const startOfWeek = (day: number, weekStart: number): number => day - ((weekdayOf(day) - weekStart + 7) % 7);

/** From `from` up to and without `to`. */
export interface Span {
  from: number;
  to: number;
}

const monthSpan = (year: number, month: number): Span => ({
  from: dayOf(year, month, 1),
  to: dayOf(year, month + 1, 1),
});
const yearSpan = (year: number): Span => ({ from: dayOf(year, 1, 1), to: dayOf(year + 1, 1, 1) });

/** The first day of the year's week 1: the first week with at least four of its days. */
function firstWeek(year: number, weekStart: number): number {
  const fourth = dayOf(year, 1, 4);
  return startOfWeek(fourth, weekStart);
}

/** The `nth` of a span's days, counted from its start or, below 0, from its end. */
const nthOf = ({ from, to }: Span, nth: number): number => (nth > 0 ? from + nth - 1 : to + nth);

/** The days of a span with these weekdays; outside the span where there is no such one. */
function weekdaysIn(span: Span, weekdays: readonly RuleWeekday[]): number[] {
  const { from, to } = span;
  return weekdays.flatMap(({ weekday, nth }) => {
    const first = from + ((weekday - weekdayOf(from) + 7) % 7);
    const last = to - 1 - ((weekdayOf(to - 1) - weekday + 7) % 7);
    if (nth !== null) return [nth > 0 ? first + 7 * (nth - 1) : last + 7 * (nth + 1)];
    const every = [];
    for (let day = first; day < to; day += 7) every.push(day);
    return every;
  });
}

function everyDay({ from, to }: Span): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/** The months of a period of a yearly or monthly rule that its BYMONTH leaves in. */
function monthsOf(rule: Rule, span: Span): Span[] {
  const { year, month } = calendarOf(span.from);
  if (rule.freq === 'MONTHLY') return rule.months?.includes(month) === false ? [] : [span];
  return (rule.months ?? Array.from({ length: 12 }, (_, index) => index + 1)).map((each) => monthSpan(year, each));
}

/** Whether an ordinal of BYDAY counts in months; else in years, and in a weekly or more frequent rule not at all. */
const countsInMonths = ({ freq, months }: Rule): boolean =>
  freq === 'MONTHLY' || (freq === 'YEARLY' && months !== null);

/** What may be a day of the rule: every day of the period that is one is among them. */
function candidates(rule: Rule, span: Span, first: CalendarDay): number[] {
  const { freq, months, weeks, weekdays, monthDays, yearDays } = rule;
  if (freq === 'DAILY' || freq === 'HOURLY') return [span.from];
  if (freq === 'WEEKLY') {
    if (monthDays ?? yearDays ?? weeks) return everyDay(span);
    return weekdaysIn(
      span,
      (weekdays ?? [first]).map(({ weekday }) => ({ weekday, nth: null })),
    );
  }
  if (yearDays && freq === 'YEARLY') return yearDays.map((nth) => nthOf(span, nth));
  if (monthDays) return monthsOf(rule, span).flatMap((month) => monthDays.map((nth) => nthInMonth(month, nth)));
  if (weekdays && !weeks) {
    if (countsInMonths(rule)) return monthsOf(rule, span).flatMap((month) => weekdaysIn(month, weekdays));
    return weekdaysIn(span, weekdays);
  }
  if (yearDays ?? weeks) return everyDay(span);
  if (freq === 'MONTHLY' || months) return monthsOf(rule, span).map((month) => nthInMonth(month, first.day));
  const { year } = calendarOf(span.from);
  return [nthInMonth(monthSpan(year, first.month), first.day)];
}

/** Null's stand-in: a day that no month has is outside every span. */
const NOWHERE = Number.NEGATIVE_INFINITY;

function nthInMonth(month: Span, nth: number): number {
  const day = nthOf(month, nth);
  return day >= month.from && day < month.to ? day : NOWHERE;
}

const isNth = (list: readonly number[], { from, to }: Span, day: number): boolean =>
  list.includes(day - from + 1) || list.includes(day - to);

/** Whether a day is in one of the weeks. A week belongs to the year with most of its days. */
function isInWeeks(weeks: readonly number[], weekStart: number, day: number): boolean {
  const { year } = calendarOf(startOfWeek(day, weekStart) + 3);
  const from = firstWeek(year, weekStart);
  const most = (firstWeek(year + 1, weekStart) - from) / 7;
  const week = Math.floor((day - from) / 7) + 1;
  return weeks.includes(week) || weeks.includes(week - most - 1);
}

function isWeekday(rule: Rule, weekdays: readonly RuleWeekday[], day: number, { year, month }: CalendarDay): boolean {
  const weekday = weekdayOf(day);
  const own = weekdays.filter((each) => each.weekday === weekday);
  if (own.length === 0) return false;
  if ((rule.freq !== 'MONTHLY' && rule.freq !== 'YEARLY') || own.some(({ nth }) => nth === null)) return true;
  return weekdaysIn(countsInMonths(rule) ? monthSpan(year, month) : yearSpan(year), own).includes(day);
}

/** Whether every part of the rule leaves a day in. */
function fits(rule: Rule, day: number): boolean {
  const { months, weeks, weekdays, monthDays, yearDays, weekStart } = rule;
  if (!(months ?? weeks ?? weekdays ?? monthDays ?? yearDays)) return true;
  const date = calendarOf(day);
  if (months && !months.includes(date.month)) return false;
  if (monthDays && !isNth(monthDays, monthSpan(date.year, date.month), day)) return false;
  if (weekdays && !isWeekday(rule, weekdays, day, date)) return false;
  if (yearDays && !isNth(yearDays, yearSpan(date.year), day)) return false;
  return !weeks || isInWeeks(weeks, weekStart, day);
}

/** The days of one period on which the rule begins, in order. `first`: the day of its first start, which says what the rule leaves open. */
export function daysIn(rule: Rule, span: Span, first: CalendarDay, steps: Steps): number[] {
  const tried = candidates(rule, span, first);
  steps.take(Math.max(1, tried.length));
  const days = tried.filter((day) => day >= span.from && day < span.to && fits(rule, day));
  return days.length < 2 ? days : [...new Set(days)].toSorted((one, other) => one - other);
}
