import { createClient, type Client } from '@sign-display/client/client';
import { waitAndRetry } from '@sign-display/client/retry';
import type { Machine, Options, Task } from './command-context.ts';
import { EXIT, asUnauthenticated, createReplyCheck, failureOf, wrongUsage } from './failure.ts';
import { endWith, print, printError } from './terminal-output.ts';
import { readSecretFile } from './secret-sources.ts';
import { signIn } from './sign-in.ts';

/** Prints the token of a session that is kept. */
export const printSessionToken: Task = async ({ token, tell }) => tell({ token }, token);

const tokenOf = ({ token = '', tokenFile }: Options): string =>
  tokenFile === undefined ? token : readSecretFile(tokenFile);

const NEW_TOKEN = 'Get a new token with "sign-in".';

async function signedInToken(client: Client, options: Options): Promise<string> {
  try {
    return await signIn(client, options);
  } catch (error) {
    throw asUnauthenticated(error, 'The sign-in was refused.', 'Check --email and the password.');
  }
}

/** Signs in, runs `task`, and signs out again where the session was made for it; then the process ends. */
export async function run(machine: Machine, options: Options, args: string[], task: Task): Promise<void> {
  const { server, json } = options;
  const connection = {
    origin: server,
    retry: waitAndRetry(machine.clock, 5, 5_000),
    fetch: machine.fetch,
    check: createReplyCheck(),
  };
  const client = createClient(connection);
  let code: number = EXIT.done;
  try {
    const kept = task === printSessionToken ? '' : tokenOf(options);
    // Checked here and not by commander, which would print the token.
    if (/[^\x21-\x7e]/.test(kept)) throw wrongUsage('The token contains invalid characters.', NEW_TOKEN);
    const token = kept || (await signedInToken(client, options));
    const signedIn = createClient({ ...connection, token });
    try {
      const tell = (result: unknown, words: string) => print(json ? JSON.stringify(result) : words);
      await task({ ...machine, ...options, client: signedIn, token, tell }, ...args);
    } catch (error) {
      throw kept ? asUnauthenticated(error, 'The token is not valid, or it has expired.', NEW_TOKEN) : error;
    } finally {
      if (!kept && task !== printSessionToken)
        await signedIn.call('POST /api/auth/sign-out', { body: {} }).catch(() => {});
    }
  } catch (error) {
    const failure = failureOf(error, server);
    const { title, next, code: name } = failure.facts;
    code = failure.exit;
    const words = [title, ...failure.details, next, `(${name})`].join('\n');
    printError(json ? JSON.stringify({ error: failure.facts }) : words);
  }
  endWith(code);
}
