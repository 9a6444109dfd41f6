import type { Outbox } from '../ports.ts';

export interface MemoryOutbox extends Outbox {
  /** What a power cut would leave, as text. */
  readonly disk: Map<string, string>;
  /** Writes fail. */
  full: boolean;
}

/** An outbox that survives its agent. */
export function createMemoryOutbox(): MemoryOutbox {
  const outbox: MemoryOutbox = {
    disk: new Map(),
    full: false,
    read: () => Promise.resolve([...outbox.disk].map(([id, text]) => ({ id, document: JSON.parse(text) as unknown }))),
    put(id, document) {
      if (outbox.full) return Promise.reject(new Error('the disk is full'));
      outbox.disk.set(id, JSON.stringify(document));
      return Promise.resolve();
    },
    remove(id) {
      outbox.disk.delete(id);
      return Promise.resolve();
    },
  };
  return outbox;
}
