import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { carryPatches } from './patch-rebase.ts';
import { MUTANTS_FOLDER, MutantError, readMutants } from './mutant.ts';
import { applyPatch } from './working-copy.ts';

const run = promisify(execFile);
const env = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
const PATCH = `${MUTANTS_FOLDER}/off-by-one.patch`;

let root: string;

const git = async (...args: string[]): Promise<string> =>
  (await run('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', ...args], { cwd: root, env })).stdout.trim();

const write = async (path: string, lines: readonly string[]): Promise<void> =>
  await writeFile(join(root, path), `${lines.join('\n')}\n`);

const commit = async (): Promise<string> => {
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'a change');
  return await git('rev-parse', 'HEAD');
};

const carry = async (from?: string) => {
  const results = await carryPatches(await readMutants(root), { root, env, ...(from !== undefined && { from }) });
  return results[0]![1];
};

const SOURCE = ['one', 'two', 'three', 'limit = 10', 'five', 'six', 'seven'];
const HEADER = 'Title: a limit is off by one\nPromise: C1\n\nSomebody counts from 0.\n\n';
const DIFF =
  'diff --git a/code.ts b/code.ts\n--- a/code.ts\n+++ b/code.ts\n@@ -1,7 +1,7 @@\n one\n two\n three\n-limit = 10\n+limit = 11\n five\n six\n seven\n';

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'carry-test-')));
  await mkdir(join(root, MUTANTS_FOLDER), { recursive: true });
  await writeFile(join(root, PATCH), HEADER + DIFF);
  await write('code.ts', SOURCE);
  await git('init', '--quiet');
  await commit();
});

afterEach(async () => await rm(root, { recursive: true }));

const MOVED = ['zero', 'one', 'second', 'three', 'limit = 10', 'five', 'six', 'seven'];

test('a patch whose context has changed is made anew below its header, from the commit that wrote it', async () => {
  await write('code.ts', MOVED);
  await commit();
  expect(await carry()).toMatchObject({ type: 'carried' });
  const patch = await readFile(join(root, PATCH), 'utf8');
  expect(patch).toBe(HEADER + DIFF.replace('-1,7 +1,7 @@', '-2,7 +2,7 @@ zero').replace(' two', ' second'));
  await applyPatch(root, join(root, PATCH), 'check');
  expect(await carry()).toEqual({ type: 'fits' });
});

test('the change that moves the lines need not be committed, and nothing but the patch is written', async () => {
  await write('code.ts', MOVED);
  await write('new.ts', ['not committed']);
  await git('add', 'new.ts');
  const status = await git('status', '--porcelain');
  const objects = await git('count-objects', '-v');
  expect(await carry()).toMatchObject({ type: 'carried' });
  await applyPatch(root, join(root, PATCH), 'check');
  expect(await git('count-objects', '-v')).toBe(objects);
  await git('checkout', '--quiet', PATCH);
  expect(await git('status', '--porcelain')).toBe(status);
});

test('a conflict is shown, and the patch left as it was', async () => {
  await write('code.ts', SOURCE.with(3, 'limit = 20'));
  await commit();
  const outcome = await carry();
  expect(outcome).toMatchObject({ type: 'left', words: expect.stringContaining('CONFLICT (content)') });
  expect(outcome).toMatchObject({ words: expect.stringMatching(/\+<<<<<<<.*\+limit = 11/s) });
  expect(await readFile(join(root, PATCH), 'utf8')).toBe(HEADER + DIFF);
});

test('a patch that was written later than its lines changed is carried from the commit that is named', async () => {
  const first = await git('rev-parse', 'HEAD');
  await write('code.ts', MOVED);
  await writeFile(join(root, PATCH), `${HEADER.replace('Somebody', 'A colleague')}${DIFF}`);
  await commit();
  expect(await carry()).toMatchObject({ type: 'left', words: expect.stringContaining('--carry COMMIT') });
  expect(await carry(first)).toEqual({ type: 'carried', from: first.slice(0, 10) });
  expect(await readFile(join(root, PATCH), 'utf8')).toContain('A colleague counts from 0.');
});

test('a patch that is in the tree by now is left, and so is one that no commit has', async () => {
  await write('code.ts', SOURCE.with(3, 'limit = 11'));
  expect(await carry()).toMatchObject({ type: 'left', words: expect.stringContaining('nothing of the patch is left') });
  await git('rm', '--quiet', '--cached', PATCH);
  await git('commit', '--quiet', '--amend', '--message', 'without it');
  expect(await carry()).toMatchObject({ type: 'left', words: expect.stringContaining('no commit has this patch') });
});

test('a commit that there is not is refused, and so is a folder without git', async () => {
  await write('code.ts', MOVED);
  await expect(carry('nowhere')).rejects.toThrow(new MutantError('There is no commit nowhere.'));
  await rm(join(root, '.git'), { recursive: true });
  await expect(carry()).rejects.toThrow('is not a git repository');
});
