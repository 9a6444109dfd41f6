import fc from 'fast-check';
import { expect, test } from 'vitest';
import { availabilityOf, clocksApartMs } from './system-problems.ts';

const NOW = Date.parse('2026-11-14T18:42:31Z');
const since = new Date(NOW - 30 * 24 * 3_600_000).toISOString();

test('the availability is 99.96 % with 13 minutes of absence in 30 days, and 100 % without any', () => {
  expect(availabilityOf({ days: 30, awaySeconds: 780, since }, NOW)).toEqual({ days: 30, percent: 99.96 });
  expect(availabilityOf({ days: 30, awaySeconds: 0, since }, NOW)).toEqual({ days: 30, percent: 100 });
});

test('the availability is below 100 % if the service was ever down, and never below 0 %', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 1e8, noNaN: true }), fc.nat(30 * 24 * 3_600_000), (awaySeconds, ageMs) => {
      const began = new Date(NOW - ageMs).toISOString();
      const { percent, days } = availabilityOf({ days: 30, awaySeconds, since: began }, NOW);
      expect(percent).toBeGreaterThanOrEqual(0);
      expect(percent).toBeLessThan(100);
      expect(days).toBeGreaterThanOrEqual(1);
    }),
  );
});

test('the difference of clocks includes the database’s clock, and is null before the first comparison', () => {
  const node = (clockOffsetMs: number | null) => ({ clockOffsetMs }) as Parameters<typeof clocksApartMs>[0][number];
  expect(clocksApartMs([node(3), node(-4)])).toBe(7);
  expect(clocksApartMs([node(1_200)])).toBe(1_200);
  expect(clocksApartMs([node(null)])).toBeNull();
});
