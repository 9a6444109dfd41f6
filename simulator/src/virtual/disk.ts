import type { Outbox, Store } from '@sign-display/kiosk-agent/ports';
import type { Draws } from '../adapters/seeded-random.ts';
import type { Timeline } from './timeline.ts';

/**
 * A kiosk's disk, as a file system behaves that keeps promise K3. A document is written to a temporary file, made durable, and renamed. Before the
 * rename the old document is there, after it the new one. The power may go between any two steps.
 */
export interface Disk {
  store: Store;
  outbox: Outbox;
  /** What is stored now; null where nothing was ever stored. */
  document(): unknown;
  /** Cuts the power: a write under way stops where it is. */
  cutPower(): void;
  /** While true, writes fail: the disk is full. */
  setFull(full: boolean): void;
  /** Calls `cut` when the `count`-th step from now would be done; null takes that back. */
  cutAtStep(count: number, cut: (() => void) | null): void;
}

/** `copied`: the document of another disk that this one is a copy of. */
export function createDisk(timeline: Timeline, chance: Draws, name: string, copied: unknown = null): Disk {
  let text: string | null = copied === null ? null : JSON.stringify(copied);
  const batches = new Map<string, string[]>();
  let power = 0;
  let isFull = false;
  let cutting: { count: number; cut: () => void } | null = null;

  /** One step of a write: it takes some time, in which the power may go. */
  const step = (): Promise<void> => {
    const ours = power;
    return new Promise((resolve, reject) => {
      timeline.after(0.2 + 15 * chance.float() ** 2, `disk ${name}`, () => {
        if (ours === power && cutting && (cutting.count -= 1) <= 0) {
          const { cut } = cutting;
          cutting = null;
          cut();
        }
        if (ours === power) resolve();
        else reject(new Error('the power failed'));
      });
    });
  };
  const write = async (put: () => void): Promise<void> => {
    await step();
    if (isFull) throw new Error('the disk is full');
    await step();
    put();
    await step();
  };
  const document = (): unknown => (text === null ? null : (JSON.parse(text) as unknown));

  return {
    document,
    cutPower: () => void (power += 1),
    setFull: (full) => void (isFull = full),
    cutAtStep: (count, cut) => void (cutting = cut && { count, cut }),
    store: {
      async read() {
        await step();
        return { document: document(), damaged: false };
      },
      write(next) {
        const copy = JSON.stringify(next);
        return write(() => void (text = copy));
      },
    },
    outbox: {
      async read() {
        await step();
        return Array.from(batches, ([id, texts]) => ({ id, records: texts.map((one) => JSON.parse(one) as unknown) }));
      },
      append(id, records) {
        const texts = records.map((record) => JSON.stringify(record));
        return write(() => void batches.set(id, [...(batches.get(id) ?? []), ...texts]));
      },
      remove: (id) => write(() => void batches.delete(id)),
    },
  };
}
