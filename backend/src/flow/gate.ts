/**
 * Lets so many tasks run at once; others wait in order, and past a bound none is taken. One that is over when its turn comes is not taken either:
 * whoever asked has gone, or is better told to come again.
 */
export function createGate({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  const queue: (() => void)[] = [];
  let running = 0;

  return {
    /** The task's result, or null where it was not taken; what the task throws is thrown. */
    async run<Result>(
      task: () => Promise<Result>,
      isOver: () => boolean = () => false,
    ): Promise<{ result: Result } | null> {
      if (running >= atOnce) {
        if (queue.length >= mostWaiting) return null;
        // Whoever ends hands its place over, so that nobody overtakes.
        await new Promise<void>((resolve) => queue.push(resolve));
      } else running += 1;
      try {
        return isOver() ? null : { result: await task() };
      } finally {
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    },
    get running(): number {
      return running;
    },
    get waiting(): number {
      return queue.length;
    },
  };
}

export type Gate = ReturnType<typeof createGate>;
