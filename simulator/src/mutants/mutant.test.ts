import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readKnownSeeds } from './known-seeds.ts';
import { MutantError, chooseMutants, parseMutant, readMutants } from './mutant.ts';
import { ROOT } from './prepare-mutant.ts';
import { applyPatch } from './working-copy.ts';

const DIFF = 'diff --git a/one.ts b/one.ts\n--- a/one.ts\n+++ b/one.ts\n@@ -1 +1 @@\n-a\n+b\n';
const parse = (head: string, rest = `\nWhy.\n\n${DIFF}`) => parseMutant('one', `${head}\n${rest}`, '/one.patch');

describe('the header of a patch', () => {
  test('a header names the bug, the promises that it breaks, and the options that it needs', () => {
    expect(parse('Title: a bug: small\nPromise: C1, contract 1\nOptions: --nodes 1  --hours 2')).toEqual({
      name: 'one',
      title: 'a bug: small',
      promises: ['C1', 'contract 1'],
      options: ['--nodes', '1', '--hours', '2'],
      file: '/one.patch',
    });
    expect(parse('Promise: C1\r\nTitle: a bug').options).toEqual([]);
  });

  test.for([
    ['a key that there is not', 'Title: a\nPromise: C1\nSeed: 3', undefined, 'Seed: 3'],
    ['a key twice', 'Title: a\nTitle: b\nPromise: C1', undefined, 'Title: b'],
    ['a line that is none', 'Title: a\nPromise: C1\nand so on', undefined, 'and so on'],
    ['no promise', 'Title: a', undefined, 'Promise'],
    ['no title', 'Promise: C1', undefined, 'Title'],
    ['no diff', 'Title: a\nPromise: C1', '\nWhy.\n', 'no diff'],
  ] as const)('is refused with %s', ([, head, rest, words]) => {
    expect(() => parse(head, rest)).toThrow(MutantError);
    expect(() => parse(head, rest)).toThrow(words);
  });
});

test('choosing no name gives all mutants, and an unknown name is refused with the list of mutants', () => {
  const all = ['one', 'two', 'three'].map((name) => ({ ...parse('Title: a\nPromise: C1'), name }));
  expect(() => chooseMutants(all, ['two', 'four'])).toThrow(
    /Unknown mutant four\. The known mutants are: one, two, three$/,
  );
  expect(chooseMutants(all, ['three', 'one']).map(({ name }) => name)).toEqual(['one', 'three']);
  expect(chooseMutants(all, [])).toEqual(all);
});

describe('simulator/mutants', async () => {
  const all = await readMutants(ROOT);

  test('there are at least twenty mutants', () => expect(all.length).toBeGreaterThanOrEqual(20));

  test.for(all)('$name applies to the tree as it is', async ({ file }) => {
    await applyPatch(ROOT, file, 'check');
    const changed = (await readFile(file, 'utf8')).matchAll(/^\+\+\+ b\/(.*)$/gm);
    // A mutant is a bug of the service or the kiosk, not of their tests or of the simulator.
    for (const [, path] of changed)
      expect(path).toMatch(/^(backend\/(src|migrations)|kiosk\/agent\/src)\/(?!.*test).*\.ts$/);
  });

  test('known-seeds.json names only mutants that exist', async () => {
    const names = all.map(({ name }) => name);
    for (const name of Object.keys(await readKnownSeeds(ROOT))) expect(names).toContain(name);
  });
});

test('a tree without a folder simulator/mutants is refused', async () => {
  await expect(readMutants(join(ROOT, 'docs'))).rejects.toThrow('simulator/mutants');
});
