import type { Cancel, Clock } from '@sign-display/contracts/clock-and-random';

/** A task that is done again and again. */
export interface Repetition {
  /** Resolves when the run that is under way is over; at once where none is. */
  settled(): Promise<void>;
  /** Begins no more runs, and resolves when the one under way is over. May be called again. */
  stop(): Promise<void>;
}

/**
 * Runs `task` again and again. It waits `delayMs()` milliseconds before each run: from now before the first, and from the end of the last before each
 * other. The task must not reject.
 */
export function repeat(clock: Clock, delayMs: () => number, task: () => Promise<void>): Repetition {
  let cancel: Cancel = () => {};
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  const schedule = (): void => {
    if (isStopped) return;
    cancel = clock.after(delayMs(), () => {
      running = task().finally(schedule);
    });
  };
  schedule();
  return {
    settled: () => running,
    async stop() {
      isStopped = true;
      cancel();
      await running;
    },
  };
}
