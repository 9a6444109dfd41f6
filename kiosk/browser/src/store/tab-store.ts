import type { Store } from '@sign-display/kiosk-agent/ports';
import { answered, keysOf, type Database } from './database.ts';
import { seal, unseal, type Sealed } from './checksummed-value.ts';

/** The copies of a sign's document, as they are stored. */
interface Copies {
  current: unknown;
  previous: unknown;
  damaged: unknown;
}

const keyOf = (sign: number, copy: keyof Copies): IDBValidKey => [sign, copy];

async function readCopies(documents: IDBObjectStore, sign: number): Promise<Copies> {
  const read = (copy: keyof Copies): Promise<unknown> => answered<unknown>(documents.get(keyOf(sign, copy)));
  const [current, previous, damaged] = await Promise.all([read('current'), read('previous'), read('damaged')]);
  return { current, previous, damaged };
}

/** The newest intact copy, null without one. `isDamaged`: a newer copy is not intact. */
function newestOf({ current, previous, damaged }: Copies): { sealed: Sealed | null; isDamaged: boolean } {
  if (unseal(current) !== null) return { sealed: current as Sealed, isDamaged: false };
  const sealed = unseal(previous) === null ? null : (previous as Sealed);
  // A copy that an earlier read set aside counts until a document is written: the tab may have ended in between.
  const isDamaged = current !== undefined || damaged !== undefined || (previous !== undefined && sealed === null);
  return { sealed, isDamaged };
}

const documentOf = (sealed: Sealed | null): unknown => unseal(sealed)?.value ?? null;

/**
 * The document of sign `sign` (promise K3): `current`, and the one before it, `previous`. One transaction writes both,
 * so a failed or torn write changes neither. A damaged copy is set aside as `damaged`, never becomes `previous`, and is
 * reported, so that a damaged sign never looks unclaimed. If the browser empties the database while the sign runs, the
 * store writes the sign and its last stored document back.
 */
export function createTabStore(database: Database, sign: number): Store {
  /** The document that the next start would read from the database. */
  let last: Sealed | null = null;

  database.onReopened(['signs', 'documents'], async (stores) => {
    const documents = stores('documents');
    if (last === null || (await answered(documents.count(keysOf(sign)))) > 0) return;
    await answered(stores('signs').put({ number: sign }));
    await answered(documents.put(last, keyOf(sign, 'current')));
  });

  return {
    read: () =>
      database.run('readwrite', ['documents'], async (stores) => {
        const documents = stores('documents');
        const copies = await readCopies(documents, sign);
        const { sealed, isDamaged } = newestOf(copies);
        if (copies.current !== undefined && unseal(copies.current) === null) {
          await answered(documents.put(copies.current, keyOf(sign, 'damaged')));
          await answered(documents.delete(keyOf(sign, 'current')));
        }
        last = sealed;
        return { document: documentOf(sealed), damaged: isDamaged };
      }),
    async write(document) {
      const sealed = seal(document);
      await database.run('readwrite', ['documents'], async (stores) => {
        const documents = stores('documents');
        const newest = await answered<unknown>(documents.get(keyOf(sign, 'current')));
        if (unseal(newest) !== null) await answered(documents.put(newest, keyOf(sign, 'previous')));
        await answered(documents.put(sealed, keyOf(sign, 'current')));
      });
      last = sealed;
    },
  };
}

/** True if the sign has a claim, or may have one because its stored document is damaged. */
export const isClaimed = (database: Database, sign: number): Promise<boolean> =>
  database.run('readonly', ['documents'], async (stores) => {
    const { sealed, isDamaged } = newestOf(await readCopies(stores('documents'), sign));
    const document = documentOf(sealed) as { claim?: unknown } | null;
    return isDamaged || (document !== null && document.claim !== null);
  });
