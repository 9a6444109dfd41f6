import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createZoomRest, RESTS_MS, UNRESTED_MOST_MS } from './zoom-rest.ts';

/** A map that moves after each pause, to a pitch each; when which move was part of a zoom, and when it rested. */
function zoomed(moves: readonly { pauseMs: number; pitch: number }[]) {
  let nowMs = 0;
  let due: { atMs: number; task: () => void } | null = null;
  const clock = {
    monotonicMs: () => nowMs,
    after(delayMs: number, task: () => void) {
      const mine = { atMs: nowMs + delayMs, task };
      due = mine;
      return () => void (due = due === mine ? null : due);
    },
  };
  const [rests, on]: [number[], { atMs: number; isOn: boolean }[]] = [[], []];
  const rest = createZoomRest(clock, () => rests.push(nowMs));
  function pass(untilMs: number): void {
    for (let next = due; next !== null && next.atMs <= untilMs; next = due) {
      due = null;
      nowMs = next.atMs;
      next.task();
    }
    nowMs = untilMs;
  }
  for (const { pauseMs, pitch } of moves) {
    pass(nowMs + pauseMs);
    on.push({ atMs: nowMs, isOn: rest.moved(pitch) });
  }
  const endMs = nowMs;
  pass(Infinity);
  return { rests, on, endMs, isAwaited: rest.isAwaited() };
}

const pitches = (pauses: readonly number[]) => pauses.map((pauseMs, at) => ({ pauseMs, pitch: 10 + at }));
const soon = fc.integer({ min: 1, max: RESTS_MS - 1 });

test('D1: a map that moves without a zoom, or comes to rest between two zooms, is painted after each move', () => {
  const apart = fc.integer({ min: RESTS_MS, max: 5_000 });
  fc.assert(
    fc.property(fc.array(apart), fc.array(soon), (pauses, pans) => {
      const moves = [...pitches(pauses), ...pans.map((pauseMs) => ({ pauseMs, pitch: 10 + pauses.length - 1 }))];
      const first = { pauseMs: 0, pitch: 9 };
      const { on, rests } = zoomed(
        pauses.length > 0 ? moves : [first, ...pans.map((pauseMs) => ({ pauseMs, pitch: 9 }))],
      );
      expect(on.filter(({ isOn }) => isOn)).toEqual([]);
      expect(rests).toEqual([]);
    }),
  );
});

test('D1: a zoom that goes on rests within 600 ms at the latest, again and again, and once more after its end', () => {
  fc.assert(
    fc.property(fc.array(soon, { minLength: 2, maxLength: 60 }), (pauses) => {
      const { on, rests, endMs, isAwaited } = zoomed(pitches(pauses));
      expect(on.map(({ isOn }) => isOn)).toEqual(pauses.map((_, at) => at > 0));
      let sinceMs = on[1]!.atMs;
      for (const restMs of rests) {
        expect(restMs - sinceMs).toBeLessThanOrEqual(UNRESTED_MOST_MS);
        sinceMs = on.find(({ atMs }) => atMs >= restMs)?.atMs ?? Infinity;
      }
      expect(rests.at(-1)).toBeGreaterThanOrEqual(endMs);
      expect(rests.at(-1)).toBeLessThanOrEqual(endMs + RESTS_MS);
      expect(isAwaited).toBe(false);
    }),
  );
});
