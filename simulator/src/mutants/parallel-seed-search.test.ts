import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { huntAll, type HuntAll } from './parallel-seed-search.ts';
import { readMutants } from './mutant.ts';
import { createVerify, createVerifyPlans } from './verify-run.ts';

const SERVICE = 'backend/src/service.ts';
/** A stand-in for `sim:verify`: from its third seed on it finds a wrong word of the service, and it has no verdict on a service that does not start. */
const VERIFY = `
  import { writeFileSync } from 'node:fs';
  import { word } from '../../../${SERVICE}';
  const asked = (name: string) => process.argv[process.argv.indexOf(name) + 1]!;
  const lives = process.argv.includes('--regressions');
  const regression = process.argv.includes('--regression') && asked('--regression');
  const [from, seeds] = regression || lives ? [3, 1] : [Number(asked('--from')), Number(asked('--seeds'))];
  const seed = regression || Math.max(from, 3);
  const failures = word === 'wrong' && (regression || seed < from + seeds) ? [{ seed, promise: 'C1', words: 'the word is wrong' }] : [];
  writeFileSync(asked('--json'), JSON.stringify({ ok: failures.length === 0, seedsRun: seeds, failures, seconds: 1, ...(lives && { regressionHashes: Object.fromEntries(['a-plan', 'plan-0', 'plan-1', 'plan-2', 'plan-3', 'plan-4', 'plan-5', 'plan-6'].map((name) => [name, ''])) }) }));
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
    verifyPlans: createVerifyPlans({ clock: systemClock, signal }),
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
    verify: async (folder, ...rest) => {
      tried.push(await readFile(join(folder, SERVICE), 'utf8'));
      return await verify(folder, ...rest);
    },
  });
  expect(wrong).toMatchObject({ type: 'caught', failure: { seed: 'some-plan' } });
  expect(worse).toMatchObject({ type: 'caught', failure: { seed: 'some-plan' } });
  expect(tried.filter((text) => text === FILES[SERVICE])).toHaveLength(1);
  expect(tried).toHaveLength(3);
});

test('many plans are lived on the unchanged tree in one run, and one that this run did not live catches nobody', async () => {
  const names = Array.from({ length: 9 }, (_, index) => `wrong-${index}`);
  for (const name of names)
    await writeFile(join(root, `simulator/mutants/${name}.patch`), FILES['simulator/mutants/wrong.patch']);
  const known = Object.fromEntries(names.map((name, at) => [name, { regression: `plan-${at}`, promise: 'C1' }]));
  let runs = 0;
  const verifyPlans = createVerifyPlans({ clock: systemClock, signal: interruption.signal });
  const outcomes = await hunted({
    known,
    isKnownAlone: true,
    verifyPlans: (...given) => {
      runs += 1;
      return verifyPlans(...given);
    },
  });
  expect(runs).toBe(1);
  for (const name of names.slice(0, 7)) expect(outcomes[name]).toMatchObject({ type: 'caught' });
  for (const name of names.slice(7))
    expect(outcomes[name]).toMatchObject({
      type: 'no_verdict',
      words: expect.stringMatching(/The plan .* does not exist/),
    });
});

test('a mutant leaves nothing behind in the copy that the next mutant gets', async () => {
  const verify = createVerify({ clock: systemClock, signal: interruption.signal });
  const texts = new Map<string, string[]>();
  const mutants = (await readMutants(root)).toReversed();
  const outcomes = await hunted({
    jobs: 1,
    mutants,
    verify: async (folder, ...rest) => {
      texts.set(folder, [...(texts.get(folder) ?? []), await readFile(join(folder, SERVICE), 'utf8')]);
      return await verify(folder, ...rest);
    },
  });
  expect(outcomes).toMatchObject({ wrong: { type: 'caught' }, harmless: { type: 'survived' } });
  const word = (text: string) => / = (.+);/.exec(text)?.[1];
  const [inMutants, inUntouched] = [...texts.values()].map((each) => new Set(each.map(word)));
  expect(texts.size).toBe(2);
  expect(inMutants).toEqual(new Set(["'wrong'", 'missing', "'as good'"]));
  expect(inUntouched).toEqual(new Set(["'right'"]));
});

test('an interrupted hunt says nothing of the mutants that it cut off, and leaves no copies', async () => {
  expect(await hunted({ jobs: 1, onHunted: () => interruption.abort() })).toEqual({
    harmless: { type: 'survived', seeds: 20 },
  });
});
