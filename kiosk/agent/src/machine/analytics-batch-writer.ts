import type { BatchDocument } from '../state/effects.ts';
import type { Outbox } from '../ports.ts';

/** A batch as it is read again, of the list that was written of it; anything else is for the agent's own check to refuse. */
export const documentOf = ([head, ...entries]: readonly unknown[]): unknown =>
  typeof head === 'object' ? { ...head, entries } : null;

export interface BatchWriter {
  /** Writes what is new of the batch when what is under way is done; of several versions that wait, only the newest is written. */
  put(document: BatchDocument): void;
  remove(batchId: string): void;
  /** Resolves when what was asked for has been tried. */
  close(): Promise<void>;
}

interface Listeners {
  onWritten(batchId: string, entries: number, error: { cause: unknown } | null): void;
  onFailed(error: unknown): void;
}

/**
 * One operation at a time, in the order in which batches were first asked for. A removal ends whatever was still to be written.
 *
 * A batch's list has its head first (all of the document but the entries), then its entries. What is on the disk is not written again: a page that loads a hundred
 * pictures would else write its batch a hundred times, each time longer.
 */
export function createBatchWriter(outbox: Outbox, { onWritten, onFailed }: Listeners): BatchWriter {
  const waiting = new Map<string, BatchDocument | 'remove'>();
  /** How many records of each batch are on the disk. */
  const written = new Map<string, number>();
  let running: Promise<void> | null = null;

  async function append({ entries, ...head }: BatchDocument): Promise<void> {
    const records = [head, ...entries];
    const done = written.get(head.batchId) ?? 0;
    if (done < records.length) await outbox.append(head.batchId, records.slice(done));
    written.set(head.batchId, records.length);
  }

  async function run(): Promise<void> {
    for (let next = waiting.entries().next(); !next.done; next = waiting.entries().next()) {
      const [batchId, what] = next.value;
      waiting.delete(batchId);
      try {
        if (what === 'remove') {
          await outbox.remove(batchId);
          written.delete(batchId);
        } else {
          await append(what);
          onWritten(batchId, what.entries.length, null);
        }
      } catch (cause) {
        if (what === 'remove') onFailed(cause);
        else onWritten(batchId, what.entries.length, { cause });
      }
    }
  }

  function ask(batchId: string, what: BatchDocument | 'remove'): void {
    waiting.set(batchId, what);
    start();
  }

  function start(): void {
    running ??= Promise.resolve()
      .then(run)
      .finally(() => {
        running = null;
        if (waiting.size > 0) start();
      });
  }

  const idle = (): Promise<void> => (running === null ? Promise.resolve() : running.then(idle));

  return {
    put: (document) => ask(document.batchId, document),
    remove: (batchId) => ask(batchId, 'remove'),
    close: idle,
  };
}
