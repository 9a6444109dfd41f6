import { createFairGate } from './fair-gate.ts';

interface Waiting<Result> {
  task: () => Promise<Result>;
  resolve(result: Result | null): void;
  reject(error: unknown): void;
}

/**
 * Runs at most `atOnce` tasks in parallel; owners take turns. Each owner has at most one running and one waiting task: a newer task replaces the waiting
 * one and takes its place in the queue.
 */
export function createNewestTaskGate<Result>({ atOnce }: { atOnce: number }) {
  const gate = createFairGate({ atOnce, atOnceEach: 1 });
  const waiting = new Map<string, Waiting<Result>>();

  async function runNewest(owner: string): Promise<void> {
    const { task, resolve, reject } = waiting.get(owner)!;
    waiting.delete(owner);
    try {
      resolve(await task());
    } catch (error) {
      reject(error);
    }
  }

  return {
    /** Returns the task's result, or null immediately when a newer task replaces this one; rejects with the task's error. */
    run: (owner: string, task: () => Promise<Result>): Promise<Result | null> =>
      new Promise((resolve, reject) => {
        const replaced = waiting.get(owner);
        waiting.set(owner, { task, resolve, reject });
        if (replaced) replaced.resolve(null);
        else void gate.run(owner, () => runNewest(owner));
      }),
  };
}
