import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createZoomEnd, RESTS_MS, UNPAINTED_MOST_MS } from './zoom-gesture-end.ts';

/** A map that moves after each pause, to a pitch each, and a picture that takes `paintsMs`; what was part of a zoom, and when a picture was due. */
function zoomed(moves: readonly { pauseMs: number; pitch: number }[], paintsMs = 0) {
  let nowMs = 0;
  let waiting: { atMs: number; task: () => void }[] = [];
  const clock = {
    monotonicMs: () => nowMs,
    after(delayMs: number, task: () => void) {
      const mine = { atMs: nowMs + delayMs, task };
      waiting.push(mine);
      return () => void (waiting = waiting.filter((one) => one !== mine));
    },
  };
  const due: number[] = [];
  const rest = createZoomEnd(clock, () => {
    due.push(nowMs);
    clock.after(paintsMs, () => rest.painted());
  });
  function pass(untilMs: number): void {
    for (;;) {
      const [next] = waiting.toSorted((one, other) => one.atMs - other.atMs);
      if (!next || next.atMs > untilMs) break;
      waiting = waiting.filter((one) => one !== next);
      nowMs = next.atMs;
      next.task();
    }
    nowMs = untilMs;
  }
  const isOn = moves.map(({ pauseMs, pitch }) => {
    pass(nowMs + pauseMs);
    const is = rest.moved(pitch);
    // What is due, or was never a zoom, is not awaited.
    expect(rest.isAwaited() || !is).toBe(true);
    return { atMs: nowMs, is };
  });
  const endMs = nowMs;
  pass(Infinity);
  return { due, isOn, endMs, isAwaited: rest.isAwaited() };
}

const pitches = (pauses: readonly number[]) => pauses.map((pauseMs, at) => ({ pauseMs, pitch: 10 + at }));
const soon = fc.integer({ min: 1, max: RESTS_MS - 1 });

test('D1: moves without a zoom, and zooms that come to rest between each other, are no zoom that goes on', () => {
  const apart = fc.integer({ min: RESTS_MS, max: 5_000 });
  fc.assert(
    fc.property(fc.array(apart, { minLength: 1 }), fc.array(soon), (pauses, pans) => {
      const held = pans.map((pauseMs) => ({ pauseMs, pitch: 9 + pauses.length }));
      const { isOn, due } = zoomed([...pitches(pauses), ...held]);
      expect(isOn.some(({ is }) => is)).toBe(false);
      expect(due).toEqual([]);
    }),
  );
});

test('D1: of a zoom that goes on a picture is due within 600 ms of the one before, and once more after its end', () => {
  fc.assert(
    fc.property(fc.array(soon, { minLength: 2, maxLength: 60 }), (pauses) => {
      const { isOn, due, endMs, isAwaited } = zoomed(pitches(pauses));
      let sinceMs = isOn[1]!.atMs;
      for (const atMs of due) {
        expect(atMs - sinceMs).toBeLessThanOrEqual(UNPAINTED_MOST_MS);
        sinceMs = isOn.find((one) => one.atMs >= atMs)?.atMs ?? Infinity;
      }
      expect(due.at(-1)).toBeGreaterThanOrEqual(endMs);
      expect(due.at(-1)).toBeLessThanOrEqual(endMs + RESTS_MS);
      expect(isAwaited).toBe(false);
    }),
  );
});

test('D1: a picture that is due stays so until it is whole, however the zoom goes on', () => {
  fc.assert(
    fc.property(
      fc.array(soon, { minLength: 2, maxLength: 60 }),
      fc.integer({ min: 1, max: 3_000 }),
      (pauses, paintsMs) => {
        const { isOn, due } = zoomed(pitches(pauses), paintsMs);
        const isUnderWay = (atMs: number) => due.some((dueMs) => atMs > dueMs && atMs < dueMs + paintsMs);
        expect(isOn.filter(({ atMs, is }) => is && isUnderWay(atMs))).toEqual([]);
      },
    ),
  );
});
