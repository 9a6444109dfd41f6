/**
 * Which RRULE values (RFC 5545, 3.3.10) can be read. Which of them a schedule may have is for `recurrence-cost.ts`, and where a rule's starts are
 * for `recurrence-days.ts` and `rule-starts.ts`.
 */

/** The starts of a rule with COUNT are counted from its first one, at every look. */
const COUNT_MOST = 1_000;
const INTERVAL_MOST = 1_000;
const LIST_MOST = 100;

const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
/** As `Date.getUTCDay` counts. */
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const WEEKDAY = `(${WEEKDAYS.join('|')})`;

const between =
  (least: number, most: number, signed = false) =>
  (value: string): boolean => {
    if (!/^[+-]?\d{1,5}$/.test(value) || (!signed && /^[+-]/.test(value))) return false;
    const number = Math.abs(Number(value));
    return number >= least && number <= most;
  };
const listOf = (isOne: (value: string) => boolean) => (value: string) => {
  const items = value.split(',');
  return items.length <= LIST_MOST && items.every(isOne);
};
const matches = (pattern: RegExp) => (value: string) => pattern.test(value);

/** Every part that a rule may have, and whether a value fits it. */
const PARTS: Record<string, (value: string) => boolean> = {
  FREQ: (value) => FREQUENCIES.includes(value as Frequency),
  UNTIL: (value) => readUntil(value) !== null,
  COUNT: between(1, COUNT_MOST),
  INTERVAL: between(1, INTERVAL_MOST),
  BYSECOND: listOf(between(0, 59)),
  BYMINUTE: listOf(between(0, 59)),
  BYHOUR: listOf(between(0, 23)),
  BYDAY: listOf(matches(new RegExp(`^([+-]?([1-9]|[1-4]\\d|5[0-3]))?${WEEKDAY}$`))),
  BYMONTHDAY: listOf(between(1, 31, true)),
  BYYEARDAY: listOf(between(1, 366, true)),
  BYWEEKNO: listOf(between(1, 53, true)),
  BYMONTH: listOf(between(1, 12)),
  BYSETPOS: listOf(between(1, 366, true)),
  WKST: matches(new RegExp(`^${WEEKDAY}$`)),
};

/** The end of a rule: an instant (`…Z`), a time on the wall, or a whole day. */
export interface Until {
  kind: 'instant' | 'wall' | 'day';
  /** Milliseconds since the epoch; of a time on the wall and of a day, as if it were UTC. */
  atMs: number;
}

/** What `UNTIL` says; null where it is no date of the calendar. */
function readUntil(value: string): Until | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(value);
  if (!parts) return null;
  const [year, month, day, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map((part) => Number(part ?? 0));
  const atMs = Date.UTC(year!, month! - 1, day, hour, minute, second);
  const back = new Date(atMs).toISOString().replaceAll(/[-:]/g, '').slice(0, 15);
  if (back !== `${value.slice(0, 8)}T${value.slice(9, 15) || '000000'}`) return null;
  return { kind: parts[4] === undefined ? 'day' : parts[7] === 'Z' ? 'instant' : 'wall', atMs };
}

/** A weekday of BYDAY, 0 (Sunday) to 6; `nth`: the first, second, last (-1), … of its month or year; null: every one. */
export interface RuleWeekday {
  weekday: number;
  nth: number | null;
}

/** A rule. A list is null where the rule does not have the part, else it is sorted and has no value twice. */
export interface Rule {
  freq: Frequency;
  interval: number;
  count: number | null;
  until: Until | null;
  weekStart: number;
  seconds: number[] | null;
  minutes: number[] | null;
  hours: number[] | null;
  weekdays: RuleWeekday[] | null;
  monthDays: number[] | null;
  yearDays: number[] | null;
  weeks: number[] | null;
  months: number[] | null;
  positions: number[] | null;
}

const numbersOf = (value: string | undefined): number[] | null =>
  value === undefined ? null : [...new Set(value.split(',').map(Number))].toSorted((one, other) => one - other);

function weekdaysOf(value: string | undefined): RuleWeekday[] | null {
  if (value === undefined) return null;
  return [...new Set(value.split(','))].map((text) => ({
    weekday: WEEKDAYS.indexOf(text.slice(-2)),
    nth: text.length === 2 ? null : Number(text.slice(0, -2)),
  }));
}

/** A rule by its words, in any case; or why it is none, in words for whoever wrote it. */
export function parseRule(text: string): Rule | { problem: string } {
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().split(';')) {
    const [name = '', value, ...rest] = part.split('=');
    const fits = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (!fits) return { problem: `has a part that is not known: ${name.slice(0, 20)}` };
    if (parts.has(name)) return { problem: `has ${name} twice` };
    if (value === undefined || rest.length > 0 || !fits(value)) {
      const sparse = name === 'FREQ' ? `one of ${FREQUENCIES.join(', ')}` : 'in its range';
      return { problem: `has a value of ${name} that is not ${sparse}` };
    }
    parts.set(name, value);
  }
  if (!parts.has('FREQ')) return { problem: 'has no FREQ' };
  if (parts.has('COUNT') && parts.has('UNTIL')) return { problem: 'has both COUNT and UNTIL' };
  return {
    freq: parts.get('FREQ') as Frequency,
    interval: Number(parts.get('INTERVAL') ?? 1),
    count: parts.has('COUNT') ? Number(parts.get('COUNT')) : null,
    until: readUntil(parts.get('UNTIL') ?? ''),
    weekStart: WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO'),
    seconds: numbersOf(parts.get('BYSECOND')),
    minutes: numbersOf(parts.get('BYMINUTE')),
    hours: numbersOf(parts.get('BYHOUR')),
    weekdays: weekdaysOf(parts.get('BYDAY')),
    monthDays: numbersOf(parts.get('BYMONTHDAY')),
    yearDays: numbersOf(parts.get('BYYEARDAY')),
    weeks: numbersOf(parts.get('BYWEEKNO')),
    months: numbersOf(parts.get('BYMONTH')),
    positions: numbersOf(parts.get('BYSETPOS')),
  };
}
