import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@sign-display/contracts/ports';
import { judgeRun, type ProcessEnd, type Verdict } from './verify-result.ts';

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

const VERIFY = 'simulator/src/verify/cli.ts';
/** Starting takes seconds and a seed one; a seed in which something runs in circles has no end at all. */
const START_WITHIN_MS = 60_000;
const SEED_WITHIN_MS = 20_000;
/** A run that was asked to end removes its database. */
const END_WITHIN_MS = 10_000;
const LAST_WORDS = 1_500;

/** `sim:verify` of the copy itself, in a process of its own. `signal` ends what is under way. */
export function createVerify({ clock, signal }: { clock: Clock; signal: AbortSignal }): Verify {
  let runs = 0;
  return async (folder, what, options) => {
    // Several may run in one copy at once.
    const file = join(folder, `verify-result-${(runs += 1)}.json`);
    const [count, named] =
      'regression' in what
        ? [1, ['--regression', what.regression]]
        : [what.count, ['--from', String(what.from), '--seeds', String(what.count)]];
    // That it breaks is all that is asked; others hunt on the other cores.
    const quick = ['--no-shrink', '--jobs', '1'];
    const end = await runToItsEnd([VERIFY, ...named, '--json', file, ...quick, ...options], folder, {
      clock,
      signal,
      withinMs: START_WITHIN_MS + count * SEED_WITHIN_MS,
    });
    return judgeRun(end, await readFile(file, 'utf8').catch(() => null));
  };
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
