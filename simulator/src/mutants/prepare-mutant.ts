import { fileURLToPath } from 'node:url';
import { chooseMutants, readMutants } from './mutant.ts';
import { applyPatch, makeWorkingCopy, type WorkingCopy } from './working-copy.ts';

/** The tree that this file belongs to. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * A copy of the tree with the bug of the mutant `name` in it, to be removed by who asked for it. Throws a `MutantError` where there is no such
 * mutant, or its patch no longer applies.
 */
export async function prepareMutant(name: string, root: string = ROOT): Promise<WorkingCopy> {
  const [mutant] = chooseMutants(await readMutants(root), [name]);
  const copy = await makeWorkingCopy(root);
  try {
    await applyPatch(copy.folder, mutant!.file);
    return copy;
  } catch (error) {
    await copy.remove();
    throw error;
  }
}
