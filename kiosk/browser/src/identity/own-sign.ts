import type { Clock } from '@sign-display/kiosk-agent/ports';
import { answered, type Database } from '../store/database.ts';

/**
 * Which of this browser's signs this tab is. A tab holds a lock of its sign for as long as it lives, so two tabs are two signs. A tab that is loaded again remains
 * its sign; a new one takes the oldest sign that no tab holds, or makes one.
 */
export interface OwnSignParts {
  database: Database;
  locks: Pick<LockManager, 'request'>;
  clock: Clock;
  /** What the tab itself remembers through a reload (`sessionStorage`). A duplicated tab remembers it too, and finds the lock held. */
  memory: { read(): number | null; write(sign: number): void };
}

/** The document that this one replaces gives its lock back a moment later. */
const LEAVING_MS = 3_000;
const lockOf = (sign: number): string => `sign-display-sign ${sign}`;
const CHOOSING = 'sign-display-sign choosing';

/** The numbers of all signs, oldest first. */
export const listSigns = (database: Database): Promise<number[]> =>
  database.run('readonly', ['signs'], (stores) => answered(stores('signs').getAllKeys() as IDBRequest<number[]>));

export const addSign = (database: Database): Promise<number> =>
  database.run('readwrite', ['signs'], (stores) => answered(stores('signs').add({}) as IDBRequest<number>));

export function takeSign({ database, locks, clock, memory }: OwnSignParts): Promise<number> {
  /** Holds the lock until the tab goes. False: another tab holds it, also after `patienceMs`. */
  function hold(sign: number, patienceMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const giveUp = new AbortController();
      const cancel = patienceMs > 0 ? clock.after(patienceMs, () => giveUp.abort()) : () => {};
      const options = patienceMs > 0 ? { signal: giveUp.signal } : { ifAvailable: true };
      locks
        .request(lockOf(sign), options, (lock) => {
          cancel();
          resolve(lock !== null);
          return lock === null ? undefined : new Promise<never>(() => {});
        })
        .catch(() => resolve(false));
    });
  }

  async function choose(): Promise<number> {
    const signs = await listSigns(database);
    const mine = memory.read();
    if (mine !== null && signs.includes(mine) && (await hold(mine, LEAVING_MS))) return mine;
    for (const sign of signs) if (await hold(sign, 0)) return sign;
    const made = await addSign(database);
    await hold(made, 0);
    return made;
  }

  // One tab at a time, so that none takes the sign that another has just made.
  return locks.request(CHOOSING, async () => {
    const sign = await choose();
    memory.write(sign);
    return sign;
  });
}
