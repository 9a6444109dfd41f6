import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepareMutant } from '../../mutants/prepare-mutant.ts';

const VERIFY = 'simulator/src/virtual/verify-cli.ts';

/** `args` less `--mutant NAME`. */
function withoutMutant(args: readonly string[]): string[] {
  const place = args.findIndex((arg) => arg === '--mutant' || arg.startsWith('--mutant='));
  return args.filter((_, index) => index !== place && !(index === place + 1 && args[place] === '--mutant'));
}

/** Runs `sim:verify` with `args` in a copy of the tree with that bug in it. Its exit code. Throws a `MutantError` where there is none. */
export async function runInMutant(name: string, args: readonly string[], signal: AbortSignal): Promise<number | null> {
  const copy = await prepareMutant(name);
  try {
    const child = spawn(process.execPath, [join(copy.folder, VERIFY), ...withoutMutant(args), '--as-mutant', name], {
      // Without us it ends: the channel says so.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    const end = (): void => void child.kill('SIGTERM');
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code));
    });
  } finally {
    await copy.remove();
  }
}
