import { spawn } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { MutantError, chooseMutants, readMutants } from '../mutants/mutant.ts';
import { ROOT, prepareMutant } from '../mutants/prepare-mutant.ts';
import { EXIT } from './options.ts';

const VERIFY = 'simulator/src/verify/cli.ts';

/** After SIGTERM the run has so long to remove its database; then it gets SIGKILL. */
const END_WITHIN_MS = 10_000;

/** The message that `sim:verify` sends to its parent at its end. A process that could not start sends none. */
export interface MutantEnd {
  exitCode: number;
}

/** `args` without every `--mutant NAME`. */
const withoutMutant = (args: readonly string[]): string[] =>
  args.filter((arg, index) => arg !== '--mutant' && !arg.startsWith('--mutant=') && args[index - 1] !== '--mutant');

/**
 * Runs `sim:verify` with `args` in a copy of the tree that has the bug `mutant`, and returns its exit code. A regression that it keeps is copied into
 * the tree itself. Throws a `MutantError` where there is no such mutant, or the run has no end.
 */
export async function runInMutant(
  { mutant: name, keep }: { mutant: string; keep: string | undefined },
  args: readonly string[],
  { clock, signal, say }: { clock: Clock; signal: AbortSignal; say(text: string): void },
): Promise<number> {
  const [mutant] = chooseMutants(await readMutants(ROOT), [name]);
  const { title, promises, options } = mutant!;
  say(`with the bug ${name}: ${title} (${promises.join(', ')})`);
  const copy = await prepareMutant(name);
  try {
    const words = [...options, ...withoutMutant(args), '--as-mutant', name];
    const code = await runToItsEnd(join(copy.folder, VERIFY), words, { clock, signal });
    if (keep !== undefined) await fetchKept(copy.folder, keep);
    if (code === null && !signal.aborted) throw new MutantError(`With the bug ${name}, the run did not finish.`);
    return code ?? EXIT.interrupted;
  } finally {
    await copy.remove();
  }
}

/** Runs `module` and returns the exit code that it sends at its end; null where it sends none. */
async function runToItsEnd(
  module: string,
  args: readonly string[],
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<number | null> {
  const child = spawn(process.execPath, [module, ...args], {
    // The process ends when its channel to us closes.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  let code: number | null = null;
  child.on('message', ({ exitCode }: MutantEnd) => void (code = exitCode));
  let cancelKill = (): void => {};
  const end = (): void => {
    child.kill('SIGTERM');
    cancelKill = clock.after(END_WITHIN_MS, () => child.kill('SIGKILL'));
  };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  cancelKill();
  return code;
}

/** Copies the regression that the run kept, if it kept one, from the copy into the tree. */
async function fetchKept(copy: string, name: string): Promise<void> {
  const file = join('simulator/regressions', `${name}.json`);
  if (!existsSync(join(copy, file))) return;
  await mkdir(dirname(join(ROOT, file)), { recursive: true });
  await copyFile(join(copy, file), join(ROOT, file), constants.COPYFILE_EXCL);
}
