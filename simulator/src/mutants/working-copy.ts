import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { removeLeftOvers } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { MutantError } from './mutant.ts';

const run = promisify(execFile);

/** A copy of the tree to break something in. Nothing that is done in it reaches the tree. */
export interface WorkingCopy {
  folder: string;
  remove(): Promise<void>;
}

/** The scope of our own packages: npm links it to the tree, and a copy must have its own. */
const OWN_SCOPE = '@sign-display';
const PREFIX = 'sign-display-mutant-';
const MOST_BYTES = 64 * 1024 ** 2;

/** What git has and what it does not ignore, the work that is not committed too, as paths from `root`. Throws a `MutantError`. */
async function listFiles(root: string): Promise<string[]> {
  const command = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  try {
    const { stdout } = await run('git', command, { cwd: root, maxBuffer: MOST_BYTES });
    return stdout.split('\0').filter((path) => path !== '');
  } catch (error) {
    throw new MutantError(`git could not list the files of the tree: ${wordsOf(error)}`);
  }
}

const wordsOf = (error: unknown): string => {
  const { stderr, message } = error as { stderr?: string; message: string };
  return (stderr?.trim() || message).slice(0, 2_000);
};

/** Links what npm has installed in a `node_modules`, and our own packages to those of the copy. */
async function linkPackages(root: string, copy: string, folder: string): Promise<void> {
  const from = join(root, folder);
  const to = join(copy, folder);
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (name !== OWN_SCOPE && (name === '.bin' || !name.startsWith('.')))
      await symlink(join(from, name), join(to, name), 'junction');
  }
  const own = await readdir(join(from, OWN_SCOPE)).catch(() => []);
  if (own.length > 0) await mkdir(join(to, OWN_SCOPE));
  for (const name of own) {
    const target = relative(root, await realpath(join(from, OWN_SCOPE, name)));
    await symlink(join(copy, target), join(to, OWN_SCOPE, name), 'junction');
  }
}

/**
 * Copies the tree at `root` into a folder among the temporary files, with what is installed there linked; copies of runs that were killed are removed.
 * Throws a `MutantError`.
 */
export async function makeWorkingCopy(root: string): Promise<WorkingCopy> {
  const tree = await realpath(root);
  const files = await listFiles(tree);
  const parent = tmpdir();
  const begin = async (): Promise<string> => {
    await removeLeftOvers(parent, PREFIX);
    return await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
  };
  const made = await begin().catch((error: Error) => {
    throw new MutantError(`The tree could not be copied to the temporary folder: ${error.message}`);
  });
  const folder = await realpath(made);
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    for (const path of new Set(files.map((file) => dirname(file))))
      await mkdir(join(folder, path), { recursive: true });
    for (const file of files) {
      await copyFile(join(tree, file), join(folder, file)).catch((error: NodeJS.ErrnoException) => {
        // Removed, and that is not committed.
        if (error.code !== 'ENOENT') throw error;
      });
    }
    for (const place of new Set(['.', ...files.filter((file) => file.endsWith('package.json')).map(dirname)])) {
      const installed = join(place, 'node_modules');
      if (await readdir(join(tree, installed)).catch(() => null)) await linkPackages(tree, folder, installed);
    }
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Applies a patch to the tree in `folder`, takes it back (`undo`), or only asks whether it would apply (`check`). Every line of its context must be
 * there. Throws a `MutantError` where it does not apply, and has then changed nothing.
 */
export async function applyPatch(
  folder: string,
  patch: string,
  how: 'apply' | 'undo' | 'check' = 'apply',
): Promise<void> {
  // Of a repository around the folder git would know, and then pass over in silence what is not in it.
  const noRepository = `--git-dir=${join(folder, '.git-of-nobody')}`;
  const strictly = ['-c', 'apply.ignoreWhitespace=no', '-c', 'core.autocrlf=false'];
  const words = { apply: [], undo: ['--reverse'], check: ['--check'] }[how];
  const command = ['apply', '--whitespace=nowarn', ...words, patch];
  try {
    await run('git', [noRepository, ...strictly, ...command], { cwd: folder });
  } catch (error) {
    throw new MutantError(wordsOf(error));
  }
}
