import { createHash } from 'node:crypto';
import type { Failure, Life } from '../virtual/run-plan.ts';
import { createCoverageSum, type CoverageSum } from './coverage-sum.ts';
import type { Trial } from './trial.ts';

/** A promise that did not hold in a trial. */
export interface Broken {
  trial: Trial;
  failure: Failure;
}

/** The sums over the trials that are done. */
export interface Tally {
  trials: number;
  seeds: number;
  virtualMs: number;
  /** The sum of kiosks × virtual time. */
  signMs: number;
  statements: number;
  events: number;
  /** In the order of the trials. */
  broken: Broken[];
}

export interface Outcome extends Tally {
  /** SHA-256, as hex, over the hashes of the seeds' runs in their order. Null where no seed ran. */
  hash: string | null;
  /** The same over the regressions. */
  regressionsHash: string | null;
  /** The hash of each run that is done, by its seed or the name of its regression, in the order of the trials. */
  hashes: Readonly<Record<Trial['kind'], ReadonlyMap<string, string>>>;
  coverage: CoverageSum;
  /** All trials were run. */
  isWhole: boolean;
  /** Why the run broke off; null where it did not, or `signal` ended it. */
  error: unknown;
}

function hashOf(hashes: ReadonlyMap<string, string>): string | null {
  if (hashes.size === 0) return null;
  const hash = createHash('sha256');
  for (const each of hashes.values()) hash.update(`${each}\n`);
  return hash.digest('hex');
}

/**
 * Runs trials, `width` at once, and adds up their results in the order of the trials. Starts no more of them after `signal`, after `live` rejected,
 * or, with `failFast`, after the first broken promise. The outcome then covers the trials that are done.
 */
export async function verifyTrials(
  trials: Iterable<Trial>,
  deps: {
    live(trial: Trial): Promise<Life>;
    width: number;
    failFast: boolean;
    signal: AbortSignal;
    onLived(tally: Tally): void;
  },
): Promise<Outcome> {
  const { live, width, failFast, signal, onLived } = deps;
  const hashes: Record<Trial['kind'], Map<string, string>> = { regression: new Map(), seed: new Map() };
  const coverage = createCoverageSum();
  const tally: Tally = { trials: 0, seeds: 0, virtualMs: 0, signMs: 0, statements: 0, events: 0, broken: [] };
  const source = trials[Symbol.iterator]();
  /** Trials that are done while an earlier one is not. */
  const early = new Map<number, { trial: Trial; life: Life }>();
  let given = 0;
  let counted = 0;
  let isOver = false;
  let error: unknown = null;

  function count(trial: Trial, life: Life): void {
    tally.trials += 1;
    tally.virtualMs += life.virtualMs;
    tally.signMs += life.virtualMs * trial.plan.kiosks;
    tally.statements += life.statements;
    tally.events += life.events;
    if (trial.kind === 'seed') tally.seeds += 1;
    hashes[trial.kind].set(String(trial.seed), life.hash);
    coverage.add(life.coverage, trial.kind === 'seed');
    if (life.failure) tally.broken.push({ trial, failure: life.failure });
    onLived(tally);
  }

  async function work(): Promise<void> {
    while (!signal.aborted && !isOver) {
      const next = source.next();
      if (next.done) return;
      const place = given;
      given += 1;
      const life = await live(next.value).catch((cause: unknown) => {
        if (!signal.aborted) error ??= cause;
        isOver = true;
        return null;
      });
      if (!life) return;
      isOver ||= failFast && life.failure !== null;
      early.set(place, { trial: next.value, life });
      for (let lived = early.get(counted); lived; lived = early.get(counted)) {
        early.delete(counted);
        counted += 1;
        count(lived.trial, lived.life);
      }
    }
  }

  await Promise.all(Array.from({ length: width }, work));
  // The trials before these were cut off.
  for (const [, { trial, life }] of [...early].toSorted(([one], [other]) => one - other)) count(trial, life);
  return {
    ...tally,
    hash: hashOf(hashes.seed),
    regressionsHash: hashOf(hashes.regression),
    hashes,
    coverage,
    isWhole: counted === given && source.next().done === true,
    error,
  };
}
