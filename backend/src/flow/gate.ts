/** Lets so many tasks run at once; others wait in order, and past a bound none is taken. */
export interface Gate {
  /** The task's result, or null where it was not taken; what the task throws is thrown. */
  run<Result>(task: () => Promise<Result>): Promise<{ result: Result } | null>;
  readonly running: number;
  readonly waiting: number;
}

export function createGate({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Gate {
  const queue: (() => void)[] = [];
  let running = 0;

  return {
    async run(task) {
      if (running >= atOnce) {
        if (queue.length >= mostWaiting) return null;
        // Whoever ends hands its place over, so that nobody overtakes.
        await new Promise<void>((resolve) => queue.push(resolve));
      } else running += 1;
      try {
        return { result: await task() };
      } finally {
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    },
    get running() {
      return running;
    },
    get waiting() {
      return queue.length;
    },
  };
}
