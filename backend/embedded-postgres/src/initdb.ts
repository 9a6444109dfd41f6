import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findTemporaryFolders } from './folders-account-can-enter.ts';
import { run, type Outcome, type RunAs } from './run-program.ts';

/** `initdb` has a shell run its neighbour `postgres`, by its path between double quotes: these in the path would mean something there. */
const SHELL_READS = /["$`\\\n]/;

/**
 * Runs `initdb` to its end; never rejects for what it says. From below a path that its shell would misread it is run as a copy among
 * the temporary files, which is needed this once only: the server itself runs from anywhere.
 */
export async function runInitdb(as: RunAs, initdb: string, args: string[]): Promise<Outcome> {
  if (!SHELL_READS.test(initdb)) return run(as, initdb, args);
  const [parent = tmpdir()] = await findTemporaryFolders(as);
  const folder = await mkdtemp(join(parent, 'sign-display-initdb-'));
  try {
    // Made by us, but entered by the account that the programs run as.
    await chmod(folder, 0o711);
    const native = join(folder, 'native');
    await cp(dirname(dirname(initdb)), native, { recursive: true, verbatimSymlinks: true });
    return await run(as, join(native, 'bin', 'initdb'), args);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
