import { createHash } from 'node:crypto';
import { chown, lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import { findTemporaryFolders } from './folders-account-can-enter.ts';
import type { RunAs } from './run-program.ts';

/** A socket's address holds 108 bytes on Linux and 104 on macOS, with a zero byte at the end. */
const PATH_BYTES_MOST = 103;
export const SOCKET_NAME = '.s.PGSQL.5432';

const fits = (folder: string) => Buffer.byteLength(join(folder, SOCKET_NAME)) <= PATH_BYTES_MOST;

/**
 * Where the server's socket goes: into the cluster's own folder, which only its owner may enter. Where that path is too long for a
 * socket, into a folder of the same strictness with a short name among the temporary files; a folder of that name that another
 * user has put there is refused, because whoever owns the folder could pose as the database.
 */
export async function prepareSocketFolder(cluster: string, as: RunAs): Promise<string> {
  if (fits(cluster)) return cluster;
  const name = `sign-display-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`;
  const { account } = as;
  const folder = (await findTemporaryFolders(as)).map((parent) => join(parent, name)).find(fits);
  if (folder === undefined) {
    throw new EmbeddedPostgresError(
      'start_failed',
      `No folder that the database server can access has a path that is short enough for a socket. Set DATA_DIR to a shorter path.`,
    );
  }
  await mkdir(folder, { mode: 0o700 }).then(
    () => account && chown(folder, account.uid, account.gid),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  const found = await lstat(folder);
  const owner = account?.uid ?? process.getuid?.();
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(
      'start_failed',
      `${folder}, where the service would put the database's socket, is not a folder that only the user of the database can open. Remove it, or set DATA_DIR to a shorter path.`,
    );
  }
  return folder;
}
