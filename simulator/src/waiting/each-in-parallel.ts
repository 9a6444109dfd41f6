/** Runs `work` over `items`, `most` at a time, in their order. */
export async function eachInParallel<Item>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
}

/** The same until `signal` fires: then nothing more is begun, and what is under way is left alone. */
export async function unlessAborted<Item>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  if (signal.aborted) return;
  await Promise.race([aborted, eachInParallel(items, most, async (item) => (signal.aborted ? undefined : work(item)))]);
}
