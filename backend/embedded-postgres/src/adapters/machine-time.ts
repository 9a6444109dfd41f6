import { setTimeout } from 'node:timers/promises';

// PostgreSQL runs on the real machine, so its launcher waits by the machine's time, also where a simulation puts the service under a virtual clock.

/** Milliseconds from an arbitrary start that never go back. */
export const monotonicMs = (): number => performance.now();

/** Resolves after `delayMs` milliseconds. It keeps the process alive until then. */
export const pause = (delayMs: number): Promise<void> => setTimeout(delayMs);

/** Whether `promise` resolves within `delayMs` milliseconds. The wait does not keep the process alive. */
export const resolvesWithin = (promise: Promise<unknown>, delayMs: number): Promise<boolean> =>
  Promise.race([promise.then(() => true), setTimeout(delayMs, false, { ref: false })]);
