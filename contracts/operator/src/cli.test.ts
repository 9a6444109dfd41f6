import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Unreachable } from '@sign-display/client/client';
import { BEARER_HEADER } from '@sign-display/contracts/rest/session';
import { Sign } from '@sign-display/contracts/rest/signs';
import { arbitraryOf } from '@sign-display/contracts/testing/schema-arbitrary';
import { fetchInTime } from './adapters/clock-random-fetch.ts';
import { unreached } from './failure.ts';

/** `npm run operator` against somebody who answers in the service's place. */

const CLI = join(import.meta.dirname, 'cli.ts');
const ID = '0190a1b2-0000-7000-8000-000000000001';
const ME = {
  user: { id: 'a', email: 'a@b.c', name: 'A', language: null, totp: false, recoveryCodes: 0, passkeys: 0 },
  mfa: false,
  systemOwner: false,
  organizations: [{ id: ID, name: 'O', role: 'owner', mfaRequired: false }],
  mail: { configured: true, outbox: null },
};

let sign: Sign;
beforeAll(() => {
  sign = { ...(fc.sample(arbitraryOf(Sign), 1)[0] as Sign), name: 'Entrance' };
});
const TOKEN = 'token.signature';
const ACCOUNT = {
  id: 'a',
  email: 'a@b.c',
  name: 'A',
  emailVerified: true,
  image: null,
  createdAt: '2026-11-20T19:00:00.000Z',
  updatedAt: '2026-11-20T19:00:00.000Z',
};
const page = (items: object[]) => ({ items, nextCursor: null });

/** The command with these arguments, and what it asked for. `answers`: by path. */
async function start(
  answers: Record<string, unknown>,
  args: string[],
  stdout: number | 'pipe' = 'pipe',
  token = 'mine',
  { input, opened = TOKEN }: { input?: string; opened?: string | null } = {},
) {
  const asked: string[] = [];
  const http = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://signs.test');
    asked.push(`${request.method} ${pathname}`);
    const body = JSON.stringify(pathname in answers ? answers[pathname] : ME);
    const signedIn = opened !== null && (answers[pathname] as { token?: string } | undefined)?.token !== undefined;
    const headers = { 'content-type': 'application/json', ...(signedIn && { [BEARER_HEADER]: opened }) };
    response.writeHead(200, headers).end(body);
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const server = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const env = { ...process.env, SIGN_DISPLAY_SERVER: server, SIGN_DISPLAY_TOKEN: token };
  const child = spawn(process.execPath, [CLI, ...args], {
    env,
    stdio: [input === undefined ? 'ignore' : 'pipe', stdout, 'pipe'],
  });
  child.stdin?.end(input);
  onTestFinished(() => {
    child.kill('SIGKILL');
    http.closeAllConnections();
    http.close();
  });
  const closed = once(child, 'close') as Promise<[number]>;
  return { child, asked, errors: text(child.stderr!), exit: closed.then(([code]) => code) };
}
interface Piped {
  args: string[];
  input: string;
  /** The bearer token of a response that opens a session; null if the service sends none. */
  token?: string | null;
}
async function run(answers: Record<string, unknown>, ...given: string[] | [Piped]) {
  const [first] = given;
  const { args, input, token } =
    typeof first === 'object' ? first : { args: given as string[], input: undefined, token: undefined };
  const piped = { ...(input !== undefined && { input }), ...(token !== undefined && { opened: token }) };
  const { child, asked, errors, exit } = await start(answers, args, 'pipe', 'mine', piped);
  const said = await text(child.stdout!);
  return { said, asked, errors: await errors, exit: await exit };
}

test('a long result is written to its end before the command ends', async () => {
  const items = Array.from({ length: 200 }, () => ({ ...sign, name: 'x'.repeat(5_000) }));
  const { child, exit } = await start({ '/api/signs': page(items) }, ['list', '--json']);
  await once(child.stdout!, 'readable');
  expect(JSON.parse(await text(child.stdout!))).toHaveLength(200);
  expect(await exit).toBe(0);
});

