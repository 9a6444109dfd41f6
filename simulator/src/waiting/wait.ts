import type { Clock } from '@sign-display/contracts/clock-and-random';

/** Resolves after `ms`, or at once when `signal` has fired or fires. */
export function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(Math.max(0, ms), end);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}
