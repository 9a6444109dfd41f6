import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** `--out` can't be used: told before anything runs, in words. */
export class OutFolderError extends Error {
  override name = 'OutFolderError';

  constructor(folder: string, why: string) {
    super(`the report can't be written to ${folder}: ${why}`);
  }
}

/**
 * Makes a folder and those above it that are missing. Not by Node's own `recursive`, which tries for ever where the system says "no such
 * file" of a folder that can't be made (`/proc/x`).
 */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path);
  }
}

async function prepare(folder: string): Promise<string | null> {
  await makeFolder(folder);
  if (!(await stat(folder)).isDirectory()) return 'it is not a folder';
  await access(folder, constants.W_OK | constants.X_OK);
  return null;
}

/** Makes the folder of a report where it is missing. Throws an `OutFolderError` where nothing can be written there. */
export async function prepareOutFolder(folder: string): Promise<void> {
  const objection = await prepare(folder).catch((error: Error) => error.message);
  if (objection !== null) throw new OutFolderError(folder, objection);
}