test('a result that can’t be written is an error, but for a reader who has gone', async () => {
  const full = await open('/dev/full', 'w');
  onTestFinished(() => full.close());
  const unwritten = await start({ '/api/signs': page([sign]) }, ['list'], full.fd);
  expect([await unwritten.exit, await unwritten.errors]).toEqual([1, expect.stringContaining('could not be written')]);
  const left = await start({ '/api/signs': page([sign]) }, ['list']);
  left.child.stdout!.destroy();
  expect([await left.exit, await left.errors]).toEqual([0, '']);
});

test.each([{}, null, { ...ME, organizations: [{}] }, { code: 'of_tomorrow' }])(
  'who answers %j is not the service: exit code 3 and no stack',
  async (me) => {
    const { exit, errors } = await run({ '/api/me': me }, 'list');
    expect([exit, errors]).toEqual([
      3,
      expect.stringContaining('the answer did not come from the service, or from another version of it'),
    ]);
    expect(errors).toContain('operator commands of the same version');
    expect(errors).not.toContain('could not be reached');
    expect(errors).not.toContain('    at ');
  },
);

test.each([
  ['reboot', '--url', 'http://x.test'],
  ['refresh', '--enabled', 'on'],
  ['screenshot', '--limit', '5'],
  ['refresh', '--seconds', '5'],
  ['set_background_mode'],
  ['display_content'],
])(
  'command %s %s: an option of another command, or a missing one, is wrong usage, and nothing is sent',
  async (...args) => {
    const { exit, asked, errors } = await run({}, 'command', ID, ...args.filter((arg) => arg !== undefined));
    expect([exit, asked]).toEqual([2, []]);
    expect(errors).toContain('Nothing was sent.');
  },
);

test('a token that can’t be one is wrong usage, and is not repeated', async () => {
  const { exit, errors, asked } = await start({}, ['list'], 'pipe', 'secret\nheader');
  expect([await exit, asked]).toEqual([2, []]);
  expect(await errors).not.toMatch(/secret|header/);
});

test.each(['sign-in', 'list'])(
  '%s of somebody named by a flag signs in, also where a token of before is in the environment',
  async (command) => {
    const path = await writeSecret('correct horse\n', 0o600);
    const { asked } = await run({}, command, '--email', 'a@b.c', '--password-file', path);
    expect(asked[0]).toBe('POST /api/auth/sign-in/email');
  },
);

test('X6: a password file wins over a token in the environment', async () => {
  vi.stubEnv('SIGN_DISPLAY_EMAIL', 'a@b.c');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { asked } = await run({}, 'list', '--password-file', await writeSecret('correct horse\n', 0o600));
  expect(asked[0]).toBe('POST /api/auth/sign-in/email');
});

/** Writes a file with this mode, and returns its path. */
async function writeSecret(text: string, mode: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'operator-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'secret');
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
}

test.each([['--password'], ['--password=horse'], ['--token'], ['--token=horse'], ['--code'], ['--code=horse']])(
  'X6: %s is no option, because every user can read a command line; the secret is not repeated',
  async (option) => {
    const { exit, errors, asked } = await run({}, 'list', '--email', 'a@b.c', option, 'horse');
    expect([exit, asked]).toEqual([2, []]);
    expect(errors).toContain('every user of this machine can read the command line');
    expect(errors).not.toContain('horse');
  },
);

const CHALLENGE = { twoFactorRedirect: true, twoFactorMethods: ['totp'], challenge: 'signed' };
const SIGN_IN = '/api/auth/sign-in/email';

test.each([
  ['417203', 'POST /api/auth/two-factor/verify-totp'],
  ['417 203', 'POST /api/auth/two-factor/verify-totp'],
  ['7kqfd-92zt3', 'POST /api/auth/two-factor/verify-backup-code'],
])(
  'A7: sign-in reads the code %s after the password from a pipe and prints the token of the session',
  async (code, route) => {
    const opened = { token: 't', user: ACCOUNT, turnedOn: false };
    const answers = { [SIGN_IN]: CHALLENGE, [route.split(' ')[1]!]: opened };
    const { exit, said, asked } = await run(answers, {
      args: ['sign-in', '--email', 'a@b.c'],
      input: `horse\n${code}\n`,
    });
    expect([exit, said, asked]).toEqual([0, `${TOKEN}\n`, [`POST ${SIGN_IN}`, route]]);
  },
);

