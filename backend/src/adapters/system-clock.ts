import type { Clock } from '@sign-display/contracts/clock-and-random';

/**
 * The machine's own time. Its timers do not keep the process alive: a service lives by its listening sockets, and a drain that
 * has closed those must not wait for a timer of ten minutes that nobody will need.
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
