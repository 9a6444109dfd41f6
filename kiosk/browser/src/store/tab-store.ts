import type { Store } from '@sign-display/kiosk-agent/ports';
import { answered, type Database } from './database.ts';
import { seal, unseal } from './sealed.ts';

/**
 * The document of sign `sign` (promise K3): `current`, and `previous`, the one before it. One transaction writes both, so a write that fails or is torn changes
 * neither. A copy that is not whole is set aside as `damaged` and never becomes the previous one; it is reported, so that a damaged sign is never taken for one
 * that was not claimed yet.
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
        const [newest, older] = await Promise.all([
          answered<unknown>(documents.get(current)),
          answered<unknown>(documents.get(previous)),
        ]);
        const sound = unseal(newest);
        if (sound !== null) return { document: sound.value, damaged: false };
        const isDamaged = newest !== undefined;
        if (isDamaged) {
          await answered(documents.put(newest, damaged));
          await answered(documents.delete(current));
        }
        const before = unseal(older);
        return { document: before?.value ?? null, damaged: isDamaged || (older !== undefined && before === null) };
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
