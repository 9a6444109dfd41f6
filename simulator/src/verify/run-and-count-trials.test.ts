import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Failure, Life } from '../virtual/run-plan.ts';
import { seedTrial, replayCommand, trialOnly, DEFAULT_SIZE, type Trial } from './trial.ts';
import { verifyTrials, type Outcome } from './run-and-count-trials.ts';

const SIZE = { ...DEFAULT_SIZE, hours: 0.05 };
const failure: Failure = { promise: 'C3', words: 'so', seen: 1, expected: 2, atMs: 5, last: [] };
const lifeOf = ({ seed }: Trial, isBroken: boolean): Life => ({
  hash: `hash of ${seed}`,
  events: 3,
  statements: 2,
  waits: 0,
  virtualMs: 1_000,
  coverage: { 'action claim': 2, [`fault ${seed}`]: 1 },
  failure: isBroken ? failure : null,
});

/** Runs trials that end in the order that `pick` says: it chooses which of those under way ends next. */
async function verify(
  count: number,
  options: {
    width: number;
    failFast: boolean;
    broken: readonly number[];
    pick: (underWay: number) => number;
    /** After so many runs the crew is gone: those under way reject. */
    endsAfter?: number;
    signal?: AbortSignal;
    regressions?: readonly number[];
  },
): Promise<Outcome> {
  const { endsAfter = Infinity, regressions = [] } = options;
  const underWay: (() => void)[] = [];
  let lived = 0;
  const run = verifyTrials(
    Array.from({ length: count }, (_, seed): Trial => {
      const trial = seedTrial(String(seed), SIZE);
      return regressions.includes(seed) ? { ...trial, kind: 'regression' } : trial;
    }),
    {
      signal: new AbortController().signal,
      ...options,
      onLived() {},
      live: (trial) =>
        new Promise((resolve, reject) => {
          underWay.push(() => {
            lived += 1;
            if (lived > endsAfter) reject(new Error('the crew is gone'));
            else resolve(lifeOf(trial, options.broken.includes(Number(trial.seed))));
          });
        }),
    },
  );
  const state = { isOver: false };
  const over = run.finally(() => void (state.isOver = true));
  while (!state.isOver) {
    const [next] = underWay.splice(options.pick(underWay.length), 1);
    next?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return await over;
}

test('S3: hash, coverage and broken promises do not depend on which seed ends first', async () => {
  const inOrder = await verify(9, { width: 1, failFast: false, broken: [2, 7], pick: () => 0 });
  expect(inOrder.broken.map(({ trial }) => trial.seed)).toEqual([2, 7]);
  expect(inOrder.coverage.rows(['fault never'])).toContainEqual({
    what: 'action claim',
    hits: 18,
    seeds: 9,
    isExpected: false,
  });
  expect(inOrder.coverage.rows(['fault never'])).toContainEqual({
    what: 'fault never',
    hits: 0,
    seeds: 0,
    isExpected: true,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.nat(), { minLength: 9, maxLength: 9 }),
      async (width, picks) => {
        let turn = 0;
        const pick = (underWay: number) => (picks[(turn += 1) % 9] ?? 0) % Math.max(1, underWay);
        const outcome = await verify(9, { width, failFast: false, broken: [2, 7], pick });
        expect({ ...outcome, coverage: outcome.coverage.rows([]) }).toEqual({
          ...inOrder,
          coverage: inOrder.coverage.rows([]),
        });
      },
    ),
    { numRuns: 30 },
  );
});

test('with failFast no trial starts after the first broken promise, and those under way run to their end', async () => {
  const outcome = await verify(50, { width: 3, failFast: true, broken: [4], pick: () => 0 });
  expect(outcome.broken.map(({ trial }) => trial.seed)).toEqual([4]);
  expect(outcome).toMatchObject({ seeds: 7, isWhole: false });
});

test('when the crew is gone, the outcome has every trial that is done, also where an earlier one is not', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.nat(8),
      fc.boolean(),
      fc.array(fc.nat(), { minLength: 9, maxLength: 9 }),
      async (width, endsAfter, isInterrupted, picks) => {
        const signal = isInterrupted ? AbortSignal.abort() : new AbortController().signal;
        let turn = 0;
        const pick = (underWay: number) => (picks[(turn += 1) % 9] ?? 0) % Math.max(1, underWay);
        const all = Array.from({ length: 9 }, (_, seed) => seed);
        const outcome = await verify(9, { width, failFast: false, broken: all, pick, endsAfter, signal });
        const seeds = outcome.broken.map(({ trial }) => trial.seed);
        expect(seeds).toHaveLength(isInterrupted ? 0 : endsAfter);
        expect(seeds).toEqual(seeds.toSorted());
        expect(outcome.error).toEqual(isInterrupted ? null : new Error('the crew is gone'));
      },
    ),
  );
});

test('the outcome of an interrupted run has the trials that were done', async () => {
  const interruption = new AbortController();
  const { signal } = interruption;
  let turn = 0;
  // The trial that started first ends last.
  const pick = (underWay: number): number => {
    turn += 1;
    if (turn === 4) interruption.abort();
    return underWay - 1;
  };
  const outcome = await verify(9, { width: 3, failFast: false, broken: [2], pick, signal, endsAfter: 4 });
  expect(outcome).toMatchObject({ error: null, seeds: 4, isWhole: false });
  expect(outcome.broken.map(({ trial }) => trial.seed)).toEqual([2]);
});

test('regressions have a hash of their own, and do not count as seeds in the coverage', async () => {
  const options = { width: 2, failFast: false, broken: [], pick: () => 0 };
  const seeds = await verify(4, options);
  const mixed = await verify(4, { ...options, regressions: [0, 1] });
  const kept = await verify(2, { ...options, regressions: [0, 1] });
  expect(seeds).toMatchObject({ regressionsHash: null, isWhole: true });
  expect(kept.hash).toBeNull();
  expect(mixed.regressionsHash).toBe(kept.regressionsHash);
  expect(new Set([seeds.hash, mixed.hash, kept.regressionsHash]).size).toBe(3);
  expect([...mixed.hashes.regression.keys(), ...mixed.hashes.seed.keys()]).toEqual(['0', '1', '2', '3']);
  const claims = mixed.coverage.rows([]).find(({ what }) => what === 'action claim');
  expect(claims).toMatchObject({ hits: 8, seeds: 2 });
});

test('a replay command names the seed, the sizes that are no defaults, and the steps that are left', () => {
  const trial = seedTrial('some seed', { hours: 0.5, kiosks: 3, nodes: 2 });
  expect(replayCommand(trial, trial.plan, [])).toBe(
    "npm run sim:verify -- --seed 'some seed' --hours 0.5 --kiosks 3 --trace",
  );
  const part = trialOnly(trial, [1, 0]);
  expect(part.plan.steps.map(({ id }) => id)).toEqual([0, 1]);
  expect(replayCommand(part, part.plan, ['--mutant', 'some-bug'])).toMatch(/ --mutant some-bug --only 0,1 --trace$/);
  expect(replayCommand(trial, { ...trial.plan, steps: [] }, [])).toMatch(/ --only none --trace$/);
  expect(() => trialOnly(trial, [7_777])).toThrow(RangeError);
});
