import { backoffCeilingMs } from '../backoff.ts';
import type { Cancel, Clock, Store } from '../ports.ts';

export interface StoreWriter {
  /** Writes `document` as soon as the write under way is done; of several that wait, only the newest is written. */
  write(revision: number, document: unknown): void;
  /** No more retries. Resolves when what was asked for has been tried. */
  close(): Promise<void>;
}

interface Options {
  store: Pick<Store, 'write'>;
  clock: Clock;
  firstMs: number;
  longestMs: number;
  onStored(revision: number): void;
  onFailed(error: unknown): void;
}

/** One write at a time, the last state wins, a failed one is tried again until it or a newer one succeeds. */
export function createStoreWriter({ store, clock, firstMs, longestMs, onStored, onFailed }: Options): StoreWriter {
  let waiting: { revision: number; document: unknown } | null = null;
  let running: Promise<void> | null = null;
  let cancelRetry: Cancel | null = null;
  let failures = 0;
  let closed = false;

  async function run(): Promise<void> {
    while (waiting !== null) {
      const { revision, document } = waiting;
      waiting = null;
      const error = await attempt(document);
      if (error === null) {
        failures = 0;
        onStored(revision);
        continue;
      }
      waiting ??= { revision, document };
      onFailed(error.cause);
      if (closed) return;
      cancelRetry = clock.after(backoffCeilingMs({ firstMs, longestMs }, failures), () => {
        cancelRetry = null;
        start();
      });
      failures += 1;
      return;
    }
  }

  async function attempt(document: unknown): Promise<{ cause: unknown } | null> {
    try {
      await store.write(document);
      return null;
    } catch (cause) {
      return { cause };
    }
  }

  function start(): void {
    running ??= run().finally(() => {
      running = null;
      if (waiting !== null && cancelRetry === null && !closed) start();
    });
  }

  return {
    write(revision, document) {
      if (closed) return;
      waiting = { revision, document };
      if (cancelRetry === null) start();
    },
    async close() {
      closed = true;
      cancelRetry?.();
      cancelRetry = null;
      await running;
    },
  };
}
