import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hunt, huntByPlan } from './seed-search.ts';
import type { Verify } from './verify-run.ts';

/** A stand-in for a tree that breaks a promise at the seeds that are given. */
const verifierOf =
  (breaks: Record<string, ReadonlySet<number>>, tried: number[] = []): Verify =>
  (folder, what) => {
    const { from, count } = 'from' in what ? what : { from: Number(what.regression), count: 1 };
    for (let seed = from; seed < from + count; seed += 1) {
      tried.push(seed);
      if (!breaks[folder]!.has(seed)) continue;
      const failure = { seed, promise: 'C1', words: 'two have it' };
      return Promise.resolve({ type: 'broken', failure, seedsRun: seed - from + 1 });
    }
    return Promise.resolve({ type: 'held', seedsRun: count });
  };

const folders = { mutated: 'mutated', untouched: 'untouched' };
const seedSet = fc.uniqueArray(fc.nat(300)).map((seeds) => new Set(seeds));

describe('a hunt', () => {
  test('a hunt ends at the first seed that breaks a promise with the mutant and none without it', async () => {
    const range = { from: fc.nat(100), count: fc.integer({ min: 1, max: 200 }) };
    await fc.assert(
      fc.asyncProperty(seedSet, seedSet, fc.record(range), async (mutated, untouched, { from, count }) => {
        const outcome = await hunt({ verify: verifierOf({ mutated, untouched }), ...folders }, { from, count }, []);
        const found = [...mutated].filter((seed) => seed >= from && seed < from + count && !untouched.has(seed));
        if (found.length === 0) expect(outcome).toMatchObject({ type: 'survived', seeds: count });
        else {
          const seed = Math.min(...found);
          expect(outcome).toMatchObject({ type: 'caught', failure: { seed }, seeds: seed - from + 1 });
        }
      }),
    );
  });

  test('a hunt tries no seed twice and none beyond those it was given', async () => {
    const tried: number[] = [];
    const verify = verifierOf({ mutated: new Set(), untouched: new Set() }, tried);
    await hunt({ verify, ...folders }, { from: 7, count: 200 }, []);
    expect(tried).toEqual(Array.from({ length: 200 }, (_, index) => 7 + index));
  });

  test('a hunt says at which seeds the unchanged tree breaks a promise', async () => {
    const verify = verifierOf({ mutated: new Set([3, 8]), untouched: new Set([3, 8]) });
    const outcome = await hunt({ verify, ...folders }, { from: 1, count: 10 }, []);
    expect(outcome).toMatchObject({ type: 'survived', words: expect.stringContaining('3, 8') });
  });

  test('a hunt by a plan catches a mutant if the plan breaks a promise with the mutant only', async () => {
    const verify = verifierOf({ mutated: new Set([1, 2]), untouched: new Set([2, 3]) });
    const by = (regression: string) => huntByPlan({ verify, ...folders }, { regression });
    expect(await by('1')).toMatchObject({ type: 'caught', failure: { seed: 1 }, seeds: 1 });
    expect(await by('2')).toMatchObject({ type: 'survived', words: expect.stringContaining('without the bug') });
    expect(await by('3')).toEqual({ type: 'survived', seeds: 1 });
  });

  test.for(['mutated', 'untouched'])('a hunt catches nothing where the %s tree gives no verdict', async (silent) => {
    const known = verifierOf({ mutated: new Set([2]), untouched: new Set() });
    const verify: Verify = (folder, ...rest) =>
      folder === silent ? Promise.resolve({ type: 'no_verdict', words: 'it did not start' }) : known(folder, ...rest);
    const outcome = await hunt({ verify, ...folders }, { from: 1, count: 10 }, []);
    expect(outcome).toMatchObject({ type: 'no_verdict', words: expect.stringContaining('it did not start') });
  });
});
