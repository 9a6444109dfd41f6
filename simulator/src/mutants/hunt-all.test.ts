import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { huntAll, type HuntAll } from './hunt-all.ts';
import { readMutants } from './mutant.ts';
import { createVerify } from './verify-run.ts';

const SERVICE = 'backend/src/service.ts';
/** A stand-in for `sim:verify`: from its third seed on it finds a wrong word of the service, and it has no verdict on a service that does not start. */
const VERIFY = `
  import { writeFileSync } from 'node:fs';
  import { word } from '../../../${SERVICE}';
  const asked = (name: string) => process.argv[process.argv.indexOf(name) + 1]!;
  const regression = process.argv.includes('--regression') && asked('--regression');
  const [from, seeds] = regression ? [3, 1] : [Number(asked('--from')), Number(asked('--seeds'))];
  const seed = regression || Math.max(from, 3);
  const failures = word === 'wrong' && (regression || seed < from + seeds) ? [{ seed, promise: 'C1', words: 'the word is wrong' }] : [];
  writeFileSync(asked('--json'), JSON.stringify({ ok: failures.length === 0, seedsRun: seeds, failures, seconds: 1 }));
  process.exitCode = failures.length;`;

const patchOf = (before: string, after: string): string =>
  `Title: a bug\nPromise: C1\n\ndiff --git a/${SERVICE} b/${SERVICE}\n--- a/${SERVICE}\n+++ b/${SERVICE}\n@@ -1,3 +1,3 @@\n // The service.\n-${before}\n+${after}\n // No more.\n`;

const RIGHT = `export const word: string = 'right';`;
const FILES = {
  'package.json': '{ "type": "module" }',
  [SERVICE]: `// The service.\n${RIGHT}\n// No more.\n`,
  'simulator/src/verify/cli.ts': VERIFY,
  'simulator/mutants/harmless.patch': patchOf(RIGHT, `export const word: string = 'as good';`),
  'simulator/mutants/old.patch': patchOf('export const number = 1;', 'export const number = 2;'),
  'simulator/mutants/stillborn.patch': patchOf(RIGHT, 'export const word: string = missing;'),
  'simulator/mutants/wrong.patch': patchOf(RIGHT, `export const word: string = 'wrong';`),
};

let root: string;
let temporary: string;
let interruption: AbortController;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'mutants-test-'));
  temporary = join(root, 'temporary');
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  await writeFile(join(root, '.gitignore'), 'temporary\n');
  await mkdir(temporary);
  vi.stubEnv('TMPDIR', temporary);
  await promisify(execFile)('git', ['init', '--quiet'], { cwd: root });
  interruption = new AbortController();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true });
});

async function hunted(given: Partial<HuntAll> = {}) {
  const { signal } = interruption;
  const all = await huntAll({
    root,
    mutants: await readMutants(root),
    jobs: 2,
    seeds: 20,
    from: 1,
    known: null,
    isKnownAlone: false,
    verify: createVerify({ clock: systemClock, signal }),
    clock: systemClock,
    signal,
    onHunted: () => {},
    ...given,
  });
  expect(await readdir(temporary)).toEqual([]);
  return Object.fromEntries(all.map(({ mutant, outcome }) => [mutant.name, outcome]));
}

test('a hunt says of each mutant whether it is caught, survives, does not apply or has no verdict, and removes its copies', async () => {
  expect(await hunted()).toEqual({
    harmless: { type: 'survived', seeds: 20 },
    old: { type: 'not_applying', words: expect.stringContaining('patch does not apply') },
    stillborn: { type: 'no_verdict', words: expect.stringContaining('missing is not defined') },
    wrong: { type: 'caught', failure: { seed: 3, promise: 'C1', words: 'the word is wrong' }, seeds: 3 },
  });
});

test('a hunt by known seeds tries one seed a mutant, which catches it or does not', async () => {
  const known = { wrong: { seed: 7, promise: 'C1' }, harmless: { seed: 7, promise: 'C1' } };
  const { wrong, harmless, stillborn } = await hunted({ known, isKnownAlone: true });
  expect(wrong).toMatchObject({ type: 'caught', failure: { seed: 7 }, seeds: 1 });
  expect(harmless).toMatchObject({ type: 'survived', seeds: 1 });
  expect(stillborn).toMatchObject({ type: 'survived', words: expect.stringContaining('--record') });
  const elsewhere = { wrong: { seed: 2, promise: 'C1' } };
  expect(await hunted({ known: elsewhere, isKnownAlone: true })).toMatchObject({ wrong: { type: 'survived' } });
});

test('a hunt tries the known seed or plan first, and other seeds where that does not catch the mutant', async () => {
  const known = { wrong: { seed: 7, promise: 'C1' }, harmless: { seed: 7, promise: 'C1' } };
  const { wrong, harmless } = await hunted({ known });
  expect(wrong).toMatchObject({ type: 'caught', failure: { seed: 7 }, seeds: 1 });
  expect(harmless).toMatchObject({ type: 'survived', seeds: 20 });
  const elsewhere = { wrong: { seed: 2, promise: 'C1' } };
  expect(await hunted({ known: elsewhere })).toMatchObject({ wrong: { type: 'caught', failure: { seed: 3 } } });
});

test('a plan that is known to catch two mutants runs once on the unchanged tree', async () => {
  const verify = createVerify({ clock: systemClock, signal: interruption.signal });
  const tried: string[] = [];
  const known = {
    wrong: { regression: 'some-plan', promise: 'C1' },
    worse: { regression: 'some-plan', promise: 'C1' },
  };
  await writeFile(join(root, 'simulator/mutants/worse.patch'), FILES['simulator/mutants/wrong.patch']);
  const { wrong, worse } = await hunted({
    known,
    isKnownAlone: true,
    verify: (folder, ...rest) => {
      tried.push(folder);
      return verify(folder, ...rest);
    },
  });
  expect(wrong).toMatchObject({ type: 'caught', failure: { seed: 'some-plan' } });
  expect(worse).toMatchObject({ type: 'caught', failure: { seed: 'some-plan' } });
  expect(tried).toHaveLength(3);
  expect(new Set(tried).size).toBe(3);
});

test('an interrupted hunt says nothing of the mutants that it cut off, and leaves no copies', async () => {
  expect(await hunted({ jobs: 1, onHunted: () => interruption.abort() })).toEqual({
    harmless: { type: 'survived', seeds: 20 },
  });
});
