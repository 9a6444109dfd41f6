import { BackendStartError } from '../adapters/backend-process.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { startOwnBackend, type OwnBackend } from '../backend/own-backend.ts';
import type { Report } from '../report/report.ts';
import type { RunOptions } from './run-options-type.ts';
import { perform } from './play-scenario.ts';

interface RunResult {
  report: Report;
  /** The folder of the run's own backend, kept because a promise was broken or the run failed; null where it was removed. */
  keptFolder: string | null;
}

/** The run ended without a report. `keptFolder` as in `RunResult`. */
export class RunError extends Error {
  override name = 'RunError';
  readonly keptFolder: string | null;
  constructor(cause: unknown, keptFolder: string | null) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.keptFolder = keptFolder;
  }
}

/** Runs a scenario from start to end. Throws a `BackendStartError`, or a `RunError` whose cause is what stopped the run. */
export async function runSimulation(options: RunOptions): Promise<RunResult> {
  const { seed, scenario, environment, progress, signal } = options;
  const startedAt = new Date(systemClock.now()).toISOString();
  progress.phase('starting');
  let own: OwnBackend | null = null;
  let report: Report | null = null;
  let failure: unknown;
  try {
    own = options.foreign ? null : await startOwnBackend(seed, scenario, environment);
    report = await perform(options, own, startedAt);
  } catch (error) {
    failure = error;
  }
  progress.end();
  await own?.stop();
  const kept = own !== null && !signal.aborted && report?.verdict !== 'held';
  if (!kept) await own?.process.removeFolder();
  const keptFolder = kept ? own!.process.folder : null;
  if (report) return { report, keptFolder };
  throw failure instanceof BackendStartError ? failure : new RunError(failure, keptFolder);
}
