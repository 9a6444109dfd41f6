import type { Outbox } from '@sign-display/kiosk-agent/ports';
import { createTaskQueue } from '@sign-display/kiosk-shell/task-queue';
import { answered, keysOf, type Database } from './database.ts';

/** The records of one `append`. Its key is `[sign, number of the list, number of the part]`. */
interface Part {
  id: string;
  records: readonly unknown[];
}

interface List {
  number: number;
  /** How many parts are stored. */
  parts: number;
}

/**
 * Batches of analytics of sign `sign` (promise K7). One transaction writes a whole part. Lists have numbers, because
 * their identifiers do not sort by age. Calls run one at a time.
 */
export function createTabOutbox(database: Database, sign: number): Outbox {
  let lists: Map<string, List> | null = null;
  const inTurn = createTaskQueue();

  async function load(): Promise<{ id: string; records: unknown[] }[]> {
    const [keys, parts] = await database.run('readonly', ['batches'], (stores) =>
      Promise.all([
        answered(stores('batches').getAllKeys(keysOf(sign))),
        answered(stores('batches').getAll(keysOf(sign)) as IDBRequest<Part[]>),
      ]),
    );
    lists = new Map();
    const found = new Map<string, unknown[]>();
    for (const [index, { id, records }] of parts.entries()) {
      const [, number, part] = keys[index] as [number, number, number];
      lists.set(id, { number, parts: part + 1 });
      found.set(id, [...(found.get(id) ?? []), ...records]);
    }
    return Array.from(found, ([id, records]) => ({ id, records }));
  }

  async function known(): Promise<Map<string, List>> {
    if (lists === null) await load();
    return lists!;
  }

  return {
    read: () => inTurn(load),
    append: (id, records) =>
      inTurn(async () => {
        const all = await known();
        const list = all.get(id) ?? {
          number: 1 + Math.max(0, ...Array.from(all.values(), ({ number }) => number)),
          parts: 0,
        };
        const part: Part = { id, records };
        await database.run('readwrite', ['batches'], (stores) =>
          answered(stores('batches').put(part, [sign, list.number, list.parts])),
        );
        all.set(id, { ...list, parts: list.parts + 1 });
      }),
    remove: (id) =>
      inTurn(async () => {
        const all = await known();
        const list = all.get(id);
        if (list === undefined) return;
        await database.run('readwrite', ['batches'], (stores) =>
          answered(stores('batches').delete(keysOf(sign, list.number))),
        );
        all.delete(id);
      }),
  };
}