test('A7: sign-in prints no token and names the cause if the code is missing or the service opened no session', async () => {
  const args = ['sign-in', '--email', 'a@b.c'];
  const missing = await run({ [SIGN_IN]: CHALLENGE }, { args, input: 'horse\n' });
  expect([missing.exit, missing.said]).toEqual([2, '']);
  expect(missing.errors).toContain('needs a code after the password');
  const opened = { redirect: false, token: 't', user: ACCOUNT };
  const without = await run({ [SIGN_IN]: opened }, { args, input: 'horse\n', token: null });
  expect([without.exit, without.said]).toEqual([1, '']);
  expect(without.errors).toContain('The service opened no session.');
});

test('X6: a token comes from a file that its owner alone can read', async () => {
  const { exit, asked } = await run(
    { '/api/signs': page([]) },
    'list',
    '--token-file',
    await writeSecret('mine\n', 0o600),
  );
  expect([exit, asked[0]]).toEqual([0, 'GET /api/me']);
});

test.each([
  ['can be read by other users', 'horse', 0o640],
  ['can be read by other users', 'horse', 0o604],
  ['has an empty first line', '\nhorse', 0o600],
])('X6: a file that %s is refused, and what is in it is not repeated', async (why, text, mode) => {
  for (const option of ['--token-file', '--password-file']) {
    const { exit, errors, asked } = await run({}, 'list', '--email', 'a@b.c', option, await writeSecret(text, mode));
    expect([exit, asked]).toEqual([2, []]);
    expect(errors).toContain(why);
    expect(errors).not.toContain('horse');
  }
});

test('X6: the error for a missing file names its path and the reason', async () => {
  const { exit, errors } = await run({}, 'list', '--token-file', '/none/such');
  expect([exit, errors]).toEqual([2, expect.stringContaining('The file /none/such can’t be read: ENOENT')]);
});

test('with --json wrong usage is JSON too', async () => {
  const { exit, errors } = await run({}, 'list', '--json', '--nonsense');
  expect([exit, JSON.parse(errors)]).toMatchObject([2, { error: { code: 'usage' } }]);
});

test('control characters of an answer reach no terminal, in words or in JSON', async () => {
  const name = '\u202eecnartnE\u001b[2J\u009b\u0007\r';
  const answers = { '/api/signs': page([{ ...sign, name }]) };
  for (const args of [['list'], ['list', '--json']]) {
    const { said, exit } = await run(answers, ...args);
    expect([exit, said]).toEqual([0, expect.stringContaining('\\u202eecnartnE\\u001b[2J\\u009b')]);
    expect(said).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    if (args.length === 2) expect(JSON.parse(said)).toMatchObject([{ name }]);
  }
});

test('a sign that is not there is said so, whatever signs there are', async () => {
  const { exit, errors } = await run({ '/api/signs': page([]) }, 'unregister', 'nobody');
  expect([exit, errors]).toEqual([2, expect.stringContaining('No sign is called “nobody”.')]);
});

test.each(['XYZ', '4Q8-50CC', 'ÄÖÜ-123'])(
  'claim %s exits with 2 and sends no claim, because no sign can have this code',
  async (code) => {
    const { exit, errors, asked } = await run({}, 'claim', code);
    expect([exit, asked.filter((each) => each.startsWith('POST'))]).toEqual([2, []]);
    expect(errors).toContain(`“${code}” is not the code of a sign.`);
    expect(errors).toContain('Type the six characters below the QR code');
  },
);

