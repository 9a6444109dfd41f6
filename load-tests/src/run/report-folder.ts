import { access, constants, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Level by level: Node's own `recursive` tries for ever where a parent is there and takes no folder, as /proc does. */
async function make(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await make(dirname(folder));
    await mkdir(folder);
  }
}

/** Makes the folder of the report, an absolute path; resolves with what stands in the way, in words, or null. */
export async function makeReportFolder(folder: string): Promise<string | null> {
  try {
    await make(folder);
    // A file of that name is none.
    await access(`${folder}/.`, constants.W_OK);
    return null;
  } catch (error) {
    return `The report can't be written to ${folder} (${(error as NodeJS.ErrnoException).code}). Name another folder with --out.`;
  }
}
