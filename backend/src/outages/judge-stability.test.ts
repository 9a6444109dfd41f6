import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeStability, NEVER_CHANGED, stableAtMs } from './judge-stability.ts';

const MINUTE = 60_000;

/** By the promise's words, from all changes that ever were: which of them found the sign unstable, or made it so. */
function naive(timesMs: readonly number[]): boolean[] {
  return timesMs.map((_, last) =>
    timesMs.some((_, fifth) => {
      if (fifth < 4 || fifth > last || timesMs[fifth]! - timesMs[fifth - 4]! > 10 * MINUTE) return false;
      for (let each = fifth; each < last; each += 1)
        if (timesMs[each + 1]! - timesMs[each]! >= 15 * MINUTE) return false;
      return true;
    }),
  );
}
function judgeAll(timesMs: readonly number[]) {
  let stability = NEVER_CHANGED;
  return timesMs.map((atMs) => (stability = judgeStability(stability, atMs)));
}

test.each([
  ['four changes are none', [0, 1, 2, 3], []],
  ['five within ten minutes are', [0, 1, 2, 3, 10], [4]],
  ['five within more are not', [0, 1, 2, 3, 10.1], []],
  ['once, however long it goes on', [0, 1, 2, 3, 4, 5, 10, 20, 34.9], [4]],
  ['until fifteen minutes were quiet, and then anew', [0, 1, 2, 3, 4, 19, 20, 21, 22, 23], [4, 9]],
  ['fourteen were not', [0, 1, 2, 3, 4, 18, 19, 20, 21, 22], [4]],
])('N5: %s', (_, minutes, expected) => {
  const judged = judgeAll(minutes.map((minute) => minute * MINUTE));
  const begins = judged.flatMap(({ unstableSinceMs }, nth) =>
    unstableSinceMs === minutes[nth]! * MINUTE ? [nth] : [],
  );
  expect(begins).toEqual(expected);
});

test('N5: what is kept of a sign says what all of its changes say, and when it counts again', () => {
  // Gaps beside the bounds, and such that five fit into ten minutes.
  const gap = fc.oneof(
    fc.nat({ max: 4 * MINUTE }),
    fc.constantFrom(0, 2.5 * MINUTE, 2.5 * MINUTE + 1, 10 * MINUTE, 15 * MINUTE - 1, 15 * MINUTE, 15 * MINUTE + 1),
  );
  fc.assert(
    fc.property(fc.array(gap, { maxLength: 40 }), fc.nat({ max: 20 * MINUTE }), (gaps, laterMs) => {
      let atMs = 0;
      const timesMs = gaps.map((each) => (atMs += each));
      const isUnstable = naive(timesMs);
      judgeAll(timesMs).forEach((stability, nth) => {
        expect(stability.unstableSinceMs !== null).toBe(isUnstable[nth]);
        expect(stability.changesAtMs).toEqual(timesMs.slice(Math.max(0, nth - 4), nth + 1));
        const quietAtMs = timesMs[nth]! + 15 * MINUTE;
        const isHeld = isUnstable[nth]! && laterMs < 15 * MINUTE;
        expect(stableAtMs(stability, timesMs[nth]! + laterMs)).toBe(isHeld ? quietAtMs : null);
      });
    }),
  );
});

test('N5: a clock that is behind the last change is taken for that moment', () => {
  const [, second] = judgeAll([10_000, 9_000]);
  expect(second!.changesAtMs).toEqual([10_000, 10_000]);
});
