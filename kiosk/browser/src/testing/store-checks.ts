import * as fc from 'fast-check';
import type { Store } from '@sign-display/kiosk-agent/ports';
import { checkRestarts, type SignMemory } from '@sign-display/kiosk-agent/testing/restart-promises';
import { createVirtualClock } from '@sign-display/kiosk-agent/testing/virtual-clock';
import { answered, openDatabase, type Database } from '../store/database.ts';
import { addSign, listSigns, takeSign } from '../identity/choose-sign.ts';
import { createTabLogBook } from '../store/tab-log-book.ts';
import { createTabOutbox } from '../store/tab-outbox.ts';
import { createTabStore, isClaimed } from '../store/tab-store.ts';

/** Checks the store on the real IndexedDB, inside the browser. `store.e2e.test.ts` runs each check by its name. */

const turns = new MessageChannel();
const waiting: (() => void)[] = [];
turns.port1.addEventListener('message', () => waiting.shift()?.());
turns.port1.start();
globalThis.setImmediate = (task) => {
  waiting.push(task);
  turns.port2.postMessage(null, []);
};

class Cut extends Error {}

/** The same database, but a run for which `fails` is true aborts after all of its requests. */
const failing = (database: Database, fails: () => boolean): Database => ({
  ...database,
  run: (mode, names, work) =>
    database.run(mode, names, async (stores) => {
      const value = await work(stores);
      if (mode === 'readwrite' && fails()) throw new Cut();
      return value;
    }),
});

/** The memory of a sign in a tab. A power cut aborts the transactions under way, as a closed tab does. */
async function tabSignMemory(database: Database): Promise<SignMemory> {
  const sign = await addSign(database);
  let tab = { isClosed: false };
  return {
    start(clock) {
      const own = { isClosed: false };
      tab = own;
      const ofTab: Database = {
        ...database,
        async run(mode, names, work) {
          // A closed tab gets no answer.
          if (own.isClosed) await new Promise(() => {});
          return failing(database, () => own.isClosed).run(mode, names, work);
        },
      };
      return {
        store: createTabStore(ofTab, sign),
        outbox: createTabOutbox(ofTab, sign),
        logs: createTabLogBook(ofTab, clock, sign),
      };
    },
    cutPower: () => (tab.isClosed = true),
  };
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
function same(found: unknown, wanted: unknown): void {
  if (!isEqual(found, wanted)) throw new Error(`found ${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}`);
}

/** With text of every script. */
const anyDocument = fc.record({
  identity: fc.option(fc.string({ unit: 'binary' })),
  claim: fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }),
});

/** Breaks the copy of a document, as a damaged disk would. */
const anyDamage = fc.constantFrom<(stored: { hash: string; text: string }) => unknown>(
  ({ hash, text }) => ({ hash, text: text.slice(0, -1) }),
  ({ hash, text }) => ({ hash, text: `${text} ` }),
  ({ text }) => ({ hash: '', text }),
  ({ text }) => ({ text }),
  () => null,
  () => 'torn',
  () => 7,
);

async function breakCopy(database: Database, sign: number, copy: string, damage: (stored: never) => unknown) {
  await database.run('readwrite', ['documents'], async (stores) => {
    const documents = stores('documents');
    const stored = (await answered(documents.get([sign, copy]))) as never;
    await answered(documents.put(damage(stored), [sign, copy]));
  });
}

