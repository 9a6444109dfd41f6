/** So much is asked for in one query. */
const ASK_MOST = 200;

/**
 * Has `askMany` answer for all who ask in one turn, or while others are answered, together: an answer for each key, in their order. Each answer is
 * from a query that began after its asking. Where a query fails, all whom it was for hear why. At most `queriesAtOnce` are under way: whoever asks
 * for many must not take the pool from the others. With one, those who come at once are the most together; with two, nobody waits for a slow one.
 */
export function createBatch<Key, Answer>(
  askMany: (keys: Key[]) => Promise<readonly Answer[]>,
  { queriesAtOnce = 2 }: { queriesAtOnce?: number } = {},
): (key: Key) => Promise<Answer> {
  let waiting: { key: Key; resolve(answer: Answer): void; reject(error: unknown): void }[] = [];
  let running = 0;
  let isStarting = false;

  async function askNext(): Promise<void> {
    const batch = waiting.slice(0, ASK_MOST);
    waiting = waiting.slice(ASK_MOST);
    try {
      const answers = await askMany(batch.map(({ key }) => key));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index]!);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) await askNext();
    running -= 1;
  }

  return (key) => {
    const answered = new Promise<Answer>((resolve, reject) => waiting.push({ key, resolve, reject }));
    if (!isStarting && running < queriesAtOnce) {
      running += 1;
      isStarting = true;
      void Promise.resolve().then(() => {
        isStarting = false;
        return drain();
      });
    }
    return answered;
  };
}
