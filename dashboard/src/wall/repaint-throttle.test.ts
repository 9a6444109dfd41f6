import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterPainting, LEAST_APART_MS, mayBeginAt, MOST_APART_MS, RELEASED, type Brake } from './repaint-throttle.ts';

const PATCH_MS = 250;
/** Paints at each change that the brake lets through: changes come all the time, and each painting takes as long as `costs` says. */
function painted(brake: Brake, costs: readonly number[]): Brake[] {
  const all = [brake];
  let nowMs = Math.max(0, brake.beganAtMs);
  for (const cost of costs) {
    const last = all.at(-1)!;
    nowMs = Math.max(nowMs + PATCH_MS, mayBeginAt(last));
    all.push(afterPainting(last, nowMs, cost));
  }
  return all;
}
const cost = fc.double({ min: 0, max: 400, noNaN: true });

test('D5: whatever painting costs, changes wait between 250 ms and 2 s for it', () => {
  fc.assert(
    fc.property(fc.array(cost, { maxLength: 40 }), (costs) => {
      for (const { apartMs } of painted(RELEASED, costs)) {
        expect(apartMs).toBeGreaterThanOrEqual(LEAST_APART_MS);
        expect(apartMs).toBeLessThanOrEqual(MOST_APART_MS);
      }
    }),
  );
});

test('D5: where painting always costs the same, it comes to take at most 6 % of the time or waits 2 s, and stays so', () => {
  fc.assert(
    fc.property(fc.array(cost, { maxLength: 10 }), cost, (before, each) => {
      const start = painted(RELEASED, before).at(-1)!;
      const settled = painted(
        start,
        Array.from({ length: 12 }, () => each),
      ).slice(8);
      const [{ apartMs }] = settled as [Brake];
      expect(new Set(settled.map((brake) => brake.apartMs)).size).toBe(1);
      expect(apartMs === MOST_APART_MS || each / apartMs <= 0.06).toBe(true);
      expect(apartMs === LEAST_APART_MS || each / apartMs >= 0.015).toBe(true);
    }),
  );
});

test('D5: the first change is painted at once', () => {
  expect(mayBeginAt(RELEASED)).toBe(-Infinity);
});
