import { readFile, rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { planRun } from '../plan/plan.ts';
import { optionsOf } from '../plan/options.ts';
import { toEnvironment, type Settings } from '../plan/settings.ts';
import { readSummary } from '../verdict/read-k6-summary.ts';
import { judge, type Verdict } from '../verdict/verdict.ts';
import { printVerdict } from '../verdict/verdict-text.ts';
import { idleShare, pinnedTo, type Cores } from './share-cores.ts';

/** The parts of the machine that a run needs. */
export interface RunDeps {
  clock: Clock;
  startK6(
    command: readonly string[],
    environment: Record<string, string>,
  ): { ended: Promise<number | null>; interrupt(): void; kill(): void };
  /** Fires at Ctrl-C. */
  signal: AbortSignal;
}

export interface Run {
  settings: Settings;
  k6: string;
  /** Null: nothing is pinned, and the whole machine is looked at. */
  cores: Cores | null;
  /** For the summary and the report. */
  folder: string;
  /** What k6 may see of our environment. */
  environment: Record<string, string>;
}

export interface LoadResult {
  verdict: Verdict;
  /** How often the service refused what came from one address, session or person. */
  limited: number;
  words: string;
}

const SCRIPT = fileURLToPath(new URL('../main.ts', import.meta.url));
/** Beyond all that k6 was told, before it is said to hang. */
const HANGS_AFTER_MS = 60_000;
/** Once interrupted, it removes what it made. */
const ENDS_WITHIN_MS = 60_000;

const secondsOf = (text: string): number => Number.parseInt(text, 10);

/** Runs k6 to its end, and judges it. The folder is there. Rejects where k6 can't be started or the folder can't be written. */
export async function runLoad(run: Run, deps: RunDeps): Promise<LoadResult> {
  const { settings, cores, folder } = run;
  const { clock, signal } = deps;
  const plan = planRun(settings);
  const options = optionsOf(plan);
  const summaryFile = join(folder, 'summary.json');
  await rm(summaryFile, { force: true });
  const allCores = cpus().map((_, core) => core);
  const timesNow = () => cpus().map(({ times }) => times);

  const before = timesNow();
  const k6 = deps.startK6(
    [...(cores ? pinnedTo(cores.k6) : []), run.k6, 'run', '--summary-export', summaryFile, SCRIPT],
    {
      ...run.environment,
      ...toEnvironment(settings),
      ...(cores ? { GOMAXPROCS: String(cores.k6.length) } : {}),
      K6_NO_USAGE_REPORT: 'true',
      K6_WEB_DASHBOARD: 'true',
      // No server of its own: the report is written at the end.
      K6_WEB_DASHBOARD_PORT: '-1',
      K6_WEB_DASHBOARD_PERIOD: `${Math.max(1, Math.round(plan.durationMs / 60_000))}s`,
      K6_WEB_DASHBOARD_EXPORT: join(folder, 'report.html'),
    },
  );
  let isInterrupted = false;
  let isHung = false;
  const kill = (): void => {
    isHung = true;
    k6.kill();
  };
  const longestMs =
    (secondsOf(options.setupTimeout) + secondsOf(options.teardownTimeout)) * 1_000 + plan.durationMs + HANGS_AFTER_MS;
  let cancel = clock.after(longestMs, kill);
  const interrupt = (): void => {
    isInterrupted = true;
    k6.interrupt();
    cancel();
    cancel = clock.after(ENDS_WITHIN_MS, kill);
  };
  if (signal.aborted) interrupt();
  else signal.addEventListener('abort', interrupt);
  const exitCode = await k6.ended.finally(() => {
    cancel();
    signal.removeEventListener('abort', interrupt);
  });
  const idle = idleShare(before, timesNow(), cores?.k6 ?? allCores);
  const summary = readSummary(await readFile(summaryFile, 'utf8').catch(() => ''));
  const verdict = judge({ plan, summary, exitCode: isHung ? null : exitCode, idle, isInterrupted });
  const limited = summary?.get('limited')?.['count'] ?? 0;
  return { verdict, limited, words: `${printVerdict(plan, summary, verdict, idle)}\nsummary and report: ${folder}` };
}
