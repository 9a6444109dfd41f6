import { dirname } from 'node:path';
import type { Clock, LogBook } from '@sign-display/kiosk-agent/ports';
import { createTaskQueue } from '@sign-display/kiosk-shell/task-queue';
import type { Files } from './file-system.ts';

/**
 * The log on disk: a line of JSON each, in two files of bounded size. When the newer one is full it takes the place of the older one, so there is always a half of what may
 * be kept. Lines are written together, at most once a second: a power cut costs the newest of them, a crash of the app as many.
 */
export interface FileLogBook extends LogBook {
  /** Writes what still waits. */
  close(): Promise<void>;
}

const FLUSH_AFTER_MS = 1_000;
/** While the disk does not take them, so many lines wait. */
const WAITING_MOST = 1_000;

export interface LogBookOptions {
  files: Files;
  clock: Clock;
  path: string;
  /** Of both files together. */
  mostBytes: number;
}

export function createFileLogBook({ files, clock, path, mostBytes }: LogBookOptions): FileLogBook {
  const older = `${path}.older`;
  const inTurn = createTaskQueue();
  let waiting: string[] = [];
  /** How often the log was cleared. */
  let clearings = 0;
  let cancel: (() => void) | null = null;
  /** Of the newer file; null before it was looked at. */
  let bytes: number | null = null;

  async function flush(): Promise<void> {
    const lines = waiting;
    if (lines.length === 0) return;
    const clearingsBefore = clearings;
    waiting = [];
    const text = Buffer.from(lines.join(''));
    try {
      bytes ??= (await files.read(path))?.length ?? 0;
      if (bytes > 0 && bytes + text.length > mostBytes / 2) {
        await files.rename(path, older);
        bytes = 0;
      }
      const file = await files.open(path, 'append');
      try {
        // Begins a line of its own, whatever a power cut left of the last one.
        await file.write(bytes === 0 ? text : Buffer.concat([Buffer.from('\n'), text]));
        await file.sync();
      } catch (error) {
        // What was written of them would stand there twice.
        await file.truncate(bytes).catch(() => {});
        throw error;
      } finally {
        await file.close();
      }
      bytes += text.length + 1;
    } catch {
      // The disk may have room for them the next time. A cleared log stays cleared (promise A1).
      bytes = null;
      if (clearings === clearingsBefore) waiting = [...lines, ...waiting].slice(-WAITING_MOST);
    }
  }

  return {
    read: () =>
      inTurn(async () => {
        const parts = [await files.read(older), await files.read(path)];
        return parts.flatMap((part) => linesOf(part?.toString('utf8') ?? ''));
      }),
    append(line) {
      waiting.push(`${JSON.stringify(line)}\n`);
      if (waiting.length > WAITING_MOST) waiting.shift();
      cancel ??= clock.after(FLUSH_AFTER_MS, () => {
        cancel = null;
        void inTurn(flush);
      });
    },
    clear() {
      waiting = [];
      clearings += 1;
      return inTurn(async () => {
        await files.remove(path);
        await files.remove(older);
        bytes = null;
        await files.syncFolder(dirname(path));
      });
    },
    close() {
      cancel?.();
      cancel = null;
      return inTurn(flush);
    },
  };
}

/** The lines that are whole. */
function linesOf(text: string): unknown[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as unknown];
    } catch {
      return [];
    }
  });
}
