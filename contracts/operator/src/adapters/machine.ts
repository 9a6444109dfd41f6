import { randomBytes } from 'node:crypto';
import type { Clock, Random } from '@sign-display/contracts/ports';

/** The machine's own time and chance. */
export const clock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

export const random: Random = { float: () => Math.random(), bytes: (length) => randomBytes(length) };
