/**
 * Which RRULE values (RFC 5545, 3.3.10) a schedule may have. This reads the words only; what they mean is the recurrence library's
 * (occurrences.ts). The library takes much for granted (`BYHOUR=25`, a part given twice), so everything is checked before it sees it.
 */

/** A rule that may begin more often than this in a day would only flicker; it also bounds what one look costs. */
const STARTS_A_DAY_MOST = 96;
/** The library counts from the start: this is what a count may cost at every look, some milliseconds. */
const COUNT_MOST = 1_000;
const INTERVAL_MOST = 1_000;
const LIST_MOST = 100;

const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY'];
const WEEKDAY = '(MO|TU|WE|TH|FR|SA|SU)';

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
  FREQ: (value) => FREQUENCIES.includes(value),
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
export function readUntil(value: string): Until | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(value);
  if (!parts) return null;
  const [year, month, day, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map((part) => Number(part ?? 0));
  const atMs = Date.UTC(year!, month! - 1, day, hour, minute, second);
  const back = new Date(atMs).toISOString().replaceAll(/[-:]/g, '').slice(0, 15);
  if (back !== `${value.slice(0, 8)}T${value.slice(9, 15) || '000000'}`) return null;
  return { kind: parts[4] === undefined ? 'day' : parts[7] === 'Z' ? 'instant' : 'wall', atMs };
}

const countOf = (value: string | undefined): number => (value === undefined ? 1 : new Set(value.split(',')).size);

/** How often a rule begins in a day at the most. */
function startsADay(parts: ReadonlyMap<string, string>): number {
  const hours = parts.get('BYHOUR');
  const hourly = parts.get('FREQ') === 'HOURLY' && hours === undefined ? 24 : countOf(hours);
  return hourly * countOf(parts.get('BYMINUTE')) * countOf(parts.get('BYSECOND'));
}

/** The parts of a rule by their names, in upper case; or why it is none that a schedule may have, in words for whoever wrote it. */
export function readRule(text: string): { parts: ReadonlyMap<string, string> } | { problem: string } {
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
  // The library tries each day for its position, a hundred times slower than all else.
  if (parts.has('BYSETPOS') && ['DAILY', 'HOURLY'].includes(parts.get('FREQ')!))
    return { problem: 'has BYSETPOS, which only a weekly or rarer rule may have' };
  if (startsADay(parts) > STARTS_A_DAY_MOST)
    return { problem: `begins more often than ${STARTS_A_DAY_MOST} times a day` };
  return { parts };
}