export const CHECKS: Record<string, (database: Database) => Promise<void>> = {
  'K3: a write that is aborted at any time leaves the last document intact': async (database) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyDocument, fc.boolean()), { minLength: 1 }), async (writes) => {
        const sign = await addSign(database);
        let last: unknown = null;
        for (const [document, isCut] of writes) {
          const store = createTabStore(
            failing(database, () => isCut),
            sign,
          );
          const isWritten = await store.write(document).then(
            () => true,
            () => false,
          );
          same(isWritten, !isCut);
          if (isWritten) last = document;
          same(await createTabStore(database, sign).read(), { document: last, damaged: false });
        }
      }),
      { numRuns: 60 },
    );
  },

  'K3: after a damaged copy the sign reads the previous document, reports the damage and sets the copy aside': async (
    database,
  ) => {
    await fc.assert(
      fc.asyncProperty(anyDocument, anyDocument, anyDocument, anyDamage, async (first, second, third, damage) => {
        const sign = await addSign(database);
        const store = createTabStore(database, sign);
        await store.write(first);
        await store.write(second);
        await breakCopy(database, sign, 'current', damage);
        same(await store.read(), { document: first, damaged: true });
        await store.write(third);
        same(await store.read(), { document: third, damaged: false });
        await breakCopy(database, sign, 'current', damage);
        same(await store.read(), { document: first, damaged: true });
      }),
      { numRuns: 60 },
    );
  },

  'K3: a sign with two damaged copies is reported as damaged, not as unclaimed': async (database) => {
    await fc.assert(
      fc.asyncProperty(anyDocument, anyDamage, anyDamage, async (document, one, other) => {
        const sign = await addSign(database);
        const store = createTabStore(database, sign);
        await store.write(document);
        await store.write(document);
        await breakCopy(database, sign, 'current', one);
        await breakCopy(database, sign, 'previous', other);
        same(await store.read(), { document: null, damaged: true });
      }),
      { numRuns: 40 },
    );
  },

  'K3: a damaged sign reports the damage at each read until it writes a document': async (database) => {
    await fc.assert(
      fc.asyncProperty(anyDocument, anyDamage, async (document, damage) => {
        const sign = await addSign(database);
        await createTabStore(database, sign).write(document);
        await breakCopy(database, sign, 'current', damage);
        for (let read = 0; read < 2; read += 1)
          same(await createTabStore(database, sign).read(), { document: null, damaged: true });
        await createTabStore(database, sign).write(document);
        same(await createTabStore(database, sign).read(), { document, damaged: false });
      }),
      { numRuns: 40 },
    );
  },

  'K3: a claimed sign counts as claimed after its damaged copy was set aside': async (database) => {
    await fc.assert(
      fc.asyncProperty(anyDamage, fc.boolean(), async (damage, hasPrevious) => {
        const sign = await addSign(database);
        const store = createTabStore(database, sign);
        for (let write = 0; write < (hasPrevious ? 2 : 1); write += 1) await store.write({ claim: { id: 1 } });
        await breakCopy(database, sign, 'current', damage);
        same(await isClaimed(database, sign), true);
        await store.read();
        same(await isClaimed(database, sign), true);
        await store.write({ claim: null });
        same(await isClaimed(database, sign), false);
      }),
      { numRuns: 20 },
    );
  },

  'K1, K2, K3: a sign survives closed tabs, a full disk and an unreadable one with its identity, its claim and its page':
    (database) => checkRestarts(() => tabSignMemory(database), { numRuns: 40 }),

  'a new tab takes no number of a running sign, even if the database has lost that sign': async (database) => {
    const running = (await addSign(database)) + 1;
    const lock = Promise.withResolvers<void>();
    void navigator.locks.request(`sign-display-sign ${running}`, () => lock.promise);
    const memory = { read: () => null, write: () => {} };
    const isWanted = () => Promise.resolve(false);
    const { locks } = navigator;
    same(await takeSign({ database, locks, clock: createVirtualClock(), memory, isWanted }), running + 1);
    lock.resolve();
  },

  'K7: the outbox returns each record once and in order, despite aborted writes, removals and repeated reads': async (
    database,
  ) => {
    const anyStep = fc.record({
      what: fc.constantFrom<'append' | 'remove' | 'restart'>('append', 'append', 'append', 'remove', 'restart'),
      list: fc.integer({ min: 0, max: 3 }),
      records: fc.array(fc.integer(), { minLength: 1, maxLength: 4 }),
      isCut: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 25 }), async (steps) => {
        const sign = await addSign(database);
        let isCut = false;
        const open = () =>
          createTabOutbox(
            failing(database, () => isCut),
            sign,
          );
        let outbox = open();
        let model: { id: string; records: number[] }[] = [];
        for (const step of steps) {
          const id = `list ${step.list}`;
          ({ isCut } = step);
          if (step.what === 'restart') outbox = open();
          const call = {
            append: () => outbox.append(id, step.records),
            remove: () => outbox.remove(id),
            restart: () => Promise.resolve(),
          }[step.what];
          const isDone = await call().then(
            () => true,
            () => false,
          );
          if (step.what === 'append' && isDone) {
            const list = model.find((one) => one.id === id);
            if (list) list.records.push(...step.records);
            else model = [...model, { id, records: [...step.records] }];
          }
          if (step.what === 'remove' && isDone) model = model.filter((one) => one.id !== id);
        }
        same(await createTabOutbox(database, sign).read(), model);
      }),
      { numRuns: 60 },
    );
  },

  'the log book returns its newest lines in order, and none after a clear': async (database) => {
    const sign = await addSign(database);
    const clock = createVirtualClock();
    const logs = createTabLogBook(database, clock, sign);
    const lineOf = (number: number) =>
      ({ at: new Date(number).toISOString(), level: 'info', message: `line ${number}` }) as const;
    for (let round = 0; round < 5; round += 1) {
      for (let line = 0; line < 900; line += 1) logs.append(lineOf(round * 900 + line));
      await clock.advance(1_000);
      await logs.read();
    }
    const found = (await logs.read()) as { message: string }[];
    same([found.length, found[0]?.message, found.at(-1)?.message], [4_000, 'line 500', 'line 4499']);
    logs.append(lineOf(1));
    await logs.clear();
    await clock.advance(1_000);
    same(await logs.read(), []);
  },

  'A1: a sign never reads the data of another sign in the same browser': async (database) => {
    const [one, other] = [await addSign(database), await addSign(database)];
    await createTabStore(database, one).write({ secret: 1 });
    await createTabOutbox(database, one).append('list', [1]);
    same(await createTabStore(database, other).read(), { document: null, damaged: false });
    same(await createTabOutbox(database, other).read(), []);
  },
};

