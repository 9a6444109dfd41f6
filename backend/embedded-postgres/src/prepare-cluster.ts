import { chown, open, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DataDirectoryError, EmbeddedPostgresError } from './errors.ts';
import type { Binaries } from './find-binaries.ts';
import { checkFreeSpace, freeBytes, noSpace } from './check-free-space.ts';
import { runInitdb } from './initdb.ts';
import type { RunAs } from './run-program.ts';
import { makeFolderAtomically, removeUnfinished } from './atomic-folder.ts';

/** The cluster's folder, before a server runs on it. It is either absent (or empty), or a whole cluster. */

/** Flushes a folder's own entries, so that a rename in it survives a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Null where nothing is there, or nothing is in it. */
async function readEntries(cluster: string): Promise<string[] | null> {
  try {
    const entries = await readdir(cluster);
    return entries.length === 0 ? null : entries;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'ENOTDIR') throw new DataDirectoryError('not_ours', `${cluster} is not a folder.`, { cause: error });
    throw new DataDirectoryError('no_access', `The data directory can't be read: ${message}.`, { cause: error });
  }
}

async function checkCluster(cluster: string, entries: string[], major: string): Promise<void> {
  if (!entries.includes('PG_VERSION') || !entries.includes('global')) {
    const some = entries.slice(0, 3).join(', ');
    throw new DataDirectoryError(
      'not_ours',
      `${cluster} contains files that do not belong to a database of this service (${some}${entries.length > 3 ? ', …' : ''}). Nothing was changed. Set DATA_DIR to another folder.`,
    );
  }
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (version === major) return;
  throw new DataDirectoryError(
    'other_major',
    `The database in ${cluster} was created by PostgreSQL ${version}, but this service includes PostgreSQL ${major}. Nothing was changed. To keep the data, start the version of the service that created the database, or export the database there and import it here, or run a PostgreSQL ${version} server on that folder and set DATABASE_URL. To start with a new database, set DATA_DIR to an empty folder.`,
  );
}

/** In the words of PostgreSQL's programs, which run in the locale C. */
export const NO_SPACE = /No space left on device/;

/**
 * Who is let in. Trust is right for the socket, which lies in a folder that nobody else may enter. There is no TCP; were it switched on one day,
 * nobody comes in by it.
 */
const HOST_BASED_ACCESS = `# Written by the Sign Display Service at each start.
local all all trust
host all all all reject
`;

/** Clusters that were made earlier let everybody of this machine in by TCP. */
async function writeAccess(cluster: string, as: RunAs): Promise<void> {
  const file = join(cluster, 'pg_hba.conf');
  // Left alone where it is right: a full disk would keep half of it.
  if ((await readFile(file, 'utf8').catch(() => '')) === HOST_BASED_ACCESS) return;
  await writeFile(file, HOST_BASED_ACCESS, { mode: 0o600 });
  if (as.account) await chown(file, as.account.uid, as.account.gid);
}

/** Fills the empty folder `unfinished`; what goes wrong is told of `cluster`, the name it is to get. */
async function initialize(unfinished: string, cluster: string, as: RunAs, initdb: string, durable: boolean) {
  if (as.account) await chown(unfinished, as.account.uid, as.account.gid);
  const args = Object.entries({
    pgdata: unfinished,
    username: 'postgres',
    'auth-local': 'trust',
    'auth-host': 'reject',
    // The same text order and character classes on every machine, whatever its locale.
    encoding: 'UTF8',
    locale: 'C',
    'locale-provider': 'builtin',
    'builtin-locale': 'C.UTF-8',
  }).map(([name, value]) => `--${name}=${value}`);
  const { code, output, error } = await runInitdb(as, initdb, durable ? args : [...args, '--no-sync']);
  if (code !== 0) {
    if (NO_SPACE.test(output)) throw noSpace(cluster, await freeBytes(dirname(cluster)), { cause: new Error(output) });
    const why = output || error?.message || 'no reason given';
    throw new EmbeddedPostgresError('init_failed', `A database could not be created in ${cluster}: ${why}`, {
      cause: error,
    });
  }
  // An empty folder in its place: POSIX would replace it by itself, Windows would not.
  await rmdir(cluster).catch(() => {});
}

async function makeCluster(cluster: string, as: RunAs, binaries: Binaries, durable: boolean): Promise<void> {
  const parent = dirname(cluster);
  await checkFreeSpace(cluster);
  try {
    await makeFolderAtomically(cluster, (unfinished) => initialize(unfinished, cluster, as, binaries.initdb, durable));
    if (durable) await syncFolder(parent);
  } catch (error) {
    // Only what the file system refuses can be mended with another folder.
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw noSpace(cluster, await freeBytes(parent), { cause: error });
    const message = `No database can be made in ${parent}: ${(error as Error).message}. Name another folder with DATA_DIR.`;
    throw new DataDirectoryError('no_access', message, { cause: error });
  }
}

/**
 * Makes sure that `cluster` is a whole cluster of our major version, and makes it where nothing is. Throws a DataDirectoryError,
 * with everything untouched, where something else is there. `durable: false` skips the flushing to disk, for tests.
 */
export async function prepareCluster(cluster: string, as: RunAs, binaries: Binaries, durable: boolean): Promise<void> {
  await removeUnfinished(cluster);
  if ((await readEntries(cluster)) === null) await makeCluster(cluster, as, binaries, durable);
  await checkCluster(cluster, (await readEntries(cluster)) ?? [], binaries.major);
  await writeAccess(cluster, as);
}
