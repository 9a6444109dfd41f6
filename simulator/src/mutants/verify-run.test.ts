import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { createVerify, type KnownPlan, type Seeds } from './verify-run.ts';

let folder: string;
let stop: AbortController;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mutants-test-'));
  stop = new AbortController();
});
afterEach(() => rm(folder, { recursive: true }));

/** Makes a tree whose `sim:verify` is `program`, which writes its result to `file` and ends by `end(code)`. */
async function verify(program: string, clock: Clock = systemClock, what: Seeds | KnownPlan = { from: 11, count: 3 }) {
  const path = join(folder, 'simulator/src/verify/cli.ts');
  await mkdir(dirname(path), { recursive: true });
  const words = `
    import { writeFileSync } from 'node:fs';
    const options = process.argv.slice(2);
    const file = options[options.indexOf('--json') + 1];
    const write = (result) => writeFileSync(file, JSON.stringify(result));
    ${program}`;
  await writeFile(path, words);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  return await createVerify({ clock, signal: stop.signal })(folder, what, ['--nodes', '1']);
}

const FAILURE = { seed: 12, promise: 'C1', words: 'two have it', seen: '2', expected: '1' };
const broken = (...seeds: number[]) =>
  JSON.stringify({ ok: false, seedsRun: 3, failures: seeds.map((seed) => ({ ...FAILURE, seed })), seconds: 1 });

describe('a run of sim:verify', () => {
  test('a run gets its seeds and the mutant’s options, and holds', async () => {
    const said = `
      const asked = options.join(' ').replace(file, 'FILE');
      if (asked !== '--from 11 --seeds 3 --json FILE --no-shrink --jobs 1 --nodes 1') throw new Error(asked);
      write({ ok: true, seedsRun: 3, failures: [], seconds: 1 });`;
    expect(await verify(said)).toEqual({ type: 'held', seedsRun: 3 });
  });

  test('a run of a plan names the plan where it breaks a promise', async () => {
    const said = `
      const asked = options.join(' ').replace(file, 'FILE');
      if (asked !== '--regression late-ack --json FILE --no-shrink --jobs 1 --nodes 1') throw new Error(asked);
      write({ ok: false, seedsRun: 1, failures: [{ seed: 'late-ack', promise: 'C2', words: 'too late' }], seconds: 1 });
      process.exit(1);`;
    expect(await verify(said, systemClock, { regression: 'late-ack' })).toMatchObject({
      type: 'broken',
      failure: { seed: 'late-ack', promise: 'C2' },
    });
  });

  test('a run counts as broken at the earliest of its failing seeds', async () => {
    const verdict = await verify(`write(${broken(13, 12)}); process.exit(1);`);
    expect(verdict).toMatchObject({ type: 'broken', failure: { seed: 12, promise: 'C1' } });
  });

  test.for([
    ['the service does not start', 'console.error("no such table"); process.exit(2);', 'no such table'],
    ['it crashes', 'throw new Error("not a function");', 'not a function'],
    ['it crashes after a broken promise', `write(${broken(12)}); process.kill(process.pid, 'SIGKILL');`, 'SIGKILL'],
    ['it could not finish after a broken promise', `write(${broken(12)}); process.exit(2);`, 'exit code 2'],
    [
      'a run of it could not go on',
      `write(${broken(12).replace('C1', 'run')}); process.exit(1);`,
      'Seed 12: two have it',
    ],
    ['it leaves no result', 'process.exit(1);', 'no readable result'],
    ['its result is none', 'write({ ok: false }); process.exit(1);', 'no readable result'],
    ['it says that all is well and that it is not', `write(${broken(12)});`, 'contradict'],
    ['it names no promise', 'write({ ok: false, seedsRun: 3, failures: [] }); process.exit(1);', 'contradict'],
  ] as const)('is no verdict where %s', async ([, program, words]) => {
    expect(await verify(program)).toMatchObject({ type: 'no_verdict', words: expect.stringContaining(words) });
  });

  test('a run without an end is no verdict', async () => {
    const atOnce: Clock = { ...systemClock, after: (_delayMs, task) => systemClock.after(0, task) };
    const verdict = await verify(`write(${broken(12)}); setInterval(() => {}, 1_000);`, atOnce);
    expect(verdict).toMatchObject({ type: 'no_verdict', words: expect.stringContaining('did not finish') });
  });

  test('a run ends when its signal fires', async () => {
    stop.abort();
    expect(await verify('setInterval(() => {}, 1_000);')).toMatchObject({ type: 'no_verdict' });
  });
});
