import type { MetricRow } from '@sign-display/contracts/rest/telemetry';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsOf, topOf } from './plot-columns.ts';

const FROM = Date.parse('2026-11-14T18:00:00Z');
const row = (nth: number): MetricRow => ({
  at: new Date(FROM + nth * 30_000).toISOString(),
  intervalMs: 30_000,
  heartbeats: 6,
  cpuLoad: nth,
  memUsedBytes: 1,
  memTotalBytes: 2,
  uptimeSeconds: 1,
  temperatureCelsius: null,
  eventLoopLagMs: null,
});

test('D2: a plot has each row once, in time, and a gap exactly where rows are missing', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 120 })), (drawn) => {
      const there = drawn.toSorted((one, other) => one - other);
      const [x, y] = columnsOf(there.toReversed().map(row), ({ cpuLoad }) => cpuLoad);
      expect(x).toEqual(x.toSorted((one, other) => one - other));
      expect(y.filter((value) => value !== null)).toEqual(there);
      const holes = there.filter((nth, index) => index > 0 && nth - there[index - 1]! > 1);
      expect(y.filter((value) => value === null)).toHaveLength(holes.length);
    }),
  );
});

test('U15: the scale covers every value, never shrinks below its minimum, and ends at a round number', () => {
  expect(
    topOf(
      [
        [1, 2],
        [0.3, null],
      ],
      2,
    ),
  ).toBe(2);
  expect(
    topOf(
      [
        [1, 2],
        [0.3, 12],
      ],
      2,
    ),
  ).toBe(20);
  expect(topOf([[1], [95]], 90)).toBe(100);
  fc.assert(
    fc.property(fc.array(fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })), { maxLength: 20 }), (y) => {
      const top = topOf([y.map((_, nth) => nth), y], 2);
      expect(top).toBeGreaterThanOrEqual(Math.max(2, ...y.map((value) => value ?? 0)));
    }),
  );
});