declare global {
  /** Node's `setImmediate`, which the virtual clock needs. */
  // oxlint-disable-next-line no-var
  var setImmediate: (task: () => void) => void;
  interface Window {
    runCheck(name: string): Promise<void>;
    /** Writes documents until the tab ends, and reports each that is stored. */
    writeForever(sign: number, stored: (count: number) => void): Promise<void>;
    /** Writes the document with this count, for a sign that runs in this tab. */
    writeCount(sign: number, count: number): Promise<void>;
    /** Writes 20 documents with counts from `first`. Returns the count of the last one that was stored, if any. */
    writeMany(sign: number, first: number): Promise<number | null>;
    /** Reads as a restarted tab does. */
    readCount(sign: number): Promise<{ count: number | null; damaged: boolean }>;
    newSign(): Promise<number>;
    allSigns(): Promise<number[]>;
    /** How often a newer version of the page has opened the database. */
    outdated: number;
  }
}

window.outdated = 0;
const clock = {
  after(delayMs: number, task: () => void) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};
const database = openDatabase(indexedDB, clock, () => (window.outdated += 1));
const running = new Map<number, Store>();
async function storeOf(sign: number): Promise<Store> {
  const store = running.get(sign) ?? createTabStore(await database, sign);
  running.set(sign, store);
  return store;
}
const documentOf = (count: number) => ({ count, filling: 'x'.repeat(50_000) });

window.runCheck = async (name) => CHECKS[name]!(await database);
window.newSign = async () => addSign(await database);
window.allSigns = async () => listSigns(await database);
window.writeCount = async (sign, count) => (await storeOf(sign)).write(documentOf(count));
window.writeForever = async (sign, stored) => {
  for (let count = 1; ; count += 1) {
    await window.writeCount(sign, count);
    stored(count);
  }
};
window.writeMany = async (sign, first) => {
  let last: number | null = null;
  for (let count = first; count < first + 20; count += 1) {
    const isStored = await window.writeCount(sign, count).then(
      () => true,
      () => false,
    );
    if (isStored) last = count;
  }
  return last;
};
window.readCount = async (sign) => {
  const { document, damaged } = await createTabStore(await database, sign).read();
  return { count: (document as { count: number } | null)?.count ?? null, damaged };
};
document.title = 'ready';
