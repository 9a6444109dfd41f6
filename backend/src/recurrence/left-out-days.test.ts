import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { dayNumber } from './left-out-days.ts';
import { lookUpOccurrences, type Occurrence, type Timing } from './occurrences.ts';
import { sensibleRule } from './testing/any-rule.ts';
import { recurrenceProblem } from './testing/occurrence-lookups.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const at = (text: string): number => Date.parse(text);
const iso = (atMs: number): string => new Date(atMs).toISOString().slice(0, 16) + 'Z';

/** Days on which the clock of a zone changes; Beirut changes at midnight, Apia left out a whole day. */
const CHANGES: [zone: string, day: string][] = [
  ['Europe/Berlin', '2027-03-28'],
  ['Europe/Berlin', '2027-10-31'],
  ['America/New_York', '2027-03-14'],
  ['America/New_York', '2027-11-07'],
  ['Australia/Lord_Howe', '2027-04-04'],
  ['Asia/Beirut', '2027-03-28'],
  ['Asia/Beirut', '2027-10-31'],
  ['Pacific/Apia', '2011-12-30'],
  ['UTC', '2027-03-28'],
];

/** The day on which an occurrence starts in a zone, by Temporal itself. */
const dayOf = (startMs: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(zone).toPlainDate().toString();

const lookUp = (timing: Timing, nowMs: number) => lookUpOccurrences(timing, nowMs)!;

/** All occurrences that begin in a span; of those that begin together, the longest. */
function occurrencesIn(timing: Timing, fromMs: number, toMs: number): Occurrence[] {
  const found = [];
  let { next } = lookUp(timing, fromMs);
  while (next !== null && next.startMs < toMs) {
    const look = lookUp(timing, next.startMs);
    // From afar the shorter of two that begin together may be the next.
    found.push(look.current!);
    next = look.next;
  }
  return found;
}

describe('a day in exdates', () => {
  const given = fc
    .record({
      change: fc.constantFrom(...CHANGES),
      recurrence: fc.oneof(sensibleRule, fc.constantFrom('FREQ=DAILY', 'FREQ=HOURLY', 'FREQ=DAILY;BYHOUR=0,1,2,3,23')),
      startsBefore: fc.integer({ min: 8 * 1_440, max: 40 * 1_440 }),
      minutes: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 3 * 1_440 })),
      leftOut: fc.uniqueArray(fc.integer({ min: -4, max: 4 }), { maxLength: 6 }),
      nowMinute: fc.integer({ min: -4 * 1_440, max: 4 * 1_440 }),
    })
    .map(({ change: [timeZone, day], recurrence, startsBefore, minutes, leftOut, nowMinute }) => {
      const changeMs = at(`${day}T00:00Z`);
      const startsAtMs = changeMs - startsBefore * MINUTE_MS;
      const exdates = leftOut.map((days) => Temporal.PlainDate.from(day).add({ days }).toString());
      const timing = { startsAtMs, endsAtMs: startsAtMs + minutes * MINUTE_MS, recurrence, timeZone, exdates };
      return { timing, changeMs, nowMs: changeMs + nowMinute * MINUTE_MS };
    })
    // A rule that is refused may have occurrences so rare that no look finds them.
    .filter(
      ({ timing }) => recurrenceProblem(timing) === null && recurrenceProblem({ ...timing, exdates: [] }) === null,
    );
  const isHeld = ({ exdates, timeZone }: { exdates: string[]; timeZone: string }, { startMs }: Occurrence) =>
    !exdates.includes(dayOf(startMs, timeZone));

  test('M2: no occurrence starts on it, and all other occurrences stay as they are, across changes of the clock', () => {
    let [left, held] = [0, 0];
    fc.assert(
      fc.property(given, ({ timing, changeMs }) => {
        const [fromMs, toMs] = [changeMs - 5 * DAY_MS, changeMs + 5 * DAY_MS];
        const all = occurrencesIn({ ...timing, exdates: [] }, fromMs, toMs);
        const expected = all.filter((one) => isHeld(timing, one));
        left += all.length - expected.length;
        held += expected.length;
        expect(occurrencesIn(timing, fromMs, toMs)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
    expect(Math.min(left, held)).toBeGreaterThan(100);
  });

  test('M2: an occurrence that began before it goes on in it', () => {
    fc.assert(
      fc.property(given, ({ timing, nowMs }) => {
        const all = occurrencesIn({ ...timing, exdates: [] }, nowMs - 5 * DAY_MS, nowMs + 1);
        const on = all.filter((one) => one.startMs <= nowMs && nowMs < one.endMs && isHeld(timing, one));
        expect(lookUp(timing, nowMs).current).toEqual(on.at(-1) ?? null);
      }),
      { numRuns: 100 },
    );
  });

  test('M2: COUNT counts the occurrences that it leaves out', () => {
    const timing = {
      startsAtMs: at('2027-10-29T18:00Z'),
      endsAtMs: at('2027-10-29T19:00Z'),
      recurrence: 'FREQ=DAILY;COUNT=4',
      timeZone: 'Europe/Berlin',
      exdates: ['2027-10-31'],
    };
    const starts = occurrencesIn(timing, at('2027-10-01T00:00Z'), at('2027-12-01T00:00Z'));
    expect(starts.map(({ startMs }) => iso(startMs))).toEqual([
      '2027-10-29T18:00Z',
      '2027-10-30T18:00Z',
      '2027-11-01T19:00Z',
    ]);
  });

  test('M2: is a day of the schedule’s zone, and not of UTC', () => {
    const night = {
      startsAtMs: at('2027-07-01T22:30Z'),
      endsAtMs: at('2027-07-01T23:00Z'),
      recurrence: 'FREQ=DAILY;COUNT=3',
      timeZone: 'Europe/Berlin',
      exdates: ['2027-07-02'],
    };
    const starts = occurrencesIn(night, at('2027-07-01T00:00Z'), at('2027-08-01T00:00Z'));
    expect(starts.map(({ startMs }) => iso(startMs))).toEqual(['2027-07-02T22:30Z', '2027-07-03T22:30Z']);
  });
});

test('H3: a hundred days of a rule with 96 starts a day are passed within the budget', () => {
  const startsAtMs = at('2027-01-01T00:00Z');
  const timing = {
    startsAtMs,
    endsAtMs: startsAtMs + 5 * MINUTE_MS,
    recurrence: 'FREQ=HOURLY;BYMINUTE=0,15,30,45',
    timeZone: 'Europe/Berlin',
    exdates: Array.from({ length: 100 }, (_, day) => new Date(startsAtMs + day * DAY_MS).toISOString().slice(0, 10)),
  };
  expect(recurrenceProblem(timing)).toBeNull();
  const { current, next } = lookUpOccurrences(timing, startsAtMs + 2 * DAY_MS)!;
  expect([current, iso(next!.startMs)]).toEqual([null, '2027-04-10T22:00Z']);
});

test('H3: a rare rule whose occurrences are left out for too long is refused', () => {
  const startsAtMs = at('2028-02-29T12:00Z');
  const exdates = [28, 32, 36, 40, 44].map((year) => `20${year}-02-29`);
  const timing = { startsAtMs, endsAtMs: startsAtMs + MINUTE_MS, timeZone: 'UTC', exdates };
  const daily = { ...timing, recurrence: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29' };
  expect(recurrenceProblem(daily)).toMatch(/too many in a row are in exdates/);
  expect(recurrenceProblem({ ...timing, recurrence: 'FREQ=YEARLY' })).toBeNull();
});

test('a day that the calendar does not have has no number', () => {
  expect(['2027-02-29', '2027-04-31', '2027-13-01', '2028-02-29'].map((day) => dayNumber(day) !== null)).toEqual([
    false,
    false,
    false,
    true,
  ]);
});
