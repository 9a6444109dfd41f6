import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { driftAt } from './burn-in-drift.ts';

const moment = fc.integer({ min: -1e13, max: 1e13 });
/** A hundredth of the shorter side: 720p to 4K. */
const unit = fc.double({ min: 7.2, max: 21.6, noNaN: true });

test('K8: the picture never stands more than a hundredth of the shorter side from its place, and always on whole pixels', () => {
  fc.assert(
    fc.property(moment, unit, (nowMs, unitPx) => {
      const { x, y } = driftAt(nowMs, unitPx);
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(Math.round(0.8 * unitPx));
      expect([x, y].every(Number.isInteger)).toBe(true);
    }),
  );
});

test('K8: from one second to the next the picture moves by one pixel at most, also where the loop closes', () => {
  fc.assert(
    fc.property(moment, unit, (nowMs, unitPx) => {
      const before = driftAt(nowMs, unitPx);
      const after = driftAt(nowMs + 1_000, unitPx);
      expect(Math.abs(after.x - before.x)).toBeLessThanOrEqual(1);
      expect(Math.abs(after.y - before.y)).toBeLessThanOrEqual(1);
    }),
  );
});

test('K8: in ten minutes the picture of a 1080p screen has been 8 pixels and more to each side, and comes back', () => {
  const places = Array.from({ length: 600 }, (_, second) => driftAt(second * 1_000, 10.8));
  expect(Math.max(...places.map(({ x }) => x))).toBeGreaterThanOrEqual(8);
  expect(Math.min(...places.map(({ x }) => x))).toBeLessThanOrEqual(-8);
  expect(Math.max(...places.map(({ y }) => y))).toBeGreaterThanOrEqual(8);
  expect(Math.min(...places.map(({ y }) => y))).toBeLessThanOrEqual(-8);
  expect(driftAt(600_000, 10.8)).toEqual(driftAt(0, 10.8));
});
