import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstBeatDelayMs, nextBeatDelayMs } from './heartbeat-timing.ts';

const phase = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const interval = fc.integer({ min: 100, max: 60_000 });
const time = fc.integer({ min: 0, max: 10 ** 10 });

/** How far `at` is from the grid of beats, in intervals: 0 to 0.5. */
function offGrid(at: number, intervalMs: number, ownPhase: number): number {
  const position = at / intervalMs - ownPhase;
  return Math.abs(position - Math.round(position));
}

test('whenever a sign reconnects, its first beat is on its own grid and at most one interval away', () => {
  fc.assert(
    fc.property(phase, interval, time, (ownPhase, intervalMs, now) => {
      const delay = firstBeatDelayMs(ownPhase, intervalMs, now);
      expect(delay).toBeGreaterThanOrEqual(0);
      expect(delay).toBeLessThanOrEqual(intervalMs);
      expect(offGrid(now + delay, intervalMs, ownPhase)).toBeLessThan(1e-6);
    }),
  );
});

test('a timer that fires early or late neither beats twice nor catches up', () => {
  fc.assert(
    fc.property(
      phase,
      interval,
      time,
      fc.double({ min: -0.4, max: 0.4, noNaN: true }),
      (ownPhase, intervalMs, now, slip) => {
        const beat = now + firstBeatDelayMs(ownPhase, intervalMs, now);
        const fired = Math.max(0, beat + slip * intervalMs);
        const next = fired + nextBeatDelayMs(ownPhase, intervalMs, fired);
        expect(next - beat).toBeCloseTo(intervalMs, 3);
      },
    ),
  );
});

test('a fleet that registers in one instant beats evenly over the interval', () => {
  const beats = Array.from({ length: 1_000 }, (_, index) => firstBeatDelayMs(index / 1_000, 5_000, 123_456_789));
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const inside = beats.filter((delay) => delay > tenth * 500 && delay <= (tenth + 1) * 500);
    expect(inside.length).toBeGreaterThanOrEqual(99);
    expect(inside.length).toBeLessThanOrEqual(101);
  }
});
