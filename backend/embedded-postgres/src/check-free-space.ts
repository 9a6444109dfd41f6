import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DataDirectoryError } from './errors.ts';

/** An empty database takes 60 MB; its write-ahead log up to 256 MB (`max_wal_size`). */
const NEW_DATABASE_BYTES = 320_000_000;

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1_000_000)} MB`;

/** What the file system of `folder` has free for ordinary users, in bytes; null where it can't be asked. */
export async function freeBytes(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null);
  // What has no blocks at all is no disk: /proc, /sys.
  return found && found.blocks > 0 ? found.bavail * found.bsize : null;
}

/** What a person is told where the data directory's disk is full. */
export function noSpace(cluster: string, free: number | null, options?: ErrorOptions): DataDirectoryError {
  const has = free === null ? 'too little' : megabytes(free);
  const message = `The disk that contains ${dirname(cluster)} has ${has} free, but a new database needs ${megabytes(NEW_DATABASE_BYTES)}. Free up some space, or set DATA_DIR to a folder on another disk.`;
  return new DataDirectoryError('no_space', message, options);
}

/** Throws where a new database would not fit on the disk of `cluster`, whose parent folder exists. */
export async function checkFreeSpace(cluster: string): Promise<void> {
  const free = await freeBytes(dirname(cluster));
  if (free !== null && free < NEW_DATABASE_BYTES) throw noSpace(cluster, free);
}
