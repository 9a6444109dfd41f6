/**
 * Lets so many tasks run at once. Those that wait go on in turn between whom they are for, and in order for each: who has many waiting does not hold up
 * who has one. It bounds nothing: who calls it does.
 */
export function createFairGate({ atOnce }: { atOnce: number }) {
  /** Whoever is first has the next turn. */
  const waiting = new Map<string, (() => void)[]>();
  let running = 0;

  function passOn(): void {
    const [next] = waiting;
    if (!next) {
      running -= 1;
      return;
    }
    const [whose, queue] = next;
    const begin = queue.shift()!;
    waiting.delete(whose);
    if (queue.length > 0) waiting.set(whose, queue);
    begin();
  }

  return {
    /** The task's result; what the task throws is thrown. */
    async run<Result>(whose: string, task: () => Promise<Result>): Promise<Result> {
      if (running < atOnce) running += 1;
      else
        await new Promise<void>((resolve) => {
          waiting.set(whose, [...(waiting.get(whose) ?? []), resolve]);
        });
      try {
        return await task();
      } finally {
        passOn();
      }
    },
  };
}
