import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Client } from '@sign-display/client/client';
import { BEARER_HEADER } from '@sign-display/contracts/rest/session';
import { EXIT, Failure, done, wrongUsage } from './failure.ts';
import { readSecretFile } from './secret-sources.ts';

/**
 * The account to sign in with. An empty text counts as not given, and a file wins over the environment. Without a
 * password, the CLI asks the terminal for it without echo, or reads the first line of the standard input. The code of a
 * second factor comes from the terminal or the next line, too.
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

/** Asks the terminal for a line, without echo. */
async function askTerminal(prompt: string, input: NodeJS.ReadStream): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output, terminal: true });
  // From here on, the terminal no longer echoes.
  process.stderr.write(prompt);
  try {
    const ended = new Promise<string>((resolve, reject) => {
      lines.once('close', () => resolve(''));
      const facts = { code: 'interrupted', title: 'Stopped before signing in.', next: 'Nothing was done.' };
      lines.once('SIGINT', () => reject(new Failure(EXIT.interrupted, facts)));
    });
    return await Promise.race([lines.question(''), ended]);
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

/**
 * Reads secrets one after the other, from the terminal or from the lines of a pipe. Resolves with an empty text at the
 * end of the input.
 */
function createSecretReader(input: NodeJS.ReadStream) {
  let lines: Interface | undefined;
  let next: AsyncIterator<string> | undefined;
  return {
    async read(prompt: string): Promise<string> {
      if (input.isTTY) return await askTerminal(prompt, input);
      lines ??= createInterface({ input });
      next ??= lines[Symbol.asyncIterator]();
      const { done: isOver, value } = await next.next();
      return isOver ? '' : value;
    },
    close: () => lines?.close(),
  };
}
type SecretReader = ReturnType<typeof createSecretReader>;

const bearerOf = (headers: Pick<Headers, 'get'>): string => {
  const token = headers.get(BEARER_HEADER);
  if (token) return token;
  const facts = { code: 'no_token', title: 'The service opened no session.', next: 'Update this program.' };
  throw new Failure(EXIT.refused, facts);
};

/**
 * Answers the challenge that follows the password if the second factor is on. Six digits are a code of the app, any
 * other text a recovery code.
 */
async function answerChallenge(client: Client, challenge: string, secrets: SecretReader): Promise<string> {
  const typed = await secrets.read('Code from your authenticator app, or a recovery code: ');
  const code = typed.replace(/\s/g, '');
  if (code === '')
    throw wrongUsage(
      'This account needs a code after the password.',
      'Type the code when you are asked, or pipe it into the command, in the line after the password.',
    );
  const body = { code, challenge };
  const isTotp = /^[0-9]{6}$/.test(code);
  const { headers } = isTotp
    ? done(await client.call('POST /api/auth/two-factor/verify-totp', { body }))
    : done(await client.call('POST /api/auth/two-factor/verify-backup-code', { body }));
  return bearerOf(headers);
}

/** Makes a session and returns its bearer token, which is never empty. Throws a `Failure`. */
export async function signIn(client: Client, { email, password, passwordFile }: Credentials): Promise<string> {
  if (!email)
    throw wrongUsage('No account was specified.', 'Set --email or SIGN_DISPLAY_EMAIL, or SIGN_DISPLAY_TOKEN.');
  const known = passwordFile === undefined ? password : readSecretFile(passwordFile);
  const secrets = createSecretReader(process.stdin);
  try {
    const secret = known || (await secrets.read(`Password of ${email}: `));
    if (secret === '')
      throw wrongUsage(
        'No password was specified.',
        'Set SIGN_DISPLAY_PASSWORD or --password-file, or type the password when you are asked.',
      );
    const body = { email, password: secret };
    const { headers, body: answer } = done(await client.call('POST /api/auth/sign-in/email', { body }));
    return 'challenge' in answer ? await answerChallenge(client, answer.challenge, secrets) : bearerOf(headers);
  } finally {
    secrets.close();
  }
}
