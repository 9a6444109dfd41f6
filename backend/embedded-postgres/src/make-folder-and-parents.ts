import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it that are missing; tells whether it was made just now. In place of Node's own `recursive`,
 * which tries for ever where the system says "no such file" of a folder that can't be made (`/proc/x`).
 */
export async function makeFolder(path: string, mode?: number): Promise<boolean> {
  const make = () =>
    mkdir(path, mode).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
  try {
    return await make();
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    await makeFolder(parent);
    return await make();
  }
}
