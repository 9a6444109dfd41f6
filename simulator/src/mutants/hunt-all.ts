import type { Clock } from '@sign-display/contracts/ports';
import { eachAtOnce } from '../each-at-once.ts';
import { hunt, type Outcome } from './hunt.ts';
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
  /** Each with its recorded seed, and no other. */
  known: Readonly<Record<string, KnownSeed>> | null;
  verify: Verify;
  clock: Clock;
  signal: AbortSignal;
  /** Told of each as soon as it is known. */
  onHunted(hunted: Hunted): void;
}

/** Where to look for a mutant; null: nothing is recorded of it. */
function placeOf({ name, options }: Mutant, { known, seeds, from }: HuntAll) {
  if (!known) return { seeds: { from, count: seeds }, options };
  const one = known[name];
  return one ? { seeds: { from: one.seed, count: 1 }, options: one.options?.split(' ') ?? [] } : null;
}

/**
 * Hunts each mutant in a copy of the tree of its own, beside a copy in which nothing is wrong. Gives what became of them, in their order; of those that
 * `signal` cut off nothing.
 */
export async function huntAll(given: HuntAll): Promise<Hunted[]> {
  const { root, mutants, jobs, verify, clock, signal, onHunted } = given;
  const untouched = await makeWorkingCopy(root);
  const outcomes = new Map<Mutant, Hunted>();

  async function huntOne(mutant: Mutant): Promise<Outcome> {
    const place = placeOf(mutant, given);
    if (!place) return { type: 'survived', seeds: 0, words: 'No seed is recorded of it: run once with --record.' };
    const copy = await makeWorkingCopy(root);
    try {
      await applyPatch(copy.folder, mutant.file);
      const folders = { mutated: copy.folder, untouched: untouched.folder };
      return await hunt({ verify, ...folders }, place.seeds, place.options);
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
