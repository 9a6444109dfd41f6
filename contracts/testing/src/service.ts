import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { accepted, createClient, type Client } from '@sign-display/client/client';
import { BEARER_HEADER } from '@sign-display/contracts/rest/session';

const MAIN = fileURLToPath(new URL('../../../backend/src/main.ts', import.meta.url));
/** What Node has compiled, by content: with it a start takes half as long. */
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/service-process', import.meta.url));
const PASSWORD = 'a password of nobody else';
const EMAIL = 'owner@kiosk.example';

/** Controls the process of a service and its folder. */
interface ServiceControls {
  url: string;
  /** The folder of all the service's data, including its database. */
  data: string;
  /** The folder of the service's mails, each a file. */
  outbox: string;
  /** Ends it politely; `start` brings it up again at the same address, on the same data, where it is not up. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends it without a word (SIGKILL), as a power cut does; its database server finds out by itself. */
  kill(): Promise<void>;
  /** Suspends the process (SIGSTOP): connections stay open, but the service answers nothing until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/** The real backend in its own process, on its own database. */
export interface TestService extends ServiceControls {
  owner: Client;
  /** The account with which the owner signs in. */
  account: { email: string; password: string };
  organizationId: string;
  eventId: string;
}

/** A service that `npm start` has just started for the first time, without any event. */
export interface NewService extends ServiceControls {
  /** The account that the service printed. Its password only lets the owner replace it. */
  account: { email: string; password: string };
}

/** Returns the response if it is no refusal; otherwise throws. */
export const good = <Given extends Parameters<typeof accepted>[0]>(answer: Given) =>
  accepted(answer, ({ code, detail }) => new Error(`${code}: ${detail}`));

/**
 * Starts a service. `preparedData`: the folder whose copy the service begins with. `printed` gets each line that the
 * service prints for people.
 */
async function launchService(
  settings: Record<string, string>,
  { preparedData, printed }: { preparedData?: string | undefined; printed?(line: string): void } = {},
): Promise<ServiceControls> {
  const folder = mkdtempSync(join(tmpdir(), 'sign-display-service-'));
  chmodSync(folder, 0o755);
  const { PATH, HOME, LANG, TMPDIR, NODE_COMPILE_CACHE = COMPILED } = process.env;
  const data = join(folder, 'data');
  // `cp -a` keeps the owners of the files, which Node's own copy does not.
  if (preparedData !== undefined) execFileSync('cp', ['-a', preparedData, data]);
  let child: ChildProcess;
  let port = '0';

  async function launch(): Promise<string> {
    const own = { PATH, HOME, LANG, TMPDIR, NODE_COMPILE_CACHE };
    const started = spawn(process.execPath, [MAIN], {
      env: { ...own, ...settings, DATA_DIR: data, PORT: port, METRICS_PORT: '0' },
      stdio: ['ignore', 'pipe', printed ? 'pipe' : 'inherit'],
    });
    child = started;
    if (started.stderr) createInterface(started.stderr).on('line', printed!);
    for await (const line of createInterface(started.stdout!)) {
      const { url } = JSON.parse(line) as { url?: string };
      started.stdout!.resume();
      if (url !== undefined) return url;
    }
    throw new Error('the backend did not start');
  }
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (hasEnded()) return;
    child.kill(signal);
    await once(child, 'exit');
  }
  const stop = (): Promise<void> => end('SIGTERM');

  const url = await launch();
  ({ port } = new URL(url));
  return {
    url,
    data,
    outbox: join(data, 'outbox'),
    stop,
    async start() {
      if (hasEnded()) await launch();
    },
    kill: () => end('SIGKILL'),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async remove() {
      // Its database server outlives a kill: the next start ends with it.
      if (child.signalCode === 'SIGKILL') await launch();
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a service with an owner. `settings` replace the backend's own (contract, section 6). If `PREPARED_DATA` is
 * set, the service begins with a copy of that folder.
 */
export async function startService(settings: Record<string, string> = {}): Promise<TestService> {
  const account = { email: EMAIL, password: PASSWORD };
  const service = await launchService(
    { ...settings, BOOTSTRAP_EMAIL: EMAIL, BOOTSTRAP_PASSWORD: PASSWORD },
    { preparedData: process.env['PREPARED_DATA'] },
  );
  const origin = service.url;
  const signedIn = await createClient({ origin }).call('POST /api/auth/sign-in/email', { body: account });
  const owner = createClient({ origin, token: signedIn.headers.get(BEARER_HEADER)! });
  const organizationId = good(await owner.call('GET /api/me')).body.organizations[0]!.id;
  const params = { id: organizationId };
  const made = good(await owner.list('GET /api/organizations/:id/events', { params })).items[0];
  const event = { name: 'Opera ball', timeZone: 'Europe/Vienna' };
  const { id: eventId } =
    made ?? good(await owner.call('POST /api/organizations/:id/events', { params, body: event })).body;
  return { ...service, owner, account, organizationId, eventId };
}

/** Starts a service without a test's account: its first owner has the printed password. */
export async function startNewService(settings: Record<string, string> = {}): Promise<NewService> {
  const { promise: account, resolve } = Promise.withResolvers<NewService['account']>();
  let email = '';
  const service = await launchService(settings, {
    printed(line) {
      const [, name, value] = /^ +(e-mail|password) +(\S+)/.exec(line) ?? [];
      if (name === 'e-mail') email = value!;
      else if (name === 'password') resolve({ email, password: value! });
    },
  });
  return { ...service, account: await account };
}

/** Starts one more node. `settings` name the database of the others (DATABASE_URL) and their AUTH_SECRET. */
export const startNode = (settings: Record<string, string>): Promise<ServiceControls> => launchService(settings);
