import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onEndOfProcess } from '@sign-display/backend/process/end-of-process';
import { makeTemporaryFolder } from '@sign-display/backend/testing/temporary-folder';
import { freshSeed } from '../../adapters/fresh-seed.ts';
import { onOutputLost } from '../../adapters/output-lost.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { MutantError } from '../../mutants/mutant.ts';
import { EXPECTED_COVERAGE } from '../expected-coverage.ts';
import { startCluster, type Cluster } from '../database/cluster.ts';
import { UsageError, chooseTrials, type Trials } from './choose-trials.ts';
import type { CoverageRow } from './coverage-sum.ts';
import { InfrastructureError, startCrew, type Crew } from './crew.ts';
import { objectionTo, verifyProgram, type Options } from './options.ts';
import { createProgress } from './progress.ts';
import { readPromises } from './promises.ts';
import { RegressionError, checkUnused, keepRegression } from './regressions.ts';
import { coverageTable, failureText, many, painter, summary, type Paint } from './report.ts';
import { runInMutant } from './run-mutant.ts';
import { shorten } from './shorten.ts';
import { verifyTrials, type Broken, type Outcome } from './verify.ts';

/** `npm run sim:verify`. */

export const EXIT = { held: 0, broken: 1, unusable: 2, interrupted: 130 } as const;

/** In so much a run has seen everything: where something has not been by then, nothing leads to it. */
const COVERED_BY = { seeds: 200, hours: 60, kiosks: 6, nodes: 2 };
const SHRINK_WITHIN_MS = 60_000;

/** What a person can mend: told in its own words, without a stack. */
const EXPECTED = [UsageError, InfrastructureError, RegressionError, MutantError];

function withFile(file: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new UsageError(`${file} can't be written: ${(error as Error).message}`);
  }
}

/** Before hours go into it. */
function checkWritable({ json, keep }: Options): void {
  if (json !== undefined) withFile(json, () => closeSync(openSync(json, 'a')));
  if (keep !== undefined) checkUnused(keep);
}

function jsonOf(
  outcome: Outcome,
  told: { ok: boolean; rows: readonly CoverageRow[]; uncovered: readonly string[]; seconds: number },
): string {
  const { rows, ...verdict } = told;
  const { broken, seeds, hash, regressionsHash, hashes } = outcome;
  const failures = broken.map(({ trial, failure: { promise, words, seen, expected, atMs } }) => ({
    seed: trial.seed,
    promise,
    words,
    seen,
    expected,
    atMs,
  }));
  const coverage = Object.fromEntries(rows.map(({ what, hits, runs }) => [what, { hits, runs }]));
  const all = {
    ...verdict,
    seedsRun: seeds,
    failures,
    hash,
    regressionsHash,
    hashes: Object.fromEntries(hashes),
    coverage,
  };
  return `${JSON.stringify(all, null, 2)}\n`;
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
  keepRegression({ name: keep, title, promise, plan: shortened?.plan ?? broken.trial.plan });
  say(`Kept as simulator/regressions/${keep}.json; give it a title that says what went wrong.`);
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

function verdictOn(run: {
  isBroken: boolean;
  isInterrupted: boolean;
  missing: readonly string[];
}): [code: number, colour: Parameters<Paint>[0], words: string] {
  // The promise was told already.
  if (run.isBroken) return [EXIT.broken, 'red', ''];
  if (run.isInterrupted) return [EXIT.interrupted, 'yellow', 'Interrupted.'];
  if (run.missing.length > 0)
    return [EXIT.broken, 'red', `Never happened, and must in a run of this size: ${run.missing.join(', ')}.`];
  return [EXIT.held, 'green', 'Every promise held.'];
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
      say(
        `${rows.length - shown.length} more never happened: a run of ${COVERED_BY.seeds} seeds and ${COVERED_BY.hours} hours must have had them.`,
      );
  }
  const [first, ...others] = outcome.broken;
  if (first) await explain(first, stage);
  for (const other of others) say(`also ${other.trial.title}: ${other.failure.promise} ${other.failure.words}`);
  say(`\n${summary(outcome, { seconds, jobs, memory: crew.memory() })}`);
  const missing = first || signal.aborted ? [] : (uncovered ?? []);
  const { json } = options;
  const [code, colour, verdict] = verdictOn({ isBroken: first !== undefined, isInterrupted: signal.aborted, missing });
  if (verdict !== '') say(paint(colour, verdict));
  if (json !== undefined) {
    const told = { ok: code === EXIT.held, rows, uncovered: missing, seconds };
    withFile(json, () => writeFileSync(json, jsonOf(outcome, told)));
  }
  return code;
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
  onOutputLost(end);
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  try {
    const isGiven = (name: keyof Options): boolean => program.getOptionValueSource(name) === 'cli';
    const isBoth = args.includes('--regressions') && args.includes('--no-regressions');
    const objection = isBoth ? '--regressions and --no-regressions: one or the other' : objectionTo(options, isGiven);
    if (objection !== null) throw new UsageError(objection);
    checkWritable(options);
    const { mutant, keep } = options;
    if (mutant !== undefined)
      return (
        (await runInMutant({ mutant, keep }, args, { signal, say })) ??
        (signal.aborted ? EXIT.interrupted : EXIT.unusable)
      );
    const trials = await chooseTrials(options, { isFromGiven: isGiven('from'), freshSeed });
    say(`${trials.words}; ${many(options.jobs, 'process', 'processes')}`);
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
