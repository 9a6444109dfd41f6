import { spawnSync } from 'node:child_process';
import { NoElectron, findElectron } from '../starter/find-electron.ts';

/** What the measurements of the real app have in common as commands. */

/** What was asked for can't be done here; the message says why. */
export class UsageError extends Error {}

export const EXIT_CODES = `This measurement needs Linux, Xvfb and Electron (in the folder ELECTRON_OVERRIDE_DIST_PATH, or from npm). Without root, it may not be
allowed to read the processes of the app; it then prints an error.
Exit codes: 0 within the limit · 1 above the limit, or the measurement failed · 2 an option is wrong, or something that is needed is missing · 4 Electron is not available`;

export function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0) || value > 10_000) throw new UsageError(`--${name}: expected a number above 0, got ${text}`);
  return value;
}

function mustBePossible(): void {
  if (process.platform !== 'linux') throw new UsageError('This measurement needs /proc, which exists only on Linux.');
  if (spawnSync('Xvfb', ['-version'], { stdio: 'ignore' }).error)
    throw new UsageError(
      'Xvfb is not installed. Install it (on Debian: xvfb), or run .ci/electron.sh, which installs Xvfb.',
    );
  findElectron(process.env);
}

/**
 * Runs a measurement and sets the exit code. `read`: the options; `help` is what `--help` says. `measure` resolves with whether the figures are within the limit;
 * when the signal is given (SIGINT, SIGTERM) it ends what it has started, and rejects.
 */
export async function runCommand<Options extends { help: boolean }>(
  help: string,
  read: () => Options,
  measure: (options: Options, ending: AbortSignal) => Promise<boolean>,
): Promise<void> {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => ending.abort(new UsageError('The measurement was stopped from outside.')));
  try {
    const options = read();
    if (options.help) return void process.stdout.write(`${help}\n`);
    mustBePossible();
    process.exitCode = (await measure(options, ending.signal)) ? 0 : 1;
  } catch (error) {
    const { message, code = '', stack } = error as NodeJS.ErrnoException;
    const isUsage = error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS');
    const isElectron = error instanceof NoElectron;
    process.stderr.write(`${isUsage ? `${message}\nTry --help.` : isElectron ? message : stack}\n`);
    process.exitCode = isUsage ? 2 : isElectron ? 4 : 1;
  }
}
