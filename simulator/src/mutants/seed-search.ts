import type { Failure } from './judge-verify-result.ts';
import type { KnownPlan, Seeds, Verify } from './verify-run.ts';

/** What became of a mutant. `seeds`: how many were tried. */
export type Outcome =
  | { type: 'caught'; failure: Failure; seeds: number }
  /** `words`: what else there is to say. */
  | { type: 'survived'; seeds: number; words?: string }
  | { type: 'not_applying' | 'no_verdict'; words: string };

/** Of each round, before it is known whether more are needed: most mutants are caught by one of the first seeds. */
const FIRST_ROUND = 5;
const LARGEST_ROUND = 50;

export interface Trees {
  verify: Verify;
  /** The copy with the bug in it. */
  mutated: string;
  untouched: string;
}

/** Tries the plan alone in which the bug is known to show. */
export async function huntByPlan({ verify, mutated, untouched }: Trees, plan: KnownPlan): Promise<Outcome> {
  const verdict = await verify(mutated, plan, []);
  if (verdict.type === 'no_verdict') return verdict;
  if (verdict.type === 'held') return { type: 'survived', seeds: 1 };
  const without = await verify(untouched, plan, []);
  if (without.type === 'no_verdict') return { ...without, words: `Without the mutant: ${without.words}` };
  if (without.type === 'held') return { type: 'caught', failure: verdict.failure, seeds: 1 };
  return { type: 'survived', seeds: 1, words: 'The plan breaks a promise without the bug as well.' };
}

/**
 * Tries seed after seed until one breaks a promise in the copy with the bug and in none without it: what the tree itself breaks catches
 * nobody.
 */
export async function hunt(
  { verify, mutated, untouched }: Trees,
  seeds: Seeds,
  options: readonly string[],
): Promise<Outcome> {
  const end = seeds.from + seeds.count;
  const alsoWithout: number[] = [];
  let round = FIRST_ROUND;
  for (let from = seeds.from; from < end;) {
    const count = Math.min(round, end - from);
    const verdict = await verify(mutated, { from, count }, options);
    if (verdict.type === 'no_verdict') return verdict;
    if (verdict.type === 'held') {
      from += count;
      round = Math.min(2 * round, LARGEST_ROUND);
      continue;
    }
    const { failure } = verdict;
    const seed = Number(failure.seed);
    const without = await verify(untouched, { from: seed, count: 1 }, options);
    if (without.type === 'no_verdict') return { ...without, words: `Without the mutant: ${without.words}` };
    if (without.type === 'held') return { type: 'caught', failure, seeds: seed - seeds.from + 1 };
    alsoWithout.push(seed);
    from = seed + 1;
  }
  const words = alsoWithout.length > 0 && `Without it a promise breaks as well at seed ${alsoWithout.join(', ')}.`;
  return { type: 'survived', seeds: seeds.count, ...(words && { words }) };
}
