import { EXIT } from './failure.ts';

/** What a terminal acts on or turns around, which JSON leaves as it is. A line's end stays. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text with its control characters as `\u001b`, which is right in JSON as well. */
export const printable = (text: string): string =>
  text.replace(UNSEEN, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const print = (text: string): void => void process.stdout.write(`${printable(text)}\n`);
export const printError = (text: string): void => void process.stderr.write(`${printable(text)}\n`);

/** Ends the process where the result can't be written: quietly where its reader has gone (`| head`). */
export function endWithoutReader(): void {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit(EXIT.done);
    process.stderr.write(`The result could not be written: ${message}\n`, () => process.exit(EXIT.refused));
  });
}

/** Ends the process when everything is written. A socket that is closing must not keep a finished command alive. */
export function endWith(exit: number): void {
  // With an error of the standard output the other one ends it.
  process.stdout.write('', (error) => error ?? process.stderr.write('', () => process.exit(exit)));
}
