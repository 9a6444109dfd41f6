import fc from 'fast-check';
import { expect, test } from 'vitest';
import { availabilityOf, clocksApartMs } from './system-problems.ts';

const NOW = Date.parse('2026-11-14T18:42:31Z');
const since = new Date(NOW - 30 * 24 * 3_600_000).toISOString();

test('13 minutes of 30 days leave 99.96 %, and 30 days without one leave 100 %', () => {
  expect(availabilityOf({ days: 30, awaySeconds: 780, since }, NOW)).toEqual({ days: 30, percent: 99.96 });
  expect(availabilityOf({ days: 30, awaySeconds: 0, since }, NOW)).toEqual({ days: 30, percent: 100 });
});

test('no percentage is 100 where the service was away, and none is below 0', () => {
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

test('the distance of clocks counts the database’s own, and is null before the first comparison', () => {
  const node = (clockOffsetMs: number | null) => ({ clockOffsetMs }) as Parameters<typeof clocksApartMs>[0][number];
  expect(clocksApartMs([node(3), node(-4)])).toBe(7);
  expect(clocksApartMs([node(1_200)])).toBe(1_200);
  expect(clocksApartMs([node(null)])).toBeNull();
});
