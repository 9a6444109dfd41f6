import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { createServiceProcesses, ownerPrintedIn, signIn } from './testing/service-process.ts';

/** How the service's process starts, or says why it does not (contract, section 6). */

const ROOT = join(import.meta.dirname, '../../..');
let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let database: TestDatabase;
const services = createServiceProcesses();

beforeAll(async () => {
  folder = await makeTemporaryFolder();
});
afterEach(() => services.end());
afterAll(() => folder.remove());

const environment = () => ({ DATA_DIR: join(folder.path, 'data'), DATABASE_URL: database.url });

async function useDatabase(options: { migrated?: boolean } = {}): Promise<void> {
  database = await createTestDatabase(options);
  onTestFinished(() => database.drop());
}

/** A port of the loopback interface that another program has. */
async function takePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return String((server.address() as AddressInfo).port);
}

/** Signs in and lists the organizations. Returns the status of the list. */
async function organizationsOf(url: string, account: { email: string; password: string }): Promise<number> {
  const signedIn = await signIn(url, account);
  expect(signedIn.status).toBe(200);
  const headers = { authorization: `Bearer ${signedIn.headers.get('set-auth-token')}` };
  return (await fetch(`${url}/api/organizations`, { headers })).status;
}

test('R1: the ready line says where it serves, and the owner that was made up is told once', async () => {
  await useDatabase();
  const first = services.start(environment());
  const { url, metricsUrl } = await first.ready();
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  expect(await (await fetch(metricsUrl)).text()).toContain('signs_claims_total');

  expect(first.stderr).toContain(`Sign in at ${url}\n`);
  const owner = ownerPrintedIn(first)!;
  expect(first.stderr.split(owner.password)).toHaveLength(2);
  expect(first.stderr).toContain(`${owner.password}   (shown only once; choose your own password when you sign in)\n`);
  // X9: it lets its owner do nothing but replace it.
  expect(await organizationsOf(url, owner)).toBe(403);

  const second = services.start(environment());
  expect(await second.ready()).not.toEqual({ url, metricsUrl });
  const { url: again } = await second.ready();
  expect(second.stderr.replace(/\S+outbox/, 'OUTBOX')).toBe(`
  Sign in at ${again}
  Mail is written to OUTBOX (set SMTP_URL to send mail)

  After signing in, start a first sign:
    in a browser  ${again}/sign
    on a screen   npm run kiosk -- --server ${again}
    virtual       npm run kiosk:virtual -- --server ${again}

`);
  expect(first.stdout + second.stdout + second.stderr).not.toContain(owner.password);
});

test('R1: the password in BOOTSTRAP_PASSWORD signs in, and is never printed', async () => {
  await useDatabase();
  const account = { email: 'ada@example.org', password: 'a well-kept secret' };
  const bootstrap = { BOOTSTRAP_EMAIL: account.email, BOOTSTRAP_PASSWORD: account.password };
  const service = services.start({ ...environment(), ...bootstrap, LOG_LEVEL: 'trace' });
  const { url } = await service.ready();
  expect(await organizationsOf(url, account)).toBe(200);
  service.kill('SIGTERM');
  expect(await service.exited).toEqual({ code: 0, signal: null });
  expect(service.stderr).toContain('the one in BOOTSTRAP_PASSWORD');
  expect(service.stdout + service.stderr).not.toContain(account.password);
});

test('--help tells what it is, and starts nothing', async () => {
  const service = services.start({ PORT: 'not read' }, { args: ['--help'] });
  expect(await service.exited).toEqual({ code: 0, signal: null });
  expect(service.stdout).toMatch(/^Sign Display Service\n/);
  expect(service.stderr).toBe('');
});

test('an argument that it does not know is named', async () => {
  const service = services.start({ DATA_DIR: folder.path }, { args: ['--port=80'] });
  expect(await service.exited).toEqual({ code: 2, signal: null });
  expect(service.stderr).toMatch(/^Unknown argument --port=80\. .*\n$/);
});

test('settings that are wrong are named, all at once, and no secret is repeated', async () => {
  const settings = {
    PORT: '70000',
    DATABASE_URL: 'mysql://u:the-password@host/x',
    AUTH_SECRET: 'short',
    LOG_LEVEL: 'x',
  };
  const service = services.start({ DATA_DIR: folder.path, ...settings });
  expect(await service.exited).toEqual({ code: 2, signal: null });
  for (const name of Object.keys(settings)) expect(service.stderr).toContain(`  ${name}: `);
  expect(service.stderr).not.toMatch(/the-password|short/);
  expect(service.stdout).toBe('');
});

test('a port that another program has is told in one sentence and nothing else, and what was started ends', async () => {
  // As on a new machine: there is no table yet when what was started is ended again.
  await useDatabase({ migrated: false });
  const port = await takePort();
  const service = services.start({ ...environment(), PORT: port });
  expect(await service.exited).toEqual({ code: 2, signal: null });
  expect(service.stderr).toBe(
    `127.0.0.1:${port} is in use by another program. Stop that program, or set PORT (0 picks a free port).\n`,
  );
  expect(service.stdout).toBe('');
});

test('the exit code of a start that failed comes through npm', async () => {
  await useDatabase();
  const port = await takePort();
  const { PATH = '' } = process.env;
  const env = {
    ...environment(),
    PATH,
    HOME: folder.path,
    PORT: port,
    METRICS_PORT: '0',
    npm_config_loglevel: 'silent',
  };
  const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [told, [code]] = await Promise.all([text(npm.stderr), once(npm, 'close')]);
  expect(told).toBe(
    `127.0.0.1:${port} is in use by another program. Stop that program, or set PORT (0 picks a free port).\n`,
  );
  expect(code).toBe(2);
});

test('a metrics port that another program has is told in one sentence too', async () => {
  await useDatabase();
  const port = await takePort();
  const service = services.start({ ...environment(), METRICS_PORT: port });
  expect(await service.exited).toEqual({ code: 2, signal: null });
  expect(service.stderr).toBe(
    `127.0.0.1:${port} is in use by another program. Stop that program, or set METRICS_PORT (0 picks a free port).\n`,
  );
});
