import { spawn } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseMutants, readMutants } from '../../mutants/mutant.ts';
import { ROOT, prepareMutant } from '../../mutants/prepare-mutant.ts';

const VERIFY = 'simulator/src/virtual/verify-cli.ts';

/** `args` less `--mutant NAME`. */
function withoutMutant(args: readonly string[]): string[] {
  const place = args.findIndex((arg) => arg === '--mutant' || arg.startsWith('--mutant='));
  return args.filter((_, index) => index !== place && !(index === place + 1 && args[place] === '--mutant'));
}

/**
 * Runs `sim:verify` with `args` in a copy of the tree with the bug `mutant` in it; what it keeps is kept in the tree itself. Its exit code, null
 * where it was ended. Throws a `MutantError` where there is no such bug.
 */
export async function runInMutant(
  { mutant: name, keep }: { mutant: string; keep: string | undefined },
  args: readonly string[],
  { signal, say }: { signal: AbortSignal; say(text: string): void },
): Promise<number | null> {
  const [mutant] = chooseMutants(await readMutants(ROOT), [name]);
  say(`with the bug ${name}: ${mutant!.title} (${mutant!.promises.join(', ')})`);
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
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (keep !== undefined) await fetchKept(copy.folder, keep);
    return code;
  } finally {
    await copy.remove();
  }
}

/** What was kept in the copy, if anything was. */
async function fetchKept(copy: string, name: string): Promise<void> {
  const kept = join('simulator/regressions', `${name}.json`);
  await copyFile(join(copy, kept), join(ROOT, kept)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
