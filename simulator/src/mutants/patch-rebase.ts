import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MutantError, type Mutant } from './mutant.ts';
import { applyPatch } from './working-copy.ts';

/**
 * Carries the patches of mutants along when the lines around them have changed: a patch is applied to the tree of a commit where it fits, that is merged
 * with the present tree as git merges two commits, and the difference is written below the patch's old header. `applyPatch` stays strict: a
 * patch that fits somewhere else by luck is another bug.
 *
 * The present tree is the working tree, so a change and the patches that it moves can be one commit. Index and objects are temporary: nothing but the
 * patch files is written.
 */

const run = promisify(execFile);
const MOST_BYTES = 64 * 1024 ** 2;
/** The commits of a merge have no reader; git wants a name in them. */
const NOBODY = ['-c', 'user.name=sim:mutants', '-c', 'user.email=sim-mutants@localhost'];

export type Carried =
  | { type: 'fits' }
  /** `from` is the commit, in short. */
  | { type: 'carried'; from: string }
  /** The file is as it was. `words` says why, with the conflict where there is one. */
  | { type: 'left'; words: string };

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs git in the tree's root, and gives how it ended. */
type Git = (...args: readonly string[]) => Promise<Ended>;

async function makeGit(root: string, env: NodeJS.ProcessEnv, folder: string): Promise<Git> {
  const options = { cwd: root, maxBuffer: MOST_BYTES };
  const { stdout } = await run('git', ['rev-parse', '--path-format=absolute', '--git-path', 'objects'], options).catch(
    () => {
      throw new MutantError(`Carrying patches forward needs git, but ${root} is not a git repository.`);
    },
  );
  const objects = join(folder, 'objects');
  await mkdir(objects);
  const own = {
    GIT_INDEX_FILE: join(folder, 'index'),
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: stdout.trim(),
  };
  return async (...args) => {
    const command = ['-c', 'core.autocrlf=false', '-c', 'apply.ignoreWhitespace=no', ...NOBODY, ...args];
    try {
      return { code: 0, ...(await run('git', command, { ...options, env: { ...env, ...own } })) };
    } catch (error) {
      const { code, stdout: said = '', stderr = '' } = error as Partial<Ended>;
      if (typeof code !== 'number') throw error;
      return { code, stdout: said, stderr };
    }
  };
}

/** What git must manage, without the last line break. Throws a `MutantError` with git's words. */
async function must(git: Git, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await git(...args);
  if (code !== 0) throw new MutantError(`git ${args[0]} failed: ${stderr.trim() || stdout.trim()}`);
  return stdout.trimEnd();
}

const left = (words: string): Carried => ({ type: 'left', words });

const resolve = async (git: Git, commit: string): Promise<string> =>
  await must(git, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`).catch(() => {
    throw new MutantError(`There is no commit ${commit}.`);
  });

async function carryOne(git: Git, present: string, { file }: Mutant, named: string | null): Promise<Carried> {
  const old = named ?? (await must(git, 'log', '-1', '--format=%H', '--', file));
  if (old === '') return left('no commit has this patch yet; name a commit that the patch fits: --carry COMMIT');
  const from = old.slice(0, 10);
  await must(git, 'read-tree', old);
  const applied = await git('apply', '--cached', '--whitespace=nowarn', file);
  if (applied.code !== 0)
    return left(
      `the patch does not fit ${from} either; name a commit that the patch fits: --carry COMMIT\n${applied.stderr.trim()}`,
    );
  const commit = async (tree: string) => await must(git, 'commit-tree', tree, '-p', old, '-m', 'to be merged');
  const ours = await commit(present);
  const theirs = await commit(await must(git, 'write-tree'));
  const merged = await git('merge-tree', '--write-tree', '--name-only', ours, theirs);
  if (merged.code > 1) throw new MutantError(`git merge-tree failed: ${merged.stderr.trim()}`);
  const [tree, ...told] = merged.stdout.split('\n');
  const diff = async () => (await git('diff-tree', '-p', '--no-ext-diff', '--no-renames', present, tree!)).stdout;
  if (merged.code === 1)
    return left(`conflict with what has changed since ${from}:\n${told.join('\n')}\n${await diff()}`);
  const text = (await diff()).replaceAll(/^index .*\n/gm, '');
  if (text === '') return left(`nothing of the patch is left: the tree already has what the patch changes in ${from}`);
  const before = await readFile(file, 'utf8');
  await writeFile(file, before.slice(0, before.search(/^diff --git /m)) + text);
  return { type: 'carried', from };
}

/**
 * Carries each of `mutants` whose patch does not apply to the tree at `root`, from the commit `from`, or else from the commit that wrote its file last.
 * Throws a `MutantError` where there is no such commit, or no git.
 */
export async function carryPatches(
  mutants: readonly Mutant[],
  { root, env, from = null }: { root: string; env: NodeJS.ProcessEnv; from?: string | null },
): Promise<[Mutant, Carried][]> {
  const folder = await mkdtemp(join(tmpdir(), `sign-display-carry-${process.pid}-`));
  try {
    const git = await makeGit(root, env, folder);
    const named = from === null ? null : await resolve(git, from);
    await must(git, 'read-tree', 'HEAD');
    await must(git, 'add', '--all');
    const present = await must(git, 'write-tree');
    const results: [Mutant, Carried][] = [];
    for (const mutant of mutants) {
      const fits = await applyPatch(root, mutant.file, 'check').then(
        () => true,
        () => false,
      );
      results.push([mutant, fits ? { type: 'fits' } : await carryOne(git, present, mutant, named)]);
    }
    return results;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
