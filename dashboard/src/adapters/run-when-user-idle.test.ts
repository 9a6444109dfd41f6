import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createUserIdle, IDLE_AFTER_MS } from './run-when-user-idle.ts';

/** When a task ran that was asked for at 0, on a page where a person acts at these moments. */
function ranAt(acts: readonly number[]): number {
  let nowMs = 0;
  let timers: { atMs: number; task: () => void }[] = [];
  const clock = {
    monotonicMs: () => nowMs,
    after(delayMs: number, task: () => void) {
      timers.push({ atMs: nowMs + delayMs, task });
      return () => {};
    },
  };
  const actedMs = () => Math.max(-Infinity, ...acts.filter((at) => at <= nowMs));
  const ran: number[] = [];
  createUserIdle({ clock, actedMs, atIdleFrame: (task) => task() })(() => void ran.push(nowMs));
  while (ran.length === 0) {
    const next = timers.reduce((first, timer) => (timer.atMs < first.atMs ? timer : first));
    timers = timers.filter((timer) => timer !== next);
    nowMs = next.atMs;
    next.task();
  }
  return ran[0]!;
}

test('D5: what takes several frames begins at once where nobody acts', () => {
  expect(ranAt([])).toBe(0);
  expect(ranAt([-200])).toBe(0);
});

test('D5: a task of several frames starts once the person has been idle for 200 ms, and after 700 ms at the latest', () => {
  const ACTS = fc.array(fc.integer({ min: -300, max: 2_000 }), { maxLength: 30 });
  fc.assert(
    fc.property(ACTS, (acts) => {
      const ran = ranAt(acts);
      const isRested = !acts.some((at) => at <= ran && at > ran - 200);
      expect(ran).toBeLessThanOrEqual(IDLE_AFTER_MS);
      expect(isRested || ran === IDLE_AFTER_MS).toBe(true);
      // Nor later than it might have been.
      for (let at = 0; at < ran; at += 1) expect(acts.some((act) => act <= at && act > at - 200)).toBe(true);
    }),
  );
});
