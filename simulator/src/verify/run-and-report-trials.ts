import type { Clock } from '@sign-display/contracts/clock-and-random';
import { EXPECTED_COVERAGE } from '../virtual/expected-coverage.ts';
import type { Trials } from './choose-trials.ts';
import type { CoverageRow } from './coverage-sum.ts';
import type { Crew } from './worker-pool.ts';
import { EXIT, type Options } from './options.ts';
import { createProgress } from './progress.ts';
import { readPromises } from './read-promises.ts';
import { storeRegression } from './read-and-store-regressions.ts';
import { brokenWords, coverageTable, eventLine, failureText, painter, summary, type Paint } from './report-text.ts';
import { writeResult } from './write-result-file.ts';
import { shrinkPlan, type ShrunkPlan } from './shrink-plan.ts';
import { replayCommand, type Trial } from './trial.ts';
import { verifyTrials, type Broken, type Outcome } from './run-and-count-trials.ts';

/** A run of this size has seen everything that can happen. What it never saw can't come about any more. */
const COVERED_BY = { seeds: 200, hours: 200, kiosks: 6, nodes: 2 };
const COVERED_BY_WORDS = `${COVERED_BY.seeds} seeds and ${COVERED_BY.hours} hours, of ${COVERED_BY.kiosks} kiosks and ${COVERED_BY.nodes} nodes or more`;
const SHRINK_WITHIN_MS = 60_000;

/** What a run of trials works with. */
interface Stage {
  options: Options;
  crew: Crew;
  /** The number of worker processes. */
  size: number;
  clock: Clock;
  signal: AbortSignal;
  out: NodeJS.WriteStream;
  say(text: string): void;
  /** Prints an error that is no verdict on a promise. */
  complain(error: unknown): void;
}

const replayOf = (trial: Trial, plan: Trial['plan'], { asMutant }: Options): string =>
  replayCommand(trial, plan, asMutant === undefined ? [] : ['--mutant', asMutant]);

/** Prints the failure; before that drops the steps that it does not need, if the options want that. Returns the shortened plan. */
async function explain(broken: Broken, stage: Stage): Promise<ShrunkPlan | null> {
  const { options, crew, size, clock, signal, out, say } = stage;
  const { trial } = broken;
  const beganMs = clock.monotonicMs();
  // A plan that was not met can't be shortened: no part of it is met either.
  const mayShrink = broken.failure.promise !== 'plan' && options.shrink && !options.trace && !signal.aborted;
  if (mayShrink) say(`\n${brokenWords(broken)}; looking for the fewest steps that it takes …`);
  const shortened = mayShrink
    ? await shrinkPlan(broken, (plan) => crew.live(plan, { name: `a part of ${trial.title}` }), {
        width: size,
        isOver: () => signal.aborted || clock.monotonicMs() - beganMs > SHRINK_WITHIN_MS,
      })
    : null;
  const command = replayOf(trial, shortened?.plan ?? trial.plan, options);
  say(failureText(broken, { promises: readPromises(), shortened, command, paint: painter(out.isTTY) }));
  return shortened;
}

function keep(name: string, { failure }: Broken, plan: Trial['plan'], { say }: Stage): void {
  storeRegression({ name, title: failure.words, promise: failure.promise, plan });
  say(`\nKept as simulator/regressions/${name}.json; give it a title that says what went wrong.`);
}

/** What had to happen and did in no seed; null where the run was too small to tell. */
function uncoveredIn(rows: readonly CoverageRow[], outcome: Outcome, options: Options): string[] | null {
  const { seeds, hours, kiosks, nodes } = COVERED_BY;
  const isLarge =
    outcome.seeds >= seeds &&
    outcome.seeds * options.hours >= hours &&
    options.kiosks >= kiosks &&
    options.nodes >= nodes &&
    options.asMutant === undefined;
  return isLarge ? rows.filter((row) => row.isExpected && row.seeds === 0).map(({ what }) => what) : null;
}

