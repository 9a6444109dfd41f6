import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onEndOfProcess } from '@sign-display/backend/process/end-of-process';
import { makeTemporaryFolder } from '@sign-display/backend/testing/temporary-folder';
import { freshSeed } from '../../adapters/fresh-seed.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { MutantError } from '../../mutants/mutant.ts';
import { EXPECTED_COVERAGE } from '../expected-coverage.ts';
import { startCluster, type Cluster } from '../database/cluster.ts';
import type { CoverageRow } from './coverage-sum.ts';
import { InfrastructureError, startCrew, type Crew } from './crew.ts';
import { objectionTo, verifyProgram, type Options } from './options.ts';
import { createProgress } from './progress.ts';
import { readPromises } from './promises.ts';
import { RegressionError, keepRegression, readRegressions } from './regressions.ts';
import { coverageTable, failureText, painter, summary } from './report.ts';
import { runInMutant } from './run-mutant.ts';
import { shorten } from './shorten.ts';
import { regressionTrial, seedTrial, trialOnly, type Trial } from './trial.ts';
import { verifyTrials, type Broken, type Outcome } from './verify.ts';

/** `npm run sim:verify`. */

export const EXIT = { held: 0, broken: 1, unusable: 2, interrupted: 130 } as const;

/** In so much a run has seen everything: where something has not been by then, nothing leads to it. */
const COVERED_BY = { seeds: 200, hours: 60, kiosks: 6, nodes: 2 };
const SHRINK_WITHIN_MS = 60_000;

/** The options can't be followed, in words. */
class UsageError extends Error {
  override name = 'UsageError';
}

/** What a person can mend: told in its own words, without a stack. */
const EXPECTED = [UsageError, InfrastructureError, RegressionError, MutantError];

interface Trials {
  trials: Iterable<Trial>;
  /** Infinity: until one fails. */
  total: number;
  words: string;
}

function* seedTrials(options: Options, from: number, count: number): Iterable<Trial> {
  for (let seed = from; seed < from + count; seed += 1) yield seedTrial(String(seed), options);
}

