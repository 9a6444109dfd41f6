import type { Clock, LogBook, LogLine } from '@sign-display/kiosk-agent/ports';
import { createTaskQueue } from '@sign-display/kiosk-shell/task-queue';
import { answered, keysOf, type Database } from './database.ts';

/** Enough for some days of a quiet sign. */
const LINES_MOST = 4_000;
const FLUSH_AFTER_MS = 1_000;
/** The most lines that wait while the browser can't store them. */
const WAITING_MOST = 1_000;

/**
 * The log of sign `sign`, one row per line. Lines are written in batches, at most once a second; a closed tab loses its
 * last batch.
 */
export function createTabLogBook(database: Database, clock: Clock, sign: number): LogBook {
  let waiting: LogLine[] = [];
  let isArmed = false;
  /** How often the log was cleared. */
  let clearings = 0;
  const inTurn = createTaskQueue();

  async function flush(): Promise<void> {
    const lines = waiting;
    const clearingsBefore = clearings;
    waiting = [];
    if (lines.length === 0) return;
    try {
      await database.run('readwrite', ['lines'], async (stores) => {
        const all = stores('lines');
        const newest = await answered(all.openKeyCursor(keysOf(sign), 'prev'));
        let number = newest === null ? 0 : (newest.key as [number, number])[1];
        for (const line of lines) all.put(line, [sign, (number += 1)]);
        await answered(all.delete(IDBKeyRange.bound([sign], [sign, number - LINES_MOST])));
      });
    } catch {
      // Retry these lines with the next batch, unless the log was cleared meanwhile (promise A1).
      if (clearings === clearingsBefore) waiting = [...lines, ...waiting].slice(-WAITING_MOST);
    }
  }

  return {
    read: () =>
      inTurn(() =>
        database.run('readonly', ['lines'], (stores) => answered<unknown[]>(stores('lines').getAll(keysOf(sign)))),
      ),
    append(line) {
      waiting = [...waiting, line].slice(-WAITING_MOST);
      if (isArmed) return;
      isArmed = true;
      clock.after(FLUSH_AFTER_MS, () => {
        isArmed = false;
        void inTurn(flush);
      });
    },
    clear() {
      waiting = [];
      clearings += 1;
      return inTurn(async () => {
        await database.run('readwrite', ['lines'], (stores) => answered(stores('lines').delete(keysOf(sign))));
      });
    },
  };
}
