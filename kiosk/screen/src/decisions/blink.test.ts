import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { blinkAt, byMonotonicClock, isOver } from './blink.ts';

const moment = fc.integer({ min: 0, max: 1e13 });
const sinceStart = fc.integer({ min: 0, max: 60_000 });

test('K12: the code is bright in the first half of each second from its start, and dark in the second half', () => {
  fc.assert(
    fc.property(moment, sinceStart, (startsAtMs, since) => {
      expect(blinkAt(startsAtMs, startsAtMs + since).bright).toBe(since % 1_000 < 500);
    }),
  );
});

test('D6: before its start the code stands still and bright', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 1, max: 60_000 }), (startsAtMs, early) => {
      expect(blinkAt(startsAtMs, startsAtMs - early)).toEqual({ bright: true, changesInMs: early + 500 });
    }),
  );
});

test('K12: after the time that it names, and not before, the code turns', () => {
  fc.assert(
    fc.property(moment, sinceStart, (startsAtMs, since) => {
      const nowMs = startsAtMs + since;
      const { bright, changesInMs } = blinkAt(startsAtMs, nowMs);
      expect(changesInMs).toBeGreaterThan(0);
      expect(changesInMs).toBeLessThanOrEqual(500);
      expect(blinkAt(startsAtMs, nowMs + changesInMs - 1).bright).toBe(bright);
      expect(blinkAt(startsAtMs, nowMs + changesInMs).bright).toBe(!bright);
    }),
  );
});

test('K12: the code is over at its end, not before', () => {
  const overlay = { kind: 'identify', shortCode: '4QB50C', startsAtMs: 1_000, untilMs: 2_000 } as const;
  expect([999, 1_999, 2_000].map((nowMs) => isOver(overlay, nowMs))).toEqual([false, false, true]);
});

test('K12: by the monotonic clock the code ends when it ends by the wall clock, at most 1 ms early and never late', () => {
  const monotonic = fc.double({ min: 0, max: 1e10, noNaN: true });
  fc.assert(
    fc.property(moment, monotonic, (untilMs, monotonicMs) => {
      const overlay = { kind: 'identify', shortCode: '4QB50C', startsAtMs: untilMs - 10_000, untilMs } as const;
      const atItsEnd = byMonotonicClock(overlay, { nowMs: untilMs, monotonicMs });
      expect(isOver(atItsEnd, monotonicMs)).toBe(true);
      const before = byMonotonicClock(overlay, { nowMs: untilMs - 1, monotonicMs });
      expect(isOver(before, monotonicMs)).toBe(false);
    }),
  );
});
