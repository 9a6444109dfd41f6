import { onEndOfProcess } from '@sign-display/backend/process/process-signals';
import { startDatabaseServer } from '../adapters/database-server.ts';
import { freshSeed } from '../adapters/fresh-seed.ts';
import { onOutputClosed } from '../adapters/closed-output.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { MutantError } from '../mutants/mutant.ts';
import { createCluster, type Cluster } from '../virtual/database/cluster.ts';
import { chooseTrials } from './choose-trials.ts';
import { InfrastructureError, startCrew } from './worker-pool.ts';
import { EXIT, UsageError, objectionTo, verifyProgram, type Options } from './options.ts';
import { RegressionError, checkStorable } from './read-and-store-regressions.ts';
import { many } from './report-text.ts';
import { beginResult } from './write-result-file.ts';
import { runInMutant } from './run-mutant.ts';
import { runTrials } from './run-and-report-trials.ts';

/** `npm run sim:verify`. */

/** Errors that the user can fix: we print the message without a stack. */
const EXPECTED = [UsageError, InfrastructureError, RegressionError, MutantError];

function complain(error: unknown): void {
  const isExpected = EXPECTED.some((kind) => error instanceof kind);
  const { message, stack } = error as Error;
  process.stderr.write(`${isExpected ? message : (stack ?? String(error))}\n`);
}

const notStarted = (error: Error): never => {
  throw new InfrastructureError(`the run's database did not start: ${error.message}`, { cause: error });
};

/** On the server that `options` name, which outlives this; without one on a server of this run's own. */
async function inCluster<Result>(
  { server: shared }: Options,
  work: (cluster: Cluster) => Promise<Result>,
): Promise<Result> {
  if (shared) {
    // Who started the server sees its end.
    const server = { address: shared, exited: new Promise(() => {}) };
    const cluster = await createCluster(server, `virtual_${process.pid}`).catch(notStarted);
    return await work(cluster).finally(cluster.remove);
  }
  const server = await startDatabaseServer().catch(notStarted);
  try {
    return await work(await createCluster(server).catch(notStarted));
  } finally {
    await server.stop();
  }
}

/**
 * Runs `sim:verify` with `args` and resolves with its exit code. `worker`: the module that worker processes run in place of `worker.ts`;
 * tests pass one with other checkers.
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
  // A `sim:verify` with --mutant started this process; when it goes, we end as well.
  process.on('disconnect', end);
  let isOutputLost = false;
  onOutputClosed((isWanted) => {
    isOutputLost = isWanted;
    end();
  });
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  const isGiven = (name: keyof Options): boolean => program.getOptionValueSource(name) === 'cli';
  let code: number;
  try {
    const objection = objectionTo(options, args, isGiven);
    if (objection !== null) throw new UsageError(objection);
    const { mutant, keep, json, trace, shrink, jobs } = options;
    if (mutant !== undefined) code = await runInMutant({ mutant, keep }, args, { clock: systemClock, signal, say });
    else {
      const trials = await chooseTrials(options, { isFromGiven: isGiven('from'), freshSeed });
      if (keep !== undefined) checkStorable(keep);
      if (json !== undefined) beginResult(json);
      const size = trace || !shrink ? Math.min(jobs, trials.total) : jobs;
      say(`${trials.words}; ${many(size, 'process', 'processes')}`);
      code = await inCluster(options, async (cluster) => {
        const crew = startCrew({ cluster, size, clock: systemClock, ...(worker !== undefined && { worker }) });
        signal.addEventListener('abort', () => void crew.stop(), { once: true });
        try {
          if (signal.aborted) return EXIT.interrupted;
          await crew.ready;
          const out = process.stdout;
          return await runTrials({ options, crew, size, clock: systemClock, signal, out, say, complain }, trials);
        } finally {
          await crew.stop();
        }
      });
    }
  } catch (error) {
    if (!signal.aborted) complain(error);
    code = signal.aborted ? EXIT.interrupted : EXIT.unusable;
  }
  return code === EXIT.interrupted && isOutputLost ? EXIT.unusable : code;
}
