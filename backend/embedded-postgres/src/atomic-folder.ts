import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isAlive } from './server-lock-files.ts';

/**
 * A folder that is whole or absent: it is made beside its place and gets the name in one step, so that a start that was killed
 * half-way leaves nothing to trip over. The unfinished one's name says which process makes it.
 */

const unfinishedPath = (folder: string) => `${folder}.init-`;

/** Makes `folder` with what `fill` does to the empty one it is given. Where another start was quicker, its folder is as good. */
export async function makeFolderAtomically(folder: string, fill: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = await mkdtemp(`${unfinishedPath(folder)}${process.pid}-`);
  try {
    await fill(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Removes what starts that were killed have left unfinished of `folder`. */
export async function removeUnfinished(folder: string): Promise<void> {
  const parent = dirname(folder);
  const prefix = basename(unfinishedPath(folder));
  for (const name of await readdir(parent)) {
    const maker = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : NaN;
    if (Number.isNaN(maker) || isAlive(maker)) continue;
    // A program that outlived its parent may still write there for a moment. Then the next start removes it.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
  }
}
