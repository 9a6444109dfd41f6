import type { Clock } from '@sign-display/kiosk-agent/ports';

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
  run<Value>(mode: 'readonly' | 'readwrite', names: StoreName[], work: Work<Value>): Promise<Value>;
  /**
   * Runs `work` after each loss of the connection, before any other transaction. A browser may have emptied the
   * database, so a running sign writes back what is missing.
   */
  onReopened(names: StoreName[], work: Work<void>): void;
}
type Work<Value> = (stores: Stores) => Promise<Value>;

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
    let isGivenUp = false;
    request.addEventListener('upgradeneeded', () => {
      for (const name of STORES)
        request.result.createObjectStore(name, name === 'signs' ? { keyPath: 'number', autoIncrement: true } : {});
    });
    request.addEventListener('success', () => {
      // A connection that nobody uses would block other tabs.
      if (isGivenUp) request.result.close();
      else resolve(request.result);
    });
    request.addEventListener('error', () => reject(request.error));
    request.addEventListener('blocked', () => {
      isGivenUp = true;
      reject(new Error('another tab is using an older version of the database'));
    });
  });
}

async function runIn<Value>(
  connection: IDBDatabase,
  mode: 'readonly' | 'readwrite',
  names: StoreName[],
  work: Work<Value>,
): Promise<Value> {
  const transaction = connection.transaction(names, mode, { durability: 'strict' });
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
}

/** Aborts the transaction, unless it has already ended. */
function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has already ended.
  }
}

/** A browser that is clearing the site's data may refuse to open the database for a moment. */
const REPAIR_AGAIN_MS = 200;

/**
 * Rejects if the browser has no IndexedDB or refuses it (in a private window, or with cookies blocked). `onOutdated`: a
 * newer version of this page has opened the database, so this page can no longer use it.
 */
export async function openDatabase(
  factory: IDBFactory | undefined,
  clock: Pick<Clock, 'after'>,
  onOutdated: () => void,
): Promise<Database> {
  if (factory === undefined) throw new Error('this browser has no IndexedDB');
  const repairs: { names: StoreName[]; work: Work<void> }[] = [];
  /** Null: lost, or never opened. */
  let connection: Promise<IDBDatabase> | null = null;
  let isOutdated = false;

  async function connect(): Promise<IDBDatabase> {
    const opened = await open(factory!);
    // The browser closes a connection itself if the database is damaged or the user clears the site's data.
    opened.addEventListener('close', lose);
    // Another tab deletes or upgrades the database. It waits until every connection is closed.
    opened.addEventListener('versionchange', ({ newVersion }) => {
      opened.close();
      isOutdated = newVersion !== null;
      if (isOutdated) onOutdated();
      lose();
    });
    try {
      for (const { names, work } of repairs) await runIn(opened, 'readwrite', names, work);
    } catch (error) {
      opened.close();
      throw error;
    }
    return opened;
  }
  function connected(): Promise<IDBDatabase> {
    if (connection !== null) return connection;
    // A connection that was lost during the repairs is closed: the next one takes its place.
    const attempt: Promise<IDBDatabase> = connect().then((opened) => (connection === attempt ? opened : connected()));
    connection = attempt;
    attempt.catch(() => {
      if (connection === attempt) connection = null;
    });
    return attempt;
  }
  function lose(): void {
    connection = null;
    repair();
  }
  /** The tab may be closed before its next write. */
  function repair(): void {
    if (repairs.length > 0 && !isOutdated) connected().catch(() => clock.after(REPAIR_AGAIN_MS, repair));
  }

  await connected();
  return {
    run: async (mode, names, work) => runIn(await connected(), mode, names, work),
    onReopened: (names, work) => void repairs.push({ names, work }),
  };
}
