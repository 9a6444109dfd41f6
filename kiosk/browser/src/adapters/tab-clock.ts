import type { Clock } from '@sign-display/contracts/clock-and-random';

/** A timer that has not fired. */
interface Waiting {
  task(): void;
  dueMs: number;
}

/**
 * The clock of the tab. Timers run in a worker (`timer.worker.ts`), so a sign in a hidden tab sends its heartbeats on
 * time. If the worker can't be loaded, timers run in the tab itself.
 */
export function openTabClock(): Clock {
  const waiting = new Map<number, Waiting>();
  let count = 0;
  let worker: Worker | null = new Worker(new URL('./timer.worker.ts', import.meta.url), { type: 'module' });

  function fire(id: number): void {
    const timer = waiting.get(id);
    waiting.delete(id);
    timer?.task();
  }
  worker.addEventListener('message', ({ data }: MessageEvent<number>) => fire(data));
  worker.addEventListener('error', () => {
    worker = null;
    for (const [id, { dueMs }] of waiting) setTimeout(() => fire(id), dueMs - performance.now());
  });

  return {
    now: () => Date.now(),
    monotonicMs: () => performance.now(),
    after(delayMs, task) {
      const id = (count += 1);
      waiting.set(id, { task, dueMs: performance.now() + delayMs });
      if (worker === null) setTimeout(() => fire(id), delayMs);
      else worker.postMessage({ id, delayMs }, []);
      return () => {
        if (waiting.delete(id)) worker?.postMessage({ id, delayMs: null }, []);
      };
    },
  };
}
