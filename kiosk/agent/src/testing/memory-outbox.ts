import type { Outbox } from '../ports.ts';

export interface MemoryOutbox extends Outbox {
  /** What a power cut would leave, as text. */
  readonly disk: Map<string, string>;
  /** Writes fail. */
  full: boolean;
}

const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);

/** An outbox that survives its agent. */
export function createMemoryOutbox(): MemoryOutbox {
  const outbox: MemoryOutbox = {
    disk: new Map(),
    full: false,
    read: () => Promise.resolve(Array.from(outbox.disk, ([id, text]) => ({ id, records: linesOf(text) }))),
    append(id, records) {
      if (outbox.full) return Promise.reject(new Error('the disk is full'));
      const lines = records.map((record) => `${JSON.stringify(record)}\n`);
      outbox.disk.set(id, (outbox.disk.get(id) ?? '') + lines.join(''));
      return Promise.resolve();
    },
    remove(id) {
      outbox.disk.delete(id);
      return Promise.resolve();
    },
  };
  return outbox;
}
