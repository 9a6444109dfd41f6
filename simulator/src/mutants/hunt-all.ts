import type { Clock } from '@sign-display/contracts/ports';
import { eachAtOnce } from '../waiting/each-at-once.ts';
import { hunt, huntByPlan, type Outcome, type Trees } from './hunt.ts';
import type { KnownSeed } from './known-seeds.ts';
import { MutantError, type Mutant } from './mutant.ts';
import type { Hunted } from './mutants-table.ts';
import type { Verify } from './verify-run.ts';
import { applyPatch, makeWorkingCopy } from './working-copy.ts';

export interface HuntAll {
  root: string;
  mutants: readonly Mutant[];
  /** So many at once. */
  jobs: number;
  /** So many seeds a mutant at the most. */
  seeds: number;
  from: number;
  /** What is recorded of them, to be tried before seeds; null: seeds alone. */
  known: Readonly<Record<string, KnownSeed>> | null;
  /** Nothing else is tried. */
  isKnownAlone: boolean;
  verify: Verify;
  clock: Clock;
  signal: AbortSignal;
  /** Told of each as soon as it is known. */
  onHunted(hunted: Hunted): void;
}

/** Looks for a mutant where it is to be looked for. */
async function look(mutant: Mutant, given: HuntAll, trees: Trees): Promise<Outcome> {
  const { known, isKnownAlone, seeds, from } = given;
  const one = known?.[mutant.name];
  if (one || isKnownAlone) {
    const outcome = await lookWhereKnown(one, trees);
    if (outcome.type === 'caught' || isKnownAlone) return outcome;
  }
  return await hunt(trees, { from, count: seeds }, mutant.options);
}

async function lookWhereKnown(one: KnownSeed | undefined, trees: Trees): Promise<Outcome> {
  if (!one) return { type: 'survived', seeds: 0, words: 'No seed or plan is recorded of it: run once with --record.' };
  if ('regression' in one) return await huntByPlan(trees, one);
  return await hunt(trees, { from: one.seed, count: 1 }, one.options?.split(' ') ?? []);
}

/** Asks the same of the same tree once. */
function rememberOf(verify: Verify, folder: string): Verify {
  const known = new Map<string, ReturnType<Verify>>();
  return (asked, what, options) => {
    if (asked !== folder) return verify(asked, what, options);
    const key = JSON.stringify([what, options]);
    const verdict = known.get(key) ?? verify(asked, what, options);
    known.set(key, verdict);
    return verdict;
  };
}

/**
 * Hunts each mutant in a copy of the tree of its own, beside a copy in which nothing is wrong. Gives what became of them, in their order; of those that
 * `signal` cut off nothing.
 */
export async function huntAll(given: HuntAll): Promise<Hunted[]> {
  const { root, mutants, jobs, clock, signal, onHunted } = given;
  const untouched = await makeWorkingCopy(root);
  // Several mutants are known by one plan.
  const verify = rememberOf(given.verify, untouched.folder);
  const outcomes = new Map<Mutant, Hunted>();

  async function huntOne(mutant: Mutant): Promise<Outcome> {
    const copy = await makeWorkingCopy(root);
    try {
      await applyPatch(copy.folder, mutant.file);
      return await look(mutant, given, { verify, mutated: copy.folder, untouched: untouched.folder });
    } catch (error) {
      if (!(error instanceof MutantError)) throw error;
      return { type: 'not_applying', words: error.message };
    } finally {
      await copy.remove();
    }
  }

  try {
    await eachAtOnce(mutants, jobs, async (mutant) => {
      if (signal.aborted) return;
      const sinceMs = clock.monotonicMs();
      const outcome = await huntOne(mutant);
      if (signal.aborted) return;
      const hunted = { mutant, outcome, seconds: (clock.monotonicMs() - sinceMs) / 1_000 };
      outcomes.set(mutant, hunted);
      onHunted(hunted);
    });
  } finally {
    await untouched.remove();
  }
  return mutants.flatMap((mutant) => outcomes.get(mutant) ?? []);
}
