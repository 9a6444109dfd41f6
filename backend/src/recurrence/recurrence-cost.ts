import type { Frequency, Rule } from './recurrence-rule.ts';

/**
 * What a rule makes: how many starts in a day and in one of its periods (a year of a yearly rule, a week of a weekly one) at the most. From its
 * words alone, so that a rule which makes too many is refused before anything is computed by it.
 */

/** A rule that begins more often in a day only makes a sign flicker. */
const STARTS_A_DAY_MOST = 96;

const DAYS_MOST: Record<Frequency, number> = { YEARLY: 366, MONTHLY: 31, WEEKLY: 7, DAILY: 1, HOURLY: 1 };
const WEEKDAYS_MOST: Record<Frequency, number> = { YEARLY: 53, MONTHLY: 5, WEEKLY: 1, DAILY: 1, HOURLY: 1 };

const lengthOf = (list: readonly unknown[] | null): number => list?.length ?? 1;

/** How often a rule begins in one day at the most. */
function startsADay({ freq, hours, minutes, seconds }: Rule): number {
  const hourly = freq === 'HOURLY' && hours === null ? 24 : lengthOf(hours);
  return hourly * lengthOf(minutes) * lengthOf(seconds);
}

/** On how many days of one period a rule begins at the most: no part makes more days than it names, and each part leaves some out. */
function daysAPeriod({ freq, months, weeks, weekdays, monthDays, yearDays }: Rule): number {
  const monthsMost = freq === 'YEARLY' ? lengthOf(months ?? Array(12)) : 1;
  const bounds = [DAYS_MOST[freq], 31 * monthsMost];
  if (monthDays) bounds.push(monthDays.length * monthsMost);
  if (yearDays) bounds.push(yearDays.length);
  if (weeks) bounds.push(7 * weeks.length);
  if (weekdays) {
    const inMonths = freq === 'YEARLY' && months !== null;
    const every = inMonths ? 5 * monthsMost : WEEKDAYS_MOST[freq];
    const each = weekdays.map(({ nth }) => (nth === null ? every : inMonths ? monthsMost : 1));
    bounds.push(each.reduce((sum, days) => sum + days, 0));
  }
  const namesDays = monthDays ?? yearDays ?? weeks ?? weekdays;
  if (!namesDays && freq !== 'DAILY' && freq !== 'HOURLY') bounds.push(monthsMost);
  if (!namesDays && freq === 'YEARLY' && months === null) bounds.push(1);
  return Math.min(...bounds);
}

/** How many starts a rule makes in one of its periods at the most; BYSETPOS chooses among them. */
export const startsAPeriod = (rule: Rule): number =>
  daysAPeriod(rule) * (rule.freq === 'HOURLY' ? lengthOf(rule.minutes) * lengthOf(rule.seconds) : startsADay(rule));

/** Why a rule that can be read is no rule for a schedule, in words for whoever wrote it; null where it may be one. */
export function ruleProblem(rule: Rule): string | null {
  const { freq, positions } = rule;
  if (positions && (freq === 'DAILY' || freq === 'HOURLY'))
    return 'has BYSETPOS, which only a weekly or rarer rule may have';
  if (startsADay(rule) > STARTS_A_DAY_MOST) return `begins more often than ${STARTS_A_DAY_MOST} times a day`;
  const most = startsAPeriod(rule);
  const beyond = positions?.find((position) => Math.abs(position) > most);
  if (beyond !== undefined)
    return `has BYSETPOS=${beyond}, and makes ${most} starts ${PERIOD[freq]} at the most: take a position from 1 to ${most}, or from -1 to -${most}`;
  return null;
}

const PERIOD: Record<Frequency, string> = {
  YEARLY: 'a year',
  MONTHLY: 'a month',
  WEEKLY: 'a week',
  DAILY: 'a day',
  HOURLY: 'an hour',
};
