import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PROFILES, lengthen, type Stage } from './profiles.ts';
import { duesOf, durationMs, shareAt, staysOf, stormsOf } from './kiosk-connection-times.ts';

const stages: fc.Arbitrary<Stage[]> = fc.array(
  fc.record({
    seconds: fc.integer({ min: 1, max: 120 }),
    share: fc.integer({ min: 0, max: 20 }).map((part) => part / 20),
  }),
  { minLength: 1, maxLength: 5 },
);
const counts = fc.integer({ min: 1, max: 200 });

describe('which kiosk is connected when', () => {
  test('at every moment as many kiosks are there as the share of the load says, to one', () => {
    fc.assert(
      fc.property(
        stages,
        counts,
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (shape, count, part) => {
          const atMs = part * durationMs(shape);
          let there = 0;
          for (let index = 0; index < count; index += 1)
            there += staysOf(shape, index, count).filter(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs).length;
          // A crossing is rounded to a millisecond.
          const near = [shareAt(shape, Math.max(0, atMs - 1)), shareAt(shape, atMs), shareAt(shape, atMs + 1)].map(
            (share) => share * count,
          );
          expect(there).toBeGreaterThanOrEqual(Math.floor(Math.min(...near) - 0.5 - 1e-9));
          expect(there).toBeLessThanOrEqual(Math.ceil(Math.max(...near) + 0.5 + 1e-9));
        },
      ),
    );
  });

  test('a kiosk’s stays follow each other inside of the run, with storms and without', () => {
    fc.assert(
      fc.property(stages, counts, fc.integer({ min: 3, max: 60 }), (shape, count, everySeconds) => {
        for (const storms of [[], stormsOf(shape, everySeconds * 1_000)]) {
          const index = count - 1;
          let lastMs = 0;
          for (const { fromMs, toMs } of staysOf(shape, index, count, storms)) {
            expect(fromMs).toBeGreaterThanOrEqual(lastMs);
            expect(toMs).toBeGreaterThanOrEqual(fromMs);
            lastMs = toMs;
          }
          expect(lastMs).toBeLessThanOrEqual(durationMs(shape));
        }
      }),
    );
  });

  test('a storm cuts every kiosk that has been there, at the same moment, and brings it back at once', () => {
    const shape = PROFILES.smoke.stages;
    const storms = stormsOf(shape, 8_000);
    expect(storms).toEqual([8_000]);
    for (let index = 0; index < 50; index += 1) {
      const [before, after] = staysOf(shape, index, 50, storms);
      expect(before).toMatchObject({ toMs: 8_000, isCut: true });
      expect(after).toEqual({ fromMs: 8_000, toMs: 16_000, isCut: false });
    }
  });
});

test('things that are due at a rate are as many as the load’s area says, in order', () => {
  fc.assert(
    fc.property(stages, fc.integer({ min: 1, max: 50 }), (shape, rate) => {
      const dues = [...duesOf(shape, rate)];
      let area = 0;
      let from = 0;
      for (const { seconds, share } of shape) {
        area += (seconds * (from + share)) / 2;
        from = share;
      }
      expect(Math.abs(dues.length - rate * area)).toBeLessThanOrEqual(1 + rate * 0.01 * shape.length);
      expect(dues.every((due, index) => index === 0 || due >= dues[index - 1]!)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('every profile begins at nothing, and comes to its full load', () => {
  for (const { stages: shape } of Object.values(PROFILES)) {
    expect(shareAt(shape, 0)).toBe(0);
    expect(Math.max(...shape.map(({ share }) => share))).toBe(1);
  }
});

test('--minutes is the length of the longest stage alone', () => {
  const { stages: shape } = PROFILES.average;
  expect(durationMs(lengthen(shape, 10)) - durationMs(shape)).toBe((600 - 180) * 1_000);
  expect(lengthen(shape, null)).toEqual(shape);
});
