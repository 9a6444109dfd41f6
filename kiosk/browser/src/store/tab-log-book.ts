import type { Clock, LogBook, LogLine } from '@sign-display/kiosk-agent/ports';
import { answered, keysOf, type Database } from './database.ts';

/** Some days of a sign that has little to report. */
const LINES_MOST = 4_000;
const FLUSH_AFTER_MS = 1_000;
/** While the browser does not store them, so many lines wait. */
const WAITING_MOST = 1_000;

/** The log of sign `sign`, a row a line. Lines are written together, at most once a second; a tab that is closed loses the newest of them. */
export function createTabLogBook(database: Database, clock: Clock, sign: number): LogBook {
  let waiting: LogLine[] = [];
  let isArmed = false;
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  }

  async function flush(): Promise<void> {
    const lines = waiting;
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
      // They may be stored with the next ones.
      waiting = [...lines, ...waiting].slice(-WAITING_MOST);
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
      return inTurn(async () => {
        await database.run('readwrite', ['lines'], (stores) => answered(stores('lines').delete(keysOf(sign))));
      });
    },
  };
}
