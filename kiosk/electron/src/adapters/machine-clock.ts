import { performance } from 'node:perf_hooks';
import type { Clock } from '@sign-display/contracts/clock-and-random';

/** The machine's own time. */
export const machineClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};
