/** So many records are read in one query; at most so many queries are under way: whoever asks for many must not take the pool from the others. */
const READ_MOST = 200;
const READS_AT_ONCE = 2;

/** Reads by key; what is asked for in one turn, or while others are read, together. Each answer is from a read that began after its asking. */
export function createBatchedRead<Row>(readMany: (keys: string[]) => Promise<Map<string, Row>>) {
  let waiting: { key: string; resolve(row: Row | null): void; reject(error: unknown): void }[] = [];
  let reading = 0;
  let isStarting = false;

  async function readNext(): Promise<void> {
    const batch = waiting.slice(0, READ_MOST);
    waiting = waiting.slice(READ_MOST);
    try {
      const rows = await readMany(batch.map(({ key }) => key));
      for (const { key, resolve } of batch) resolve(rows.get(key) ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) await readNext();
    reading -= 1;
  }

  return (key: string): Promise<Row | null> => {
    const answered = new Promise<Row | null>((resolve, reject) => waiting.push({ key, resolve, reject }));
    if (!isStarting && reading < READS_AT_ONCE) {
      reading += 1;
      isStarting = true;
      void Promise.resolve().then(() => {
        isStarting = false;
        return drain();
      });
    }
    return answered;
  };
}
