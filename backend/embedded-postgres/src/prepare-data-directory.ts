import { access, chmod, constants, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolder } from './make-folder-and-parents.ts';
import { DataDirectoryError } from './errors.ts';

/** Its presence says that the folder is ours, and its text says so to whoever finds it. */
const MARKER = 'sign-display-service.txt';
const MARKER_TEXT = `This folder belongs to the Sign Display Service: its database (postgres), its keys, its outbox.
To back it up, stop the service and copy the whole folder. Removing anything in it loses data.
The service knows the folder by this file.
`;

/** What a system puts into an empty folder by itself. */
const NOT_CONTENT = new Set(['lost+found', '.DS_Store']);

function noAccess(path: string, error: unknown): DataDirectoryError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new DataDirectoryError(
      'not_ours',
      `DATA_DIR ${path} is not a folder. Set DATA_DIR to the path of a folder.`,
      {
        cause: error,
      },
    );
  }
  if (code === 'ENOSPC')
    return new DataDirectoryError(
      'no_space',
      `The disk that contains DATA_DIR ${path} is full. Free up some space, or use a folder on another disk.`,
      { cause: error },
    );
  return new DataDirectoryError(
    'no_access',
    `DATA_DIR ${path} can't be used: ${message}. Use a folder that this user can write to.`,
    { cause: error },
  );
}

async function describeForeign(path: string, entries: string[]): Promise<string> {
  if (entries.includes('PG_VERSION')) {
    const version = await readFile(join(path, 'PG_VERSION'), 'utf8').catch(() => '');
    return `is the cluster of another PostgreSQL server (version ${version.trim().slice(0, 20) || 'unknown'})`;
  }
  return `contains files of another program (${entries.slice(0, 3).join(', ')}${entries.length > 3 ? ', …' : ''})`;
}

async function mark(folder: string): Promise<void> {
  try {
    await writeFile(join(folder, MARKER), MARKER_TEXT, { flag: 'wx' });
  } catch (error) {
    // Another start marked it at the same time.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Makes sure that `path` is the service's own folder: makes it where it is absent, marks it where it is empty, knows it by that
 * mark where it is not. Throws a DataDirectoryError, and touches nothing, where it holds what isn't ours. Gives absolute paths (contract, section 6): the
 * folder's, the `cluster`'s for `startEmbeddedPostgres`, and that of the `outbox` for mails that no server takes, made when the first is written.
 */
export async function prepareDataDirectory(path: string) {
  const folder = resolve(path);
  try {
    const made = await makeFolder(folder);
    // Nobody else's business; but under root the database is run by another account, which must get through to its part.
    if (made) await chmod(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
    const entries = (await readdir(folder)).filter((name) => !NOT_CONTENT.has(name));
    if (entries.length > 0 && !entries.includes(MARKER)) {
      throw new DataDirectoryError(
        'not_ours',
        `DATA_DIR ${folder} ${await describeForeign(folder, entries)} but no data of this service. Nothing was changed. Set DATA_DIR to a new or an empty folder.`,
      );
    }
    await access(folder, constants.W_OK | constants.X_OK);
    if (entries.length === 0) await mark(folder);
  } catch (error) {
    throw error instanceof DataDirectoryError ? error : noAccess(folder, error);
  }
  return { path: folder, cluster: join(folder, 'postgres'), outbox: join(folder, 'outbox') };
}