function tellCoverage(rows: readonly CoverageRow[], uncovered: readonly string[] | null, { out, say }: Stage): void {
  const shown = uncovered ? rows : rows.filter(({ hits }) => hits > 0);
  say(`\n${coverageTable(shown, new Set(uncovered), painter(out.isTTY))}`);
  if (shown.length === rows.length) return;
  say(`${rows.length - shown.length} more never happened, which fails a run of ${COVERED_BY_WORDS}.`);
}

/** The exit code, and the last line that is printed. */
function verdictOn(run: {
  broken: { words: string; command: string } | null;
  error: unknown;
  isInterrupted: boolean;
  missing: readonly string[];
}): [code: number, colour: Parameters<Paint>[0], words: string] {
  const { broken, error, isInterrupted, missing } = run;
  if (broken)
    return [EXIT.broken, 'red', `${broken.words}. Repeat the run and print every event:\n  ${broken.command}`];
  if (error !== null) return [EXIT.unusable, 'red', 'The trial could not be finished.'];
  if (isInterrupted) return [EXIT.interrupted, 'yellow', 'Interrupted.'];
  if (missing.length > 0)
    return [EXIT.broken, 'red', `Never happened, and must in a run of this size: ${missing.join(', ')}.`];
  return [EXIT.held, 'green', 'Every promise held.'];
}

/** Runs all trials, prints the results and returns the exit code. A failure that was found is reported also where the run then breaks off. */
export async function runTrials(stage: Stage, { trials, total }: Trials): Promise<number> {
  const { options, crew, size, clock, signal, out, say, complain } = stage;
  const { trace, failFast, json } = options;
  const beganMs = clock.monotonicMs();
  const elapsedMs = () => clock.monotonicMs() - beganMs;
  const progress = trace ? null : createProgress(out, total);
  const print = trace ? (line: string): void => say(eventLine(line)) : undefined;
  const outcome = await verifyTrials(trials, {
    live: (trial) => crew.live(trial.plan, { name: `${trial.title} (${replayOf(trial, trial.plan, options)})`, print }),
    width: options.jobs,
    failFast,
    signal,
    onLived: (tally) => progress?.update(tally, elapsedMs()),
  });
  progress?.end();
  const seconds = elapsedMs() / 1_000;
  if (outcome.error !== null) complain(outcome.error);

  const rows = outcome.coverage.rows(EXPECTED_COVERAGE);
  const uncovered = uncoveredIn(rows, outcome, options);
  const [first] = outcome.broken;
  // After a failure the coverage of a run that was cut short says little, so it is left out.
  if (!trace && (outcome.isWhole || !first)) tellCoverage(rows, uncovered, stage);
  const shortened = first ? await explain(first, stage) : null;
  const commands = outcome.broken.map(({ trial }, index) =>
    replayOf(trial, (index === 0 && shortened?.plan) || trial.plan, options),
  );
  for (const [index, broken] of outcome.broken.entries())
    if (index > 0) say(`also ${brokenWords(broken)}\n  ${commands[index]}`);

  const missing = first || signal.aborted ? [] : (uncovered ?? []);
  const [code, colour, verdict] = verdictOn({
    broken: first
      ? { words: brokenWords({ ...first, failure: shortened?.failure ?? first.failure }), command: commands[0]! }
      : null,
    error: outcome.error,
    isInterrupted: signal.aborted,
    missing,
  });
  let isAllWritten = true;
  const write = (task: () => void): void => {
    try {
      task();
    } catch (error) {
      isAllWritten = false;
      complain(error);
    }
  };
  const kept = options.keep;
  if (kept !== undefined && !first) say('\nNothing failed, so nothing is kept.');
  if (kept !== undefined && first) write(() => keep(kept, first, shortened?.plan ?? first.trial.plan, stage));
  if (json !== undefined)
    write(() => writeResult(json, outcome, { ok: code === EXIT.held, rows, uncovered: missing, seconds, commands }));
  say(`\n${summary(outcome, { seconds, jobs: size, memory: crew.memory() })}`);
  say(painter(out.isTTY)(colour, verdict));
  return code === EXIT.held && !isAllWritten ? EXIT.unusable : code;
}
