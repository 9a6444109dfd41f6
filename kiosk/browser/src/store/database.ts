/** The store of all signs of this browser: one IndexedDB database. Each key begins with the number of its sign. */

const NAME = 'sign-display-sign';
const VERSION = 1;
const STORES = ['signs', 'documents', 'batches', 'lines'] as const;

export type StoreName = (typeof STORES)[number];
type Stores = (name: StoreName) => IDBObjectStore;

export interface Database {
  /**
   * Runs `work` in a transaction. Resolves with its value once the changes survive a power cut, as far as the browser
   * promises that. Rejects if `work` rejects or the browser can't store; then nothing has changed. `work` may await
   * only requests of these stores.
   */
  run<Value>(
    mode: 'readonly' | 'readwrite',
    names: StoreName[],
    work: (stores: Stores) => Promise<Value>,
  ): Promise<Value>;
}

export const answered = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });

/** All keys that begin with `first`. */
export const keysOf = (...first: number[]): IDBKeyRange => IDBKeyRange.bound(first, [...first, []]);

function open(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(NAME, VERSION);
    request.addEventListener('upgradeneeded', () => {
      for (const name of STORES)
        request.result.createObjectStore(name, name === 'signs' ? { keyPath: 'number', autoIncrement: true } : {});
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
    request.addEventListener('blocked', () =>
      reject(new Error('another tab holds an older version of the database open')),
    );
  });
}

/** Rejects if the browser has no IndexedDB or refuses it (in a private window, or with cookies blocked). */
export async function openDatabase(factory: IDBFactory | undefined): Promise<Database> {
  if (factory === undefined) throw new Error('this browser has no IndexedDB');
  let connection: IDBDatabase | null = await open(factory);

  /** A browser closes a database itself if its files are damaged or deleted. */
  async function connected(): Promise<IDBDatabase> {
    const found = connection ?? (await open(factory!));
    if (found !== connection) {
      connection = found;
      found.addEventListener('close', () => (connection = null));
    }
    return found;
  }
  connection.addEventListener('close', () => (connection = null));

  return {
    async run(mode, names, work) {
      const transaction = (await connected()).transaction(names, mode, { durability: 'strict' });
      const ended = new Promise<void>((resolve, reject) => {
        transaction.addEventListener('complete', () => resolve());
        transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the write was aborted')));
      });
      // If `work` has rejected, its error is the cause.
      ended.catch(() => {});
      try {
        const value = await work((name) => transaction.objectStore(name));
        await ended;
        return value;
      } catch (error) {
        abort(transaction);
        throw error;
      }
    },
  };
}

/** Aborts the transaction, unless it has already ended. */
function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has already ended.
  }
}
