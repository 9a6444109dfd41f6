import type { Cancel, Clock } from '@sign-display/contracts/clock-and-random';

/** Runs `task` when it is wanted: at once, or `restMs` after it ran last; all that want it meanwhile get one run. */
export function createThrottle(clock: Clock, restMs: number | (() => number), task: () => void) {
  const restOf = typeof restMs === 'number' ? () => restMs : restMs;
  let lastMs = -Infinity;
  let cancel: Cancel | null = null;
  function stop(): void {
    cancel?.();
    cancel = null;
  }
  function run(): void {
    stop();
    lastMs = clock.monotonicMs();
    task();
  }
  return {
    want(): void {
      if (cancel !== null) return;
      const restsMs = lastMs + restOf() - clock.monotonicMs();
      if (restsMs <= 0) run();
      else cancel = clock.after(restsMs, run);
    },
    /** A person asks for it. */
    run,
    stop,
  };
}
