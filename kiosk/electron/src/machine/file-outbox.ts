import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Outbox } from '@sign-display/kiosk-agent/ports';
import { createTaskQueue } from '@sign-display/kiosk-shell/task-queue';
import type { Files } from './file-system.ts';

/**
 * Batches of analytics on disk (promise K7): a file each, a line a record, written once. A line begins with a part of the hash of the rest, so what a power cut left of
 * one is seen, and with it everything behind is dropped: it was not acknowledged to anybody. File names begin with a number that counts up, because the
 * identifiers of batches say nothing of their age.
 */

const NAME = /^(\d{10})-([0-9a-f-]{36})\.jsonl$/;
const HASH_LENGTH = 12;
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);

function lineOf(record: unknown): string {
  const text = JSON.stringify(record);
  return `${hashOf(text)} ${text}\n`;
}

/** The records up to the first line that is not whole, and how many bytes they take. */
function wholeRecords(bytes: Buffer): { records: unknown[]; length: number } {
  const records: unknown[] = [];
  let length = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, length)) {
    const line = bytes.toString('utf8', length, end);
    const text = line.slice(HASH_LENGTH + 1);
    if (hashOf(text) !== line.slice(0, HASH_LENGTH)) break;
    records.push(JSON.parse(text));
    length = end + 1;
  }
  return { records, length };
}

interface Batch {
  path: string;
  /** Of its whole records, in bytes; what stands behind them in the file is cut off before the next is added. */
  length: number;
  isDirty: boolean;
  /** Its name would survive a power cut. */
  isNamed: boolean;
}

/** `folder` is made at the first batch. */
export function createFileOutbox(files: Files, folder: string): Outbox {
  const inTurn = createTaskQueue();
  let known: Map<string, Batch> | null = null;
  let newest = 0;

  /** The lists on the disk, oldest first. */
  async function list(): Promise<{ id: string; path: string }[]> {
    const found = (await files.list(folder)).sort().flatMap((name) => {
      const [, number, id] = NAME.exec(name) ?? [];
      if (id === undefined) return [];
      newest = Math.max(newest, Number(number));
      return [{ id, path: join(folder, name) }];
    });
    return found;
  }

  async function load(): Promise<{ id: string; records: readonly unknown[] }[]> {
    const batches = new Map<string, Batch>();
    const lists = [];
    for (const { id, path } of await list()) {
      const bytes = (await files.read(path)) ?? Buffer.alloc(0);
      const { records, length } = wholeRecords(bytes);
      batches.set(id, { path, length, isDirty: length < bytes.length, isNamed: true });
      lists.push({ id, records });
    }
    known = batches;
    return lists;
  }

  async function batchOf(id: string): Promise<Batch> {
    if (known === null) await load();
    const there = known?.get(id);
    if (there) return there;
    await files.makeFolder(folder);
    newest += 1;
    const name = `${`${newest}`.padStart(10, '0')}-${id}.jsonl`;
    const batch: Batch = { path: join(folder, name), length: 0, isDirty: false, isNamed: false };
    known?.set(id, batch);
    return batch;
  }

  async function append(id: string, records: readonly unknown[]): Promise<void> {
    const batch = await batchOf(id);
    const bytes = Buffer.from(records.map(lineOf).join(''));
    const file = await files.open(batch.path, 'append');
    try {
      if (batch.isDirty) await file.truncate(batch.length);
      batch.isDirty = true;
      await file.write(bytes);
      await file.sync();
      if (!batch.isNamed) await files.syncFolder(folder);
    } catch (error) {
      // At once, because a full disk needs the room; where that fails too, before the next is added.
      await file.truncate(batch.length).catch(() => {});
      throw error;
    } finally {
      await file.close();
    }
    Object.assign(batch, { length: batch.length + bytes.length, isDirty: false, isNamed: true });
  }

  return {
    read: () => inTurn(load),
    append: (id, records) => inTurn(() => append(id, records)),
    remove: (id) =>
      inTurn(async () => {
        if (known === null) await load();
        const batch = known?.get(id);
        if (batch === undefined) return;
        // Not synced: a batch that comes back after a power cut is sent again, and the backend keeps a batch once.
        await files.remove(batch.path);
        known?.delete(id);
      }),
  };
}
