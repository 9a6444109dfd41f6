import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { wrongUsage, type Failure } from './failure.ts';

/** Reads passwords and tokens, but never from the command line, which every user of the machine can list. */

/** Returns what to do instead if a command line contains a secret, without repeating the secret; otherwise null. */
export function secretIn(words: readonly string[]): string | null {
  const given = words.map((word) => /^--(password|token|code)(=|$)/.exec(word)?.[1]);
  const found = given.find((name) => name !== undefined);
  if (found === undefined) return null;
  const instead =
    found === 'code'
      ? 'Type the code when you are asked, or pipe it into the command.'
      : `Use SIGN_DISPLAY_${found.toUpperCase()} in the environment, or --${found}-file.`;
  return `--${found} is not supported, because every user of this machine can read the command line. ${instead}`;
}

/** Returns the first line of a file that only its owner can read. Throws a `Failure`. */
export function readSecretFile(path: string): string {
  let line: string;
  let mode: number;
  try {
    const file = openSync(path, 'r');
    try {
      mode = fstatSync(file).mode;
      line = readFileSync(file, 'utf8').split(/\r?\n/, 1)[0]!;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw unusable(path, `can’t be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`, 'Check the path.');
  }
  // Windows has no such modes and always reports 0666.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw unusable(path, 'can be read by other users.', `Run chmod 600 ${path}, then change the secret in it.`);
  if (line === '') throw unusable(path, 'has an empty first line.', 'Write only the secret to the file.');
  return line;
}

const unusable = (path: string, why: string, next: string): Failure => wrongUsage(`The file ${path} ${why}`, next);
