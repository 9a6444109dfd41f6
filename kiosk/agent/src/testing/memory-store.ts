import type { Store } from '../ports.ts';

export interface MemoryStore extends Store {
  /** What a power cut would leave. */
  disk: unknown;
  damaged: boolean;
  writes: number;
  /** Makes that many of the next writes, or reads, fail. */
  failing: { writes: number; reads: number };
  /** While true, writes wait; `release` lets them through, `cutPower` loses them. */
  holding: boolean;
  release(): void;
  cutPower(): void;
}

/** A disk that survives its agent. A write counts from the moment it resolves. */
export function createMemoryStore(): MemoryStore {
  let held: (() => void)[] = [];
  const store: MemoryStore = {
    disk: null,
    damaged: false,
    writes: 0,
    failing: { writes: 0, reads: 0 },
    holding: false,
    read() {
      if (store.failing.reads > 0) {
        store.failing.reads -= 1;
        return Promise.reject(new Error('the disk does not answer'));
      }
      return Promise.resolve({ document: store.disk, damaged: store.damaged });
    },
    async write(document) {
      const text = JSON.stringify(document);
      if (store.holding) await new Promise<void>((resolve) => held.push(resolve));
      if (store.failing.writes > 0) {
        store.failing.writes -= 1;
        throw new Error('the disk is full');
      }
      store.writes += 1;
      store.disk = JSON.parse(text);
    },
    release() {
      store.holding = false;
      for (const resolve of held) resolve();
      held = [];
    },
    cutPower() {
      store.holding = false;
      held = [];
    },
  };
  return store;
}
