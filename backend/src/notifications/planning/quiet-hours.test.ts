import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { quietUntil } from './quiet-hours.ts';

const NIGHT = { start: '22:00', end: '07:00' };
const at = (text: string): number => Temporal.ZonedDateTime.from(text).epochMilliseconds;

test.each([
  ['2026-11-20T21:59[Europe/Berlin]', null],
  ['2026-11-20T22:00[Europe/Berlin]', '2026-11-21T07:00[Europe/Berlin]'],
  ['2026-11-21T06:59[Europe/Berlin]', '2026-11-21T07:00[Europe/Berlin]'],
  ['2026-11-21T07:00[Europe/Berlin]', null],
  // The nights in which the clock changes.
  ['2026-03-28T23:00[Europe/Berlin]', '2026-03-29T07:00[Europe/Berlin]'],
  ['2026-10-24T23:00[Europe/Berlin]', '2026-10-25T07:00[Europe/Berlin]'],
])('quiet hours at %s end at %s', (now, end) => {
  expect(quietUntil({ ...NIGHT, timeZone: 'Europe/Berlin' }, at(now))).toBe(end === null ? null : at(end));
});

test('an end that the clock skips is an hour later, one that comes twice its first coming', () => {
  const until = (end: string, now: string) =>
    quietUntil({ start: '22:00', end, timeZone: 'Europe/Berlin' }, at(`${now}[Europe/Berlin]`));
  expect(until('02:30', '2026-03-28T23:00')).toBe(at('2026-03-29T03:30[Europe/Berlin]'));
  expect(until('02:30', '2026-10-24T23:00')).toBe(at('2026-10-25T02:30+02:00[Europe/Berlin]'));
});

test('they end after now and within a day and an hour, and none are right then', () => {
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
  const zone = fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'Australia/Lord_Howe', 'UTC');
  const now = fc.date({ min: new Date('2025-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(time, time, zone, now, (start, end, timeZone, date) => {
      const quietHours = { start, end, timeZone };
      const untilMs = quietUntil(quietHours, date.getTime());
      if (untilMs === null) return;
      expect(untilMs).toBeGreaterThan(date.getTime());
      expect(untilMs - date.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
    }),
    { numRuns: 2_000 },
  );
});
