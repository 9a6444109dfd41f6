import type { Clock } from '@sign-display/contracts/clock-and-random';

/** A clock in a test's hand: time passes when `advance` is called, and timers run then, in order. */
export interface ManualClock extends Clock {
  advance(byMs: number): void;
  /** Somebody sets the wall clock of all: by so many milliseconds from now on. Timers and ages are not touched. */
  stepWall(byMs: number): void;
  /** The same time for one node, whose wall clock can be set by itself; after `stop` its timers are as dead as the node. */
  fork(): Clock & { stepWall(byMs: number): void; stop(): void };
}

interface Timer {
  dueMs: number;
  task: () => void;
}

export function createManualClock(startMs: number = Date.UTC(2026, 10, 21)): ManualClock {
  let nowMs = startMs;
  let wallErrorMs = 0;
  const timers = new Set<Timer>();

  const after = (delayMs: number, task: () => void) => {
    const timer = { dueMs: nowMs + delayMs, task };
    timers.add(timer);
    // "After the present turn" needs no time to pass.
    if (delayMs <= 0) setImmediate(() => timers.delete(timer) && task());
    return () => void timers.delete(timer);
  };
  const earliest = (untilMs: number): Timer | undefined => {
    let found: Timer | undefined;
    for (const timer of timers) if (timer.dueMs <= untilMs && !(found && found.dueMs <= timer.dueMs)) found = timer;
    return found;
  };

  return {
    now: () => nowMs + wallErrorMs,
    monotonicMs: () => nowMs - startMs,
    after,
    stepWall: (byMs) => void (wallErrorMs += byMs),
    advance(byMs) {
      const untilMs = nowMs + byMs;
      for (let timer = earliest(untilMs); timer; timer = earliest(untilMs)) {
        timers.delete(timer);
        nowMs = Math.max(nowMs, timer.dueMs);
        timer.task();
      }
      nowMs = untilMs;
    },
    fork() {
      let isRunning = true;
      let ownErrorMs = 0;
      return {
        now: () => nowMs + wallErrorMs + ownErrorMs,
        stepWall: (byMs) => void (ownErrorMs += byMs),
        monotonicMs: () => nowMs - startMs,
        after: (delayMs, task) => after(delayMs, () => void (isRunning && task())),
        stop: () => void (isRunning = false),
      };
    },
  };
}
