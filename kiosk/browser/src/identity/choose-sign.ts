import type { Clock } from '@sign-display/kiosk-agent/ports';
import { answered, type Database } from '../store/database.ts';

/**
 * Chooses the sign of this tab. A tab holds the lock of its sign as long as it lives, so two tabs are two signs. A
 * reloaded tab keeps its sign; a new tab takes the oldest sign whose lock is free, or creates one.
 */
export interface ChoiceParts {
  database: Database;
  /** Survives a reload (`sessionStorage`). A duplicated tab copies it, but finds the lock held. */
  memory: { read(): number | null; write(sign: number): void };
  /** False for a sign that this tab leaves to another tab. */
  isWanted(sign: number): Promise<boolean>;
}

export interface LockedChoiceParts extends ChoiceParts {
  locks: Pick<LockManager, 'request'>;
  clock: Clock;
}

/** After a reload, the old document releases its lock a moment later. */
const LEAVING_MS = 3_000;
const lockOf = (sign: number): string => `sign-display-sign ${sign}`;
const CHOOSING = 'sign-display-sign choosing';

/** The numbers of all signs in this browser, oldest first. */
export const listSigns = (database: Database): Promise<number[]> =>
  database.run('readonly', ['signs'], (stores) => answered(stores('signs').getAllKeys() as IDBRequest<number[]>));

export const addSign = (database: Database): Promise<number> =>
  database.run('readwrite', ['signs'], (stores) => answered(stores('signs').add({}) as IDBRequest<number>));

/** The wanted signs of this browser: the one that this tab remembers, then the others, oldest first. */
async function wantedSigns({
  database,
  memory,
  isWanted,
}: ChoiceParts): Promise<{ own: number | null; others: number[] }> {
  const mine = memory.read();
  let own: number | null = null;
  const others: number[] = [];
  for (const sign of await listSigns(database)) {
    if (!(await isWanted(sign))) continue;
    if (sign === mine) own = sign;
    else others.push(sign);
  }
  return { own, others };
}

/** Resolves with the sign of a tab in a browser without Web Locks. Only one tab may call it (`single-tab.ts`). */
export async function takeOnlySign(parts: ChoiceParts): Promise<number> {
  const { own, others } = await wantedSigns(parts);
  const sign = own ?? others[0] ?? (await addSign(parts.database));
  parts.memory.write(sign);
  return sign;
}

export function takeSign({ locks, clock, ...parts }: LockedChoiceParts): Promise<number> {
  /** Takes the lock until the tab closes. False: another tab still holds it after `patienceMs`. */
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
    const { own, others } = await wantedSigns(parts);
    if (own !== null && (await hold(own, LEAVING_MS))) return own;
    for (const sign of others) if (await hold(sign, 0)) return sign;
    // If the browser has emptied the database, a running sign may have the new number.
    for (;;) {
      const made = await addSign(parts.database);
      if (await hold(made, 0)) return made;
    }
  }

  // Tabs choose one at a time, so that no tab takes a sign that another tab has just created.
  return locks.request(CHOOSING, async () => {
    const sign = await choose();
    parts.memory.write(sign);
    return sign;
  });
}
