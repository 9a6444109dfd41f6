/**
 * Runs at most `atOnce` tasks in parallel, and at most `atOnceEach` for the same owner. Owners with waiting tasks take
 * turns, so an owner of many tasks delays an owner of one task by one turn at most. The queue has no bound; callers
 * limit what they add.
 */
export function createFairGate({ atOnce, atOnceEach = atOnce }: { atOnce: number; atOnceEach?: number }) {
  /** The waiting tasks of each owner; the first owner has the next turn. */
  const waiting = new Map<string, (() => void)[]>();
  const running = new Map<string, number>();
  let total = 0;

  const runningOf = (owner: string): number => running.get(owner) ?? 0;
  const mayRun = (owner: string): boolean => total < atOnce && runningOf(owner) < atOnceEach;

  function count(owner: string, change: 1 | -1): void {
    total += change;
    running.set(owner, runningOf(owner) + change);
    if (runningOf(owner) === 0) running.delete(owner);
  }

  function startNext(): void {
    for (const [owner, queue] of waiting) {
      if (!mayRun(owner)) continue;
      const [begin, ...others] = queue;
      waiting.delete(owner);
      if (others.length > 0) waiting.set(owner, others);
      count(owner, 1);
      begin!();
      return;
    }
  }

  return {
    /** Returns the task's result, or rejects with its error. */
    async run<Result>(owner: string, task: () => Promise<Result>): Promise<Result> {
      if (mayRun(owner)) count(owner, 1);
      else
        await new Promise<void>((resolve) => {
          waiting.set(owner, [...(waiting.get(owner) ?? []), resolve]);
        });
      try {
        return await task();
      } finally {
        count(owner, -1);
        startNext();
      }
    },
  };
}
