import type { Store } from '@sign-display/kiosk-agent/ports';
import { answered, type Database } from './database.ts';
import { seal, unseal } from './sealed.ts';

/**
 * The document of sign `sign` (promise K3): `current`, and the one before it, `previous`. One transaction writes both,
 * so a failed or torn write changes neither. A damaged copy is set aside as `damaged`, never becomes `previous`, and is
 * reported, so that a damaged sign never looks unclaimed.
 */
export function createTabStore(database: Database, sign: number): Store {
  const [current, previous, damaged] = ['current', 'previous', 'damaged'].map((copy): IDBValidKey => [sign, copy]) as [
    IDBValidKey,
    IDBValidKey,
    IDBValidKey,
  ];
  return {
    read: () =>
      database.run('readwrite', ['documents'], async (stores) => {
        const documents = stores('documents');
        const [newest, older, aside] = await Promise.all(
          [current, previous, damaged].map((copy) => answered<unknown>(documents.get(copy))),
        );
        const sound = unseal(newest);
        if (sound !== null) return { document: sound.value, damaged: false };
        if (newest !== undefined) {
          await answered(documents.put(newest, damaged));
          await answered(documents.delete(current));
        }
        const before = unseal(older);
        // A copy that an earlier read set aside counts until a document is written: the tab may have ended in between.
        const isDamaged = newest !== undefined || aside !== undefined || (older !== undefined && before === null);
        return { document: before?.value ?? null, damaged: isDamaged };
      }),
    write: (document) =>
      database.run('readwrite', ['documents'], async (stores) => {
        const documents = stores('documents');
        const newest = await answered<unknown>(documents.get(current));
        if (unseal(newest) !== null) await answered(documents.put(newest, previous));
        await answered(documents.put(seal(document), current));
      }),
  };
}

/** True if the stored document of the sign has a claim. A damaged document counts as claimed: it may have one. */
export const isClaimed = (database: Database, sign: number): Promise<boolean> =>
  database.run('readonly', ['documents'], async (stores) => {
    const stored = await answered<unknown>(stores('documents').get([sign, 'current']));
    if (stored === undefined) return false;
    const sound = unseal(stored);
    return sound === null || (sound.value as { claim?: unknown }).claim !== null;
  });
