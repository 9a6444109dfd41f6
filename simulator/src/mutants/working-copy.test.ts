import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MUTANTS_FOLDER, MutantError } from './mutant.ts';
import { ROOT, prepareMutant } from './prepare-mutant.ts';
import { applyPatch, makeWorkingCopy, type WorkingCopy } from './working-copy.ts';

const run = promisify(execFile);

let root: string;
const copies: WorkingCopy[] = [];

async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

async function copyOf(tree: string): Promise<string> {
  const copy = await makeWorkingCopy(tree);
  copies.push(copy);
  return copy.folder;
}

const FIRST = `import { where } from '@sign-display/two/where';`;
const LAST = 'console.log(word, where);';
const MAIN = `${FIRST}\nconst word = 'whole';\n${LAST}\n`;

const patchOf = (before: string, after: string): string =>
  `Title: a bug\nPromise: C1\n\ndiff --git a/one/src/main.ts b/one/src/main.ts\n--- a/one/src/main.ts\n+++ b/one/src/main.ts\n@@ -1,3 +1,3 @@\n ${FIRST}\n-${before}\n+${after}\n ${LAST}\n`;

const PACKAGES = {
  'package.json': '{ "type": "module", "workspaces": ["one", "two"] }',
  '.gitignore': 'node_modules/\nsecret\n',
  'one/package.json': '{ "name": "@sign-display/one", "type": "module" }',
  'one/src/main.ts': MAIN,
  'two/package.json': '{ "name": "@sign-display/two", "type": "module", "exports": { "./*": "./src/*.ts" } }',
  'two/src/where.ts': `import { name } from 'library';\nexport const where: string = \`\${import.meta.dirname} with \${name}\`;\n`,
  'two/removed.ts': '',
  secret: 'not to be copied',
};
/** The files of node_modules that npm has installed. */
const INSTALLED = {
  'node_modules/library/package.json': '{ "name": "library", "type": "module", "exports": "./index.js" }',
  'node_modules/library/index.js': 'export const name = "library";',
  'node_modules/@other/thing/package.json': '{}',
  'node_modules/.cache/heap': '',
};

/** The output of its program. */
const sayOf = async (tree: string): Promise<string> =>
  (await run(process.execPath, ['one/src/main.ts'], { cwd: tree })).stdout.trim();

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'mutants-test-')));
  await write({ ...PACKAGES, ...INSTALLED });
  await mkdir(join(root, 'node_modules/@sign-display'));
  for (const name of ['one', 'two']) await symlink(`../../${name}`, join(root, 'node_modules/@sign-display', name));
  await run('git', ['init', '--quiet'], { cwd: root });
  await run('git', ['add', '.'], { cwd: root });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const copy of copies.splice(0)) await copy.remove();
  await rm(root, { recursive: true });
});

describe('a working copy', () => {
  test('a working copy has files that are not committed yet, and none that are removed or ignored', async () => {
    await write({ 'one/src/new.ts': '', 'two/src/where.ts': 'export const where = 1;' });
    await rm(join(root, 'two/removed.ts'));
    const copy = await copyOf(root);
    expect(
      (await readdir(copy, { recursive: true })).filter((path) => !path.includes('node_modules')).toSorted(),
    ).toEqual(
      // prettier-ignore
      ['.gitignore', 'one', 'one/package.json', 'one/src', 'one/src/main.ts', 'one/src/new.ts', 'package.json', 'two', 'two/package.json', 'two/src', 'two/src/where.ts'],
    );
    expect(await readFile(join(copy, 'two/src/where.ts'), 'utf8')).toBe('export const where = 1;');
    expect((await readdir(join(copy, 'node_modules'))).toSorted()).toEqual(['@other', '@sign-display', 'library']);
  });

  test('a working copy resolves our packages to itself, and npm’s to where they are installed', async () => {
    const copy = await copyOf(root);
    expect(await sayOf(root)).toBe(`whole ${root}/two/src with library`);
    expect(await sayOf(copy)).toBe(`whole ${copy}/two/src with library`);
  });

  test('a working copy of this repository resolves each of our packages to itself', async () => {
    const copy = await copyOf(ROOT);
    const names = ['backend/app', 'contracts/limits', 'kiosk-agent/agent', 'simulator/run/run'];
    const program = `console.log(${JSON.stringify(names)}.map((name) => import.meta.resolve('@sign-display/' + name)).join(' '))`;
    await writeFile(join(copy, 'simulator/src/where.js'), program);
    const { stdout } = await run(process.execPath, [join(copy, 'simulator/src/where.js')]);
    const places = ['backend/src/app', 'contracts/src/limits', 'kiosk/agent/src/agent', 'simulator/src/run/run'];
    expect(stdout.trim().split(' ')).toEqual(places.map((place) => `file://${copy}/${place}.ts`));
    // The packages that it imports are found too.
    await run(process.execPath, ['--eval', `import('@sign-display/kiosk-agent/agent')`], { cwd: copy });
  });

  test('a working copy of a folder that is no git repository is refused', async () => {
    await rm(join(root, '.git'), { recursive: true });
    await expect(makeWorkingCopy(root)).rejects.toThrow(MutantError);
  });
});

describe('a patch', () => {
  const mutant = join(MUTANTS_FOLDER, 'broken.patch');

  test('a patch changes the copy, and leaves the tree as it is', async () => {
    await write({ [mutant]: patchOf("const word = 'whole';", "const word = 'broken';") });
    const copy = await prepareMutant('broken', root);
    copies.push(copy);
    expect(await sayOf(copy.folder)).toMatch(/^broken /);
    expect(await readFile(join(root, 'one/src/main.ts'), 'utf8')).toBe(MAIN);
  });

  test('a patch that no longer applies is refused, and its copy is removed', async () => {
    await write({ [mutant]: patchOf("const word = 'other';", "const word = 'broken';") });
    const temporary = join(root, 'temporary');
    await mkdir(temporary);
    vi.stubEnv('TMPDIR', temporary);
    await expect(prepareMutant('broken', root)).rejects.toThrow(/one\/src\/main\.ts: patch does not apply/);
    await expect(prepareMutant('broken', root)).rejects.toThrow(MutantError);
    expect(await readdir(temporary)).toEqual([]);
    await expect(prepareMutant('other', root)).rejects.toThrow(/Unknown mutant other/);
  });

  test('a patch is applied also where the copy lies inside another git repository', async () => {
    await write({ 'broken.patch': patchOf("const word = 'whole';", "const word = 'broken';") });
    const inner = join(root, 'one/src/copies/one');
    await mkdir(join(inner, 'one/src'), { recursive: true });
    await writeFile(join(inner, 'one/src/main.ts'), MAIN);
    await applyPatch(inner, join(root, 'broken.patch'), 'check');
    expect(await readFile(join(inner, 'one/src/main.ts'), 'utf8')).toBe(MAIN);
    await applyPatch(inner, join(root, 'broken.patch'));
    expect(await readFile(join(inner, 'one/src/main.ts'), 'utf8')).toContain('broken');
    await expect(applyPatch(inner, join(root, 'broken.patch'), 'check')).rejects.toThrow('does not apply');
  });
});