test('the operator CLI treats an empty SIGN_DISPLAY_SERVER as unset', async () => {
  vi.stubEnv('SIGN_DISPLAY_SERVER', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  const child = spawn(process.execPath, [CLI, 'list', '--email', ''], {
    env: process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errors = await text(child.stderr);
  expect(errors).not.toContain('SIGN_DISPLAY_SERVER');
  expect(errors).toContain('No account was specified.');
});

test.each([
  [0, '0 signs'],
  [1, '1 sign'],
  [2, '2 signs'],
])('the list of %d signs ends with the line “%s”', async (count, words) => {
  const { said } = await run({ '/api/signs': page(Array.from({ length: count }, () => sign)) }, 'list');
  expect(said.split('\n').at(-2)).toBe(words);
});

describe('the operator CLI cannot reach the service', () => {
  /**
   * Runs `operator list` for this address. Returns the exit code and the errors, without the warning about clear text.
   */
  async function list(server: string): Promise<[number, string]> {
    const { exit, errors } = await run({}, 'list', '--server', server);
    return [exit, errors.replace(/^The connection to .*\n/, '')];
  }
  const listen = async (onSocket: (socket: Socket) => void) => {
    const server = createTcpServer(onSocket).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  };

  test('the CLI exits with 3 and names the cause and the fix if nothing listens at the address', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const server = createTcpServer().listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    const port = await promise;
    server.close();
    expect(await list(`http://127.0.0.1:${port}`)).toEqual([
      3,
      `The service at http://127.0.0.1:${port} could not be reached: nothing answers at this address (ECONNREFUSED).\nStart the service with npm start, or pass its URL with --server.\n(unreachable)\n`,
    ]);
  });

  test('the CLI exits with 3 and names the cause and the fix if the host name does not resolve', async () => {
    expect(await list('http://nowhere.invalid')).toEqual([
      3,
      expect.stringMatching(/could not be reached: its name was not found \(E\w+\)\.\nCheck the spelling of --server/),
    ]);
  });

  test('the CLI exits with 3 and names the cause and the fix if an https URL leads to a service that speaks only http', async () => {
    const port = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await list(`https://127.0.0.1:${port}`)).toEqual([
      3,
      expect.stringMatching(/: it does not use https \(ERR_SSL_\w+\)\.\nCheck the port, or use http:\/\/ /),
    ]);
  });

  test('the CLI exits with 3 and names the cause and the fix if the connection is closed without an answer', async () => {
    const port = await listen((socket) => socket.destroy());
    expect(await list(`http://127.0.0.1:${port}`)).toEqual([
      3,
      expect.stringMatching(/: it closed the connection \(\w+\)\.\nCheck whether the URL starts with https:\/\/, /),
    ]);
  });
});

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is not trusted', 'NODE_EXTRA_CA_CERTS'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is not trusted', 'NODE_EXTRA_CA_CERTS'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired', 'Renew'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another name', '--server'],
  ['EHOSTUNREACH', 'the network has no route to this address', 'network'],
  ['The operation was aborted due to timeout', 'it did not answer in time', 'overloaded'],
  ['ESOMETHING', 'ESOMETHING', '--server'],
])('the CLI explains the connection error %s as “%s” and suggests a fix', (code, why, next) => {
  const { title, next: advice } = unreached(
    'http://a.test',
    new Unreachable(`http://a.test gave no reply: ${code}`, null),
  ).facts;
  expect(title).toContain(`could not be reached: ${why}`);
  expect(advice).toContain(next);
});

test('a request that is not answered ends after 30 s, and a claim after 60 s', async () => {
  const http = createServer(() => {}).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new Error('too late')));
  onTestFinished(() => {
    timeout.mockRestore();
    http.closeAllConnections();
    http.close();
  });
  const init = { method: 'GET', headers: {}, body: null };
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`;
  await expect(fetchInTime(url, { ...init, signal: null })).rejects.toThrow('too late');
  await expect(fetchInTime(url, { ...init, signal: new AbortController().signal })).rejects.toThrow('too late');
  expect(timeout.mock.calls).toEqual([[30_000], [60_000]]);
});

test('X9: an http server off loopback is warned of, in words or as JSON, and nothing else is', async () => {
  const away = ['list', '--server', 'http://signs.invalid'];
  const inWords = await run({}, ...away);
  expect([inWords.exit, inWords.errors]).toEqual([
    3,
    expect.stringMatching(/^The connection to http:\/\/signs\.invalid/),
  ]);
  const [first = ''] = (await run({}, ...away, '--json')).errors.split('\n');
  expect(JSON.parse(first)).toEqual({ warning: inWords.errors.split('\n')[0] });
  const here = await run({ '/api/signs': page([sign]) }, 'list');
  expect([here.exit, here.errors]).toEqual([0, '']);
});
