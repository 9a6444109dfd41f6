import { createHash } from 'node:crypto';
import type { Failure, Life } from '../virtual/run-life.ts';
import { createCoverageSum, type CoverageSum } from './coverage-sum.ts';
import type { Trial } from './trial.ts';

/** A promise that did not hold in a trial. */
export interface Broken {
  trial: Trial;
  failure: Failure;
}

/** What is known so far. */
export interface Tally {
  trials: number;
  seeds: number;
  virtualMs: number;
  /** Kiosks × virtual time. */
  signMs: number;
  statements: number;
  events: number;
  /** In the order of the trials. */
  broken: Broken[];
}

export interface Outcome extends Tally {
  /** Over the hashes of the seeds' runs, in their order: SHA-256 as hex. Null where there were none. */
  hash: string | null;
  /** The same of regressions. */
  regressionsHash: string | null;
  /** Of each run, by its seed or the name of its regression, in the order of the trials; of those lived. */
  hashes: Readonly<Record<Trial['kind'], ReadonlyMap<string, string>>>;
  coverage: CoverageSum;
  /** All trials were lived. */
  isWhole: boolean;
  /** Why no more could be lived; null where nothing was in the way, or `signal` said so. */
  error: unknown;
}

function hashOf(hashes: ReadonlyMap<string, string>): string | null {
  if (hashes.size === 0) return null;
  const hash = createHash('sha256');
  for (const each of hashes.values()) hash.update(`${each}\n`);
  return hash.digest('hex');
}

/**
 * Has trials lived, `width` at once, and adds up what came of them in their own order. After the first broken promise no more are begun where
 * `failFast` says so, none after `signal`, and none after `live` has rejected: then what was over by then is the outcome.
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
  /** Lived, and an earlier one is not. */
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
  // Those before them were cut off.
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
