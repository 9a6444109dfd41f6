import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readKnownSeeds, recordSeeds } from './known-seeds.ts';
import { MUTANTS_FOLDER, MutantError } from './mutant.ts';

let root: string;
let file: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'mutants-test-'));
  await mkdir(join(root, MUTANTS_FOLDER), { recursive: true });
  file = join(root, MUTANTS_FOLDER, 'known-seeds.json');
});
afterEach(() => rm(root, { recursive: true }));

test('recording seeds replaces what was known of the same mutants and drops mutants that are gone', async () => {
  expect(await readKnownSeeds(root)).toEqual({});
  const one = { seed: 3, promise: 'C1' };
  await recordSeeds(root, { two: one, one, gone: one }, ['one', 'two', 'gone']);
  const two = { seed: 5, promise: 'C6', options: '--nodes 1' };
  const three = { regression: 'late-ack', promise: 'C2' };
  await recordSeeds(root, { two, three }, ['one', 'two', 'three']);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ one, two, three });
  expect(Object.keys(await readKnownSeeds(root))).toEqual(['one', 'three', 'two']);
  // A found seed replaces a known seed, but not a known plan.
  await recordSeeds(root, { two: three, three: one }, ['one', 'two', 'three']);
  expect(await readKnownSeeds(root)).toEqual({ one, two: three, three });
});

test('a known-seeds.json with another form is refused', async () => {
  for (const text of [
    '{',
    '[]',
    '{ "one": { "seed": "3", "promise": "C1" } }',
    '{ "one": { "seed": 3 } }',
    '{ "one": { "promise": "C1" } }',
  ]) {
    await writeFile(file, text);
    await expect(readKnownSeeds(root)).rejects.toThrow(MutantError);
  }
});
