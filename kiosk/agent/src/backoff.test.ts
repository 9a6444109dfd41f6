import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoffCeilingMs, equalJitterMs, fullJitterMs, jitteredIntervalMs } from './backoff.ts';

const BACKOFF = { firstMs: 1_000, longestMs: 60_000 };
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const attempt = fc.integer({ min: 0, max: 1_000_000 });

test('the ceiling is 1 s doubling to 60 s', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 100_000].map((n) => backoffCeilingMs(BACKOFF, n))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ]);
});

test('full jitter fills 0 to the ceiling, equal jitter its upper half, intervals a quarter to both sides', () => {
  fc.assert(
    fc.property(attempt, chance, (n, luck) => {
      const ceiling = backoffCeilingMs(BACKOFF, n);
      const full = fullJitterMs(BACKOFF, n, luck);
      expect(full).toBeGreaterThanOrEqual(0);
      expect(full).toBeLessThanOrEqual(ceiling);
      const equal = equalJitterMs(BACKOFF, n, luck);
      expect(equal).toBeGreaterThanOrEqual(ceiling / 2);
      expect(equal).toBeLessThanOrEqual(ceiling);
      const interval = jitteredIntervalMs(30_000, luck);
      expect(interval).toBeGreaterThanOrEqual(22_500);
      expect(interval).toBeLessThanOrEqual(37_500);
    }),
  );
});
