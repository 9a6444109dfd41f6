import type { Cancel, Clock } from '@sign-display/contracts/clock-and-random';

/** So much is asked for in one query. */
const ASK_MOST = 200;

/** How often a query begins at most, by which clock. */
export interface Pace {
  clock: Clock;
  everyMs: number;
}

export interface BatchOptions {
  /** At most so many queries are under way (2): whoever asks for many must not take the pool from the others. With one, those who come at once are the most together; with two, nobody waits for a slow one. */
  queriesAtOnce?: number;
  /**
   * A query begins only so long after the one before, or as soon as it is full. Without that, where many come one after the other, each is for the few who
   * came while the last was under way, and asking costs more than what is asked for. Where none began for so long, the next begins at once.
   */
  pace?: Pace | undefined;
}

/**
 * Has `askMany` answer for all who ask in one turn, or while others are answered, together: an answer for each key, in their order. Each answer is
 * from a query that began after its asking. Where a query fails, all whom it was for hear why.
 */
export function createBatch<Key, Answer>(
  askMany: (keys: Key[]) => Promise<readonly Answer[]>,
  { queriesAtOnce = 2, pace }: BatchOptions = {},
): (key: Key) => Promise<Answer> {
  let waiting: { key: Key; resolve(answer: Answer): void; reject(error: unknown): void }[] = [];
  let running = 0;
  /** The next query begins at the end of this turn. */
  let isStarting = false;
  /** The next query begins when this timer fires. */
  let pause: Cancel | null = null;
  let startedMs = -Infinity;

  async function ask(): Promise<void> {
    isStarting = false;
    running += 1;
    if (pace) startedMs = pace.clock.monotonicMs();
    const batch = waiting.slice(0, ASK_MOST);
    waiting = waiting.slice(ASK_MOST);
    start();
    try {
      const answers = await askMany(batch.map(({ key }) => key));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index]!);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    running -= 1;
    start();
  }

  function start(): void {
    if (waiting.length === 0 || isStarting || running >= queriesAtOnce) return;
    const waitMs = pace && waiting.length < ASK_MOST ? startedMs + pace.everyMs - pace.clock.monotonicMs() : 0;
    if (waitMs > 0) {
      pause ??= pace!.clock.after(waitMs, () => {
        pause = null;
        start();
      });
      return;
    }
    pause?.();
    pause = null;
    isStarting = true;
    void Promise.resolve().then(ask);
  }

  return (key) => {
    const answered = new Promise<Answer>((resolve, reject) => waiting.push({ key, resolve, reject }));
    start();
    return answered;
  };
}
