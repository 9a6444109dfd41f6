import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Client } from '@sign-display/client/client';
import { BEARER_HEADER } from '@sign-display/contracts/rest/session';
import { EXIT, Failure, done, wrongUsage } from './failure.ts';
import { readSecretFile } from './secret-sources.ts';

/**
 * Who asks. An empty text counts as not given, and a file wins over the environment. Without a password the terminal asks
 * for it, unseen, or the first line of the standard input is read.
 */
export interface Credentials {
  /** From the environment. */
  token?: string;
  tokenFile?: string;
  email?: string;
  /** From the environment. */
  password?: string;
  passwordFile?: string;
}

/** A line that somebody types, unseen; of a pipe its first line. */
async function readSecret(prompt: string, input: NodeJS.ReadStream): Promise<string> {
  const isTerminal = input.isTTY === true;
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output, terminal: isTerminal });
  // The terminal echoes no more from here on.
  if (isTerminal) process.stderr.write(prompt);
  try {
    const ended = new Promise<string>((resolve, reject) => {
      lines.once('close', () => resolve(''));
      const facts = { code: 'interrupted', title: 'Stopped before signing in.', next: 'Nothing was done.' };
      lines.once('SIGINT', () => reject(new Failure(EXIT.interrupted, facts)));
    });
    return await Promise.race([lines.question(''), ended]);
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write('\n');
  }
}

/** Makes a session and returns its bearer token. Throws a `Failure`. */
export async function signIn(client: Client, { email, password, passwordFile }: Credentials): Promise<string> {
  if (!email)
    throw wrongUsage('No account was specified.', 'Set --email or SIGN_DISPLAY_EMAIL, or SIGN_DISPLAY_TOKEN.');
  const known = passwordFile === undefined ? password : readSecretFile(passwordFile);
  const secret = known || (await readSecret(`Password of ${email}: `, process.stdin));
  if (secret === '')
    throw wrongUsage(
      'No password was specified.',
      'Set SIGN_DISPLAY_PASSWORD or --password-file, or type the password when you are asked.',
    );
  const body = { email, password: secret };
  const { headers } = done(await client.call('POST /api/auth/sign-in/email', { body }));
  return headers.get(BEARER_HEADER) ?? '';
}