function singleTrial({ seed, regression, only, ...size }: Options): Trial {
  let trial: Trial;
  if (seed !== undefined) trial = seedTrial(seed, size);
  else {
    const all = readRegressions();
    const found = all.find(({ name }) => name === regression);
    if (!found)
      throw new UsageError(
        `there is no regression ${regression}; there are: ${all.map(({ name }) => name).join(', ') || 'none'}`,
      );
    trial = regressionTrial(found);
  }
  try {
    return only ? trialOnly(trial, only) : trial;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** `isFromGiven`: somebody has named the seeds, and wants those alone. */
function chooseTrials(options: Options, isFromGiven: boolean): Trials {
  const { hours, kiosks, nodes, fresh, untilFailure } = options;
  const size = `${hours} h, ${kiosks} kiosks, ${nodes} nodes`;
  if (options.seed !== undefined || options.regression !== undefined) {
    const trial = singleTrial(options);
    return { trials: [trial], total: 1, words: trial.kind === 'seed' ? `${trial.title}: ${size}` : trial.title };
  }
  const named = isFromGiven || fresh || untilFailure || options.asMutant !== undefined;
  const regressions = (options.regressions ?? !named) ? readRegressions().map(regressionTrial) : [];
  if (options.regressions) return { trials: regressions, total: regressions.length, words: 'regressions' };
  const from = fresh ? freshSeed() : options.from;
  const count = untilFailure ? Infinity : options.seeds;
  const range = untilFailure ? `seeds from ${from} on` : `seeds ${from} to ${from + count - 1} (${count})`;
  const also = regressions.length > 0 ? `, and ${regressions.length} regressions` : '';
  const again = fresh ? ` (again: --from ${from} --seeds ${untilFailure ? '…' : count})` : '';
  return {
    trials: (function* () {
      yield* regressions;
      yield* seedTrials(options, from, count);
    })(),
    total: regressions.length + count,
    words: `${range}: ${size}${also}${again}`,
  };
}

/** Before hours go into it. */
function checkWritable(file: string): void {
  try {
    closeSync(openSync(file, 'a'));
  } catch (error) {
    throw new UsageError(`${file} can't be written: ${(error as Error).message}`);
  }
}

function jsonOf(outcome: Outcome, rows: readonly CoverageRow[], uncovered: readonly string[], seconds: number): string {
  const { broken, seeds, hash, hashes } = outcome;
  const failures = broken.map(({ trial, failure: { promise, words, seen, expected, atMs } }) => ({
    seed: trial.seed,
    promise,
    words,
    seen,
    expected,
    atMs,
  }));
  const coverage = Object.fromEntries(rows.map(({ what, hits, runs }) => [what, { hits, runs }]));
  const ok = failures.length === 0 && uncovered.length === 0;
  const told = {
    ok,
    seedsRun: seeds,
    failures,
    uncovered,
    seconds,
    hash,
    hashes: Object.fromEntries(hashes),
    coverage,
  };
  return `${JSON.stringify(told, null, 2)}\n`;
}

interface Stage {
  options: Options;
  crew: Crew;
  signal: AbortSignal;
  say(text: string): void;
}

/** The failure as a person needs it; the first of a kind, shortened. */
async function explain(broken: Broken, { options, crew, signal, say }: Stage): Promise<void> {
  const { trace, jobs, asMutant, keep } = options;
  const beganMs = systemClock.monotonicMs();
  const mayShrink = options.shrink && !trace && !signal.aborted;
  if (mayShrink) say(`\n${broken.trial.title} failed; looking for the fewest happenings that it takes …`);
  const shortened = mayShrink
    ? await shorten(broken, (plan) => crew.live(plan), {
        width: jobs,
        isOver: () => signal.aborted || systemClock.monotonicMs() - beganMs > SHRINK_WITHIN_MS,
      })
    : null;
  const more = asMutant === undefined ? [] : ['--mutant', asMutant];
  say(failureText(broken, { promises: readPromises(), shortened, more, paint: painter(process.stdout.isTTY) }));
  if (keep === undefined) return;
  const { promise, words: title } = broken.failure;
  say(`kept in ${keepRegression({ name: keep, title, promise, plan: shortened?.plan ?? broken.trial.plan })}`);
}

/** What must have been and never was; null where the run was too small to tell. */
function uncoveredIn(rows: readonly CoverageRow[], outcome: Outcome, options: Options): string[] | null {
  const { seeds, hours, kiosks, nodes } = COVERED_BY;
  const isLarge =
    outcome.seeds >= seeds &&
    outcome.seeds * options.hours >= hours &&
    options.kiosks >= kiosks &&
    options.nodes >= nodes &&
    options.asMutant === undefined;
  return isLarge ? rows.filter(({ hits, isExpected }) => isExpected && hits === 0).map(({ what }) => what) : null;
}

async function run(stage: Stage, { trials, total }: Trials): Promise<number> {
  const { options, crew, signal, say } = stage;
  const { jobs, trace, failFast } = options;
  const beganMs = systemClock.monotonicMs();
  const elapsedMs = () => systemClock.monotonicMs() - beganMs;
  const progress = trace ? null : createProgress(process.stdout, total);
  const outcome = await verifyTrials(trials, {
    live: ({ plan }) => crew.live(plan, trace ? say : undefined),
    width: jobs,
    failFast,
    signal,
    onLived: (tally) => progress?.update(tally, elapsedMs()),
  }).finally(() => progress?.end());
  const seconds = elapsedMs() / 1_000;
  const paint = painter(process.stdout.isTTY);
  const rows = outcome.coverage.rows(EXPECTED_COVERAGE);
  const uncovered = uncoveredIn(rows, outcome, options);
  if (!trace) {
    const shown = uncovered ? rows : rows.filter(({ hits }) => hits > 0);
    say(`\n${coverageTable(shown, paint)}`);
    if (shown.length < rows.length)
      say(`${rows.length - shown.length} more never happened: a run of ${COVERED_BY.seeds} seeds must have had them.`);
  }
  const [first, ...others] = outcome.broken;
  if (first) await explain(first, stage);
  for (const other of others) say(`also ${other.trial.title}: ${other.failure.promise} ${other.failure.words}`);
  say(`\n${summary(outcome, { seconds, jobs, memory: crew.memory() })}`);
  if (options.json !== undefined)
    writeFileSync(options.json, jsonOf(outcome, rows, first ? [] : (uncovered ?? []), seconds));
  if (first) return EXIT.broken;
  if (signal.aborted) {
    say(paint('yellow', 'Interrupted.'));
    return EXIT.interrupted;
  }
  if (uncovered && uncovered.length > 0) {
    say(paint('red', `Never happened, and must in a run of this size: ${uncovered.join(', ')}.`));
    return EXIT.broken;
  }
  say(paint('green', 'Every promise held.'));
  return EXIT.held;
}

async function inCluster<Result>(work: (cluster: Cluster) => Promise<Result>): Promise<Result> {
  const folder = await makeTemporaryFolder().catch((error: Error) => {
    throw new InfrastructureError(error.message);
  });
  try {
    const cluster = await startCluster(join(folder.path, 'postgres')).catch((error: Error) => {
      throw new InfrastructureError(`the run's database did not start: ${error.message}`, { cause: error });
    });
    try {
      return await work(cluster);
    } finally {
      await cluster.stop();
    }
  } finally {
    await folder.remove();
  }
}

/**
 * Does what `args` say, as a program does, and resolves with its exit code. `worker`: another module for the processes that live
 * (`serveLives`), for who wants other checkers in them.
 */
export async function verifyCommand(
  args: readonly string[],
  { underNpm, worker }: { underNpm: boolean; worker?: string },
): Promise<number> {
  const program = verifyProgram((isHelp) => process.exit(isHelp ? EXIT.held : EXIT.unusable));
  const options = program.parse(args, { from: 'user' }).opts<Options>();
  const interruption = new AbortController();
  const { signal } = interruption;
  const end = (): void => interruption.abort();
  onEndOfProcess({ clock: systemClock, underNpm, end, endNow: () => process.exit(EXIT.interrupted) });
  // Of a process that was started by another of these.
  process.on('disconnect', end);
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  try {
    const objection = objectionTo(options);
    if (objection !== null) throw new UsageError(objection);
    if (options.mutant !== undefined)
      return (await runInMutant(options.mutant, args, signal)) ?? (signal.aborted ? EXIT.interrupted : EXIT.unusable);
    const trials = chooseTrials(options, program.getOptionValueSource('from') === 'cli');
    if (options.json !== undefined) checkWritable(options.json);
    say(`${trials.words}; ${options.jobs} processes`);
    return await inCluster(async (cluster) => {
      const size = Math.min(options.jobs, options.shrink ? options.jobs : trials.total);
      const crew = startCrew({ cluster, size, clock: systemClock, ...(worker !== undefined && { worker }) });
      signal.addEventListener('abort', () => void crew.stop(), { once: true });
      try {
        if (signal.aborted) return EXIT.interrupted;
        await crew.ready;
        return await run({ options, crew, signal, say }, trials);
      } finally {
        await crew.stop();
      }
    });
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    process.stderr.write(
      `${EXPECTED.some((kind) => error instanceof kind) ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`,
    );
    return EXIT.unusable;
  }
}
