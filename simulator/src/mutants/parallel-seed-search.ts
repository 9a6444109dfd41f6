import type { Clock } from '@sign-display/contracts/clock-and-random';
import { eachInParallel } from '../waiting/each-in-parallel.ts';
import { hunt, huntByPlan, type Outcome, type Trees } from './seed-search.ts';
import type { KnownSeed } from './known-seeds.ts';
import { MutantError, type Mutant } from './mutant.ts';
import type { Hunted } from './render-mutants-table.ts';
import type { Verify, VerifyPlans } from './verify-run.ts';
import { applyPatch, makeWorkingCopy, type WorkingCopy } from './working-copy.ts';

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
  verifyPlans: VerifyPlans;
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
  if (!one) return { type: 'survived', seeds: 0, words: 'No seed or plan is recorded for it: run once with --record.' };
  if ('regression' in one) return await huntByPlan(trees, one);
  return await hunt(trees, { from: one.seed, count: 1 }, one.options?.split(' ') ?? []);
}

/** With so many known plans all are lived in one process: that is quicker than a process for each. */
const MANY_PLANS = 8;

/** Asks the same of the untouched tree in `folder` once, and all plans together where many will be asked for. */
function rememberOf({ verify, verifyPlans, mutants, known, jobs }: HuntAll, folder: string): Verify {
  const ofMutants = mutants.flatMap(({ name }) => known?.[name] ?? []);
  const plans = new Set(ofMutants.flatMap((one) => ('regression' in one ? one.regression : [])));
  let verdicts: ReturnType<VerifyPlans> | null = null;
  const asked = new Map<string, ReturnType<Verify>>();
  const ask: Verify = async (_, what, options) => {
    if (!('regression' in what) || plans.size < MANY_PLANS) return await verify(folder, what, options);
    verdicts ??= verifyPlans(folder, jobs);
    return (await verdicts)(what.regression);
  };
  return (where, what, options) => {
    if (where !== folder) return verify(where, what, options);
    const key = JSON.stringify([what, options]);
    const verdict = asked.get(key) ?? ask(folder, what, options);
    asked.set(key, verdict);
    return verdict;
  };
}

/**
 * Copies of the tree that mutants take turns in, one mutant in a copy at a time: at a path that was used before, Node knows what it has compiled of the
 * files that no patch touches.
 */
function createCopies(root: string) {
  const all: WorkingCopy[] = [];
  /** Those that are as the tree is. */
  const free: WorkingCopy[] = [];
  async function take(): Promise<WorkingCopy> {
    const copy = free.pop() ?? (await makeWorkingCopy(root));
    if (!all.includes(copy)) all.push(copy);
    return copy;
  }
  return {
    take,
    /** Does `work` in a copy that has the mutant. Throws a `MutantError` where its patch does not apply. */
    async withMutant<Result>({ file }: Mutant, work: (folder: string) => Promise<Result>): Promise<Result> {
      const copy = await take();
      await applyPatch(copy.folder, file).catch((error: unknown) => {
        free.push(copy);
        throw error;
      });
      const result = await work(copy.folder);
      await applyPatch(copy.folder, file, 'undo');
      free.push(copy);
      return result;
    },
    async remove() {
      for (const copy of all) await copy.remove();
    },
  };
}

/**
 * Hunts each mutant in a copy of the tree, beside a copy in which nothing is wrong. Gives what became of them, in their order; of those that
 * `signal` cut off nothing.
 */
export async function huntAll(given: HuntAll): Promise<Hunted[]> {
  const { root, mutants, jobs, clock, signal, onHunted } = given;
  const copies = createCopies(root);
  const untouched = await copies.take();
  // Several mutants are known by one plan.
  const verify = rememberOf(given, untouched.folder);
  const outcomes = new Map<Mutant, Hunted>();

  async function huntOne(mutant: Mutant): Promise<Outcome> {
    try {
      return await copies.withMutant(mutant, (mutated) =>
        look(mutant, given, { verify, mutated, untouched: untouched.folder }),
      );
    } catch (error) {
      if (!(error instanceof MutantError)) throw error;
      return { type: 'not_applying', words: error.message };
    }
  }

  try {
    await eachInParallel(mutants, jobs, async (mutant) => {
      if (signal.aborted) return;
      const sinceMs = clock.monotonicMs();
      const outcome = await huntOne(mutant);
      if (signal.aborted) return;
      const hunted = { mutant, outcome, seconds: (clock.monotonicMs() - sinceMs) / 1_000 };
      outcomes.set(mutant, hunted);
      onHunted(hunted);
    });
  } finally {
    await copies.remove();
  }
  return mutants.flatMap((mutant) => outcomes.get(mutant) ?? []);
}
