import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Timing } from './occurrences.ts';
import { occurrencesAround, recurrenceProblem } from './testing/occurrence-lookups.ts';
import { walk } from './testing/occurrence-walk.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC', 'America/St_Johns'];
const at = (text: string): number => Date.parse(text);
const iso = (atMs: number | null): string | null =>
  atMs === null ? null : new Date(atMs).toISOString().slice(0, 16) + 'Z';

describe('a rule', () => {
  const from = (startsAt: string, recurrence: string, timeZone = 'Europe/Berlin'): Timing & { recurrence: string } => ({
    startsAtMs: at(startsAt),
    endsAtMs: at(startsAt) + HOUR_MS,
    recurrence,
    timeZone,
  });
  const starts = (timing: Timing, fromMs: number, toMs: number) =>
    walk(timing, fromMs, toMs).flatMap(({ occurrence, fromMs: atMs }) =>
      occurrence?.startMs === atMs ? [iso(atMs)] : [],
    );

  test('M2: ends with COUNT, and with UNTIL, which is in it: an instant, a time on the wall, or a whole day', () => {
    const span = [at('2026-11-01T00:00Z'), at('2026-12-01T00:00Z')] as const;
    const expected = ['2026-11-20T18:00Z', '2026-11-21T18:00Z', '2026-11-22T18:00Z'];
    for (const end of ['COUNT=3', 'UNTIL=20261122T180000Z', 'UNTIL=20261122T190000', 'UNTIL=20261122'])
      expect(starts(from('2026-11-20T18:00Z', `FREQ=DAILY;${end}`), ...span)).toEqual(expected);
    expect(starts(from('2026-11-20T18:00Z', 'FREQ=DAILY;UNTIL=20261122T175959Z'), ...span)).toEqual(
      expected.slice(0, 2),
    );
  });

  test('M2: is what it says: weekdays, the last Friday, several times a day', () => {
    const week = [at('2026-11-20T00:00Z'), at('2026-11-29T00:00Z')] as const;
    expect(starts(from('2026-11-20T18:00Z', 'FREQ=WEEKLY;BYDAY=FR'), ...week)).toEqual([
      '2026-11-20T18:00Z',
      '2026-11-27T18:00Z',
    ]);
    expect(starts(from('2026-11-20T18:00Z', 'freq=monthly;byday=-1fr'), ...week)).toEqual(['2026-11-27T18:00Z']);
    expect(starts(from('2026-11-20T08:00Z', 'FREQ=DAILY;BYHOUR=9,15;COUNT=3'), ...week)).toEqual([
      '2026-11-20T08:00Z',
      '2026-11-20T14:00Z',
      '2026-11-21T08:00Z',
    ]);
  });

  test('M2: a start with a part of a second keeps it', () => {
    const timing = { ...from('2026-11-20T18:00:00.250Z', 'FREQ=DAILY') };
    expect(occurrencesAround(timing, at('2026-11-25T18:00:00.250Z')).current?.startMs).toBe(
      at('2026-11-25T18:00:00.250Z'),
    );
    expect(occurrencesAround(timing, at('2026-11-25T18:00:00.249Z')).current).toBeNull();
  });

  test('M2: costs the same whatever its age: the library is asked around the moment', () => {
    // No stopwatch: the library gives up after ten thousand steps, and would need a million from the start.
    const old = from('1900-01-01T08:00Z', 'FREQ=HOURLY');
    expect(iso(occurrencesAround(old, at('2026-11-25T18:30Z')).nextStartMs)).toMatch(/^2026-11-25T/);
  });

  test.each([
    ['FREQ=SECONDLY', /FREQ/],
    ['FREQ=MINUTELY', /FREQ/],
    ['DAILY', /not known/],
    ['FREQ=DAILY;', /not known/],
    ['INTERVAL=2', /no FREQ/],
    ['FREQ=DAILY;FREQ=WEEKLY', /twice/],
    ['FREQ=DAILY;BYHOUR=25', /BYHOUR/],
    ['FREQ=DAILY;COUNT=0', /COUNT/],
    ['FREQ=DAILY;COUNT=20000', /COUNT/],
    ['FREQ=DAILY;INTERVAL=0', /INTERVAL/],
    ['FREQ=DAILY;COUNT=2;UNTIL=20300101', /both/],
    ['FREQ=DAILY;UNTIL=20300231', /UNTIL/],
    ['FREQ=DAILY;X-WHAT=1', /not known/],
    ['FREQ=DAILY;toString=1', /not known/],
    ['FREQ=WEEKLY;BYDAY=XX', /BYDAY/],
    ['FREQ=HOURLY;BYMINUTE=0,10,20,30,40', /often/],
    ['FREQ=DAILY;BYHOUR=1,2,3,4,5,6,7;BYMINUTE=0,10,20,30,40;BYSECOND=0,15,30', /often/],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', /no occurrence/],
    ['FREQ=DAILY;UNTIL=20200101', /no occurrence/],
    ['FREQ=DAILY;BYSETPOS=5', /BYSETPOS/],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=SU', /so few/],
    ['RSCALE=HEBREW;FREQ=YEARLY', /not known/],
  ])('is refused where it can’t be one: %s', (recurrence, words) => {
    expect(recurrenceProblem(from('2026-11-20T18:00Z', recurrence))).toMatch(words);
  });

  test('whatever it says, it is let in or refused, and what is let in can be looked at any time', () => {
    const part = fc.constantFrom(
      'FREQ=',
      'COUNT=',
      'INTERVAL=',
      'BYDAY=',
      'BYHOUR=',
      'BYMINUTE=',
      'BYMONTHDAY=',
      'BYMONTH=',
      'BYWEEKNO=',
      'BYYEARDAY=',
      'BYSETPOS=',
      'UNTIL=',
      'WKST=',
      '',
    );
    const value = fc.constantFrom(
      'DAILY',
      'WEEKLY',
      'MONTHLY',
      'YEARLY',
      'HOURLY',
      '1',
      '2',
      '-1',
      '29',
      '31',
      '53',
      '366',
      '0,30',
      '9,12',
      'MO',
      'FR,SA',
      '1MO',
      '-1FR',
      '20280229',
      'x',
      '',
    );
    const rule = fc.array(
      fc.tuple(part, value).map(([name, text]) => name + text),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(rule, fc.constantFrom(...ZONES), fc.nat(4_000), (parts, timeZone, days) => {
        const timing = from('2026-01-31T18:00Z', `FREQ=${['DAILY', 'YEARLY'][days % 2]};${parts.join(';')}`, timeZone);
        const isLetIn = recurrenceProblem(timing) === null;
        const nowMs = at('2026-01-01T00:00Z') + days * DAY_MS;
        const { current, nextStartMs } = isLetIn
          ? occurrencesAround(timing, nowMs)
          : { current: null, nextStartMs: null };
        expect(current === null || (current.startMs <= nowMs && nowMs < current.endMs)).toBe(true);
        expect(nextStartMs === null || nextStartMs > nowMs).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
