import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { judgePlans, judgeRun, type ProcessEnd, type Verdict } from './judge-verify-result.ts';

export interface Seeds {
  from: number;
  count: number;
}

/** A plan of simulator/regressions, by its name. */
export interface KnownPlan {
  regression: string;
}

/** Tries seeds, or one plan, on a copy of the tree. */
export type Verify = (folder: string, what: Seeds | KnownPlan, options: readonly string[]) => Promise<Verdict>;

/** Lives all plans of a copy's simulator/regressions, `jobs` at once, and gives the verdict on each by its name. */
export type VerifyPlans = (folder: string, jobs: number) => Promise<(plan: string) => Verdict>;

const VERIFY = 'simulator/src/verify/cli.ts';
/** Starting takes seconds and a seed one; a seed in which something runs in circles has no end at all. */
const START_WITHIN_MS = 60_000;
const SEED_WITHIN_MS = 20_000;
/** A run that was asked to end removes its database. */
const END_WITHIN_MS = 10_000;
const PLANS_WITHIN_MS = 600_000;
const LAST_WORDS = 1_500;

interface Runs {
  clock: Clock;
  /** Ends what is under way. */
  signal: AbortSignal;
  /** The address of a database server that all runs use; without it each starts one. */
  server?: object;
}

/** `sim:verify` of the copy itself, in a process of its own. */
export function createVerify(runs: Runs): Verify {
  let count = 0;
  return async (folder, what, options) => {
    // Several may run in one copy at once.
    const file = join(folder, `verify-result-${(count += 1)}.json`);
    const [seeds, named] =
      'regression' in what
        ? [1, ['--regression', what.regression]]
        : [what.count, ['--from', String(what.from), '--seeds', String(what.count)]];
    // That it breaks is all that is asked; others hunt on the other cores.
    const words = [...named, '--json', file, '--no-shrink', '--jobs', '1', ...options];
    return judgeRun(...(await runVerify(words, file, { ...runs, folder }, START_WITHIN_MS + seeds * SEED_WITHIN_MS)));
  };
}

/** The same for all plans, in one process: most of what a single plan takes is the start of the process. */
export function createVerifyPlans(runs: Runs): VerifyPlans {
  return async (folder, jobs) => {
    const file = join(folder, 'verify-result-of-plans.json');
    const words = ['--regressions', '--no-fail-fast', '--json', file, '--no-shrink', '--jobs', String(jobs)];
    return judgePlans(...(await runVerify(words, file, { ...runs, folder }, PLANS_WITHIN_MS)));
  };
}

async function runVerify(
  words: readonly string[],
  file: string,
  { folder, server, ...how }: Runs & { folder: string },
  withinMs: number,
): Promise<[ProcessEnd, string | null]> {
  const where = server ? ['--server', JSON.stringify(server)] : [];
  const end = await runToItsEnd([VERIFY, ...words, ...where], folder, { ...how, withinMs });
  return [end, await readFile(file, 'utf8').catch(() => null)];
}

function runToItsEnd(
  command: readonly string[],
  folder: string,
  { clock, signal, withinMs }: { clock: Clock; signal: AbortSignal; withinMs: number },
): Promise<ProcessEnd> {
  const child = spawn(process.execPath, command, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let lastWords = '';
  let isTooLate = false;
  const hear = (chunk: Buffer): void => void (lastWords = `${lastWords}${chunk.toString()}`.slice(-LAST_WORDS));
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  let cancelKill = (): void => {};
  const stop = (): void => {
    child.kill('SIGTERM');
    cancelKill = clock.after(END_WITHIN_MS, () => child.kill('SIGKILL'));
  };
  const cancel = clock.after(withinMs, () => {
    isTooLate = true;
    stop();
  });
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  return new Promise((resolve) => {
    const ended = (code: number | null, by: string | null): void => {
      cancel();
      cancelKill();
      signal.removeEventListener('abort', stop);
      resolve({ code, signal: by, isTooLate, lastWords });
    };
    child.once('error', (error) => {
      lastWords = error.message;
      ended(null, null);
    });
    child.once('close', ended);
  });
}
