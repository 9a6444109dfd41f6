import type { Clock } from '@sign-display/contracts/clock-and-random';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UNATTENDED_MS, watchUnattended } from './viewer-idle.ts';

/** Pauses between presses, in ms; what was told, and when. */
function told(pauses: readonly number[]): [atMs: number, isUnattended: boolean][] {
  let nowMs = 0;
  let due: { atMs: number; task: () => void } | null = null;
  const clock: Clock = {
    now: () => nowMs,
    monotonicMs: () => nowMs,
    after(delayMs, task) {
      due = { atMs: nowMs + delayMs, task };
      return () => void (due = null);
    },
  };
  const seen: [number, boolean][] = [];
  const watch = watchUnattended(clock, (is) => seen.push([nowMs, is]));
  for (const pause of pauses) {
    const untilMs = nowMs + pause;
    while (due !== null && (due as { atMs: number }).atMs <= untilMs) {
      const { atMs, task } = due as { atMs: number; task: () => void };
      due = null;
      nowMs = atMs;
      task();
    }
    nowMs = untilMs;
    watch.input();
  }
  watch.stop();
  expect(due).toBe(null);
  return seen;
}

test('D5: a wall is unattended from five minutes after the last press or move, until the next one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: UNATTENDED_MS * 2 })), (pauses) => {
      const wanted: [number, boolean][] = [];
      let nowMs = 0;
      for (const pause of pauses) {
        if (pause >= UNATTENDED_MS) wanted.push([nowMs + UNATTENDED_MS, true], [nowMs + pause, false]);
        nowMs += pause;
      }
      expect(told(pauses)).toEqual(wanted);
    }),
  );
});
