import type { Clock } from '@sign-display/contracts/clock-and-random';

/** Turns of the microtask queue after each task: a response is taken some turns after it came. */
const TURNS = 20;

/** A clock that a test moves. Both times begin at 0. */
export function createClockByHand() {
  let nowMs = 0;
  let due: { atMs: number; task: () => void }[] = [];
  const clock: Clock = {
    now: () => nowMs,
    monotonicMs: () => nowMs,
    after(delayMs, task) {
      const mine = { atMs: nowMs + delayMs, task };
      due.push(mine);
      return () => void (due = due.filter((one) => one !== mine));
    },
  };
  async function settle(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn += 1) await Promise.resolve();
  }
  return {
    clock,
    settle,
    /** Moves the clock, and runs each task when it is due, with what follows from it. */
    async pass(ms: number): Promise<void> {
      const untilMs = nowMs + ms;
      await settle();
      for (;;) {
        const next = due.toSorted((one, other) => one.atMs - other.atMs)[0];
        if (!next || next.atMs > untilMs) break;
        nowMs = Math.max(nowMs, next.atMs);
        due = due.filter((one) => one !== next);
        next.task();
        await settle();
      }
      nowMs = untilMs;
    },
  };
}
