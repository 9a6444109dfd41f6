import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseAccount } from '../choose-os-account.ts';
import { isAlive } from '../server-lock-files.ts';
import { findTemporaryFolders } from '../folders-account-can-enter.ts';
import { serverEnvironment } from '../run-program.ts';

const PREFIX = 'sign-display-test-';
const MEMORY = '/dev/shm';
/** A cluster with a few dozen test databases takes half of this. */
const BYTES_NEEDED = 1024 ** 3;

/** Programs may have to be copied there (`findBinaries`), which is of no use where they can't be run. */
async function allowsPrograms(mountPoint: string): Promise<boolean> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  const options = mounts
    .split('\n')
    .find((line) => line.split(' ')[1] === mountPoint)
    ?.split(' ')[3];
  return options !== undefined && !options.split(',').includes('noexec');
}

/**
 * Where clusters for tests go: into memory where there is enough of it (a database is then cloned in 10 ms, and not in up to 250 on a
 * slow disk), else among the temporary files, where the account that the server runs as may go.
 */
async function chooseParent(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => null);
  const enough = memory !== null && memory.bavail * memory.bsize >= BYTES_NEEDED;
  if (enough && (await allowsPrograms(MEMORY))) return MEMORY;
  const as = { account: await chooseAccount('/nowhere'), env: serverEnvironment(process.env) };
  const [folder] = await findTemporaryFolders(as);
  if (folder !== undefined) return folder;
  throw new Error(
    `The tests' database runs as user id ${as.account?.uid}, who may enter no folder for temporary files. Name one with TMPDIR that others may enter.`,
  );
}

/** Runs that were killed leave their folders (their servers end by themselves). The name says which process made it, behind `prefix`. */
export async function removeLeftOvers(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const maker = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (maker === undefined || isAlive(Number(maker))) continue;
    // Another user's is another user's to remove.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** A folder for a test's cluster, which the account that the server runs as may enter. `remove` it at the end. */
export async function makeTemporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const parent = await chooseParent();
  await removeLeftOvers(parent, PREFIX);
  const path = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}
