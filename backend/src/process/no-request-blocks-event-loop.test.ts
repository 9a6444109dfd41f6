import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROUTES, type RouteKey } from '@sign-display/contracts/routes';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { createServiceProcesses, signIn } from './testing/service-process.ts';
import { worstInputs, type Ids, type WorstInput } from './testing/worst-requests.ts';

/**
 * H3: no input holds up the event loop for longer than 50 ms: heartbeats of all kiosks wait meanwhile. The service is a process of its own, as
 * `npm start` runs it, and tells its own processor time a turn (event-loop-probe.ts), so that neither this test's work nor a busy machine counts.
 */

const LIMIT_MS = 50;
/** What is slow once (a first use is compiled, memory is collected) is not when it is asked again. */
const TRIES = 4;
const ACCOUNT = { email: 'ada@example.org', password: 'correct horse battery staple' };
const PROBE = pathToFileURL(join(import.meta.dirname, 'testing/event-loop-probe.ts')).href;

const services = createServiceProcesses();
let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let database: TestDatabase;
let url: string;
let probePort: number;
let token: string;

beforeAll(async () => {
  [folder, database] = await Promise.all([makeTemporaryFolder(), createTestDatabase()]);
  const service = services.start({
    DATA_DIR: join(folder.path, 'data'),
    DATABASE_URL: database.url,
    BOOTSTRAP_EMAIL: ACCOUNT.email,
    BOOTSTRAP_PASSWORD: ACCOUNT.password,
    RATE_LIMIT_PER_MINUTE: '1000000',
    SIGN_IN_LIMIT_PER_MINUTE: '100000',
    LOG_LEVEL: 'info',
    NODE_OPTIONS: `--import ${PROBE}`,
  });
  probePort = (await service.logged('event loop probe')).port as number;
  url = (await service.ready()).url;
});
afterAll(async () => {
  await services.end();
  await database.drop();
  await folder.remove();
});

/** How long anything has held the loop since this was asked last, in milliseconds of processor time. */
async function longestMs(): Promise<number> {
  const socket = connect(probePort, '127.0.0.1');
  await once(socket, 'connect');
  return Number(await text(socket));
}

const call = (method: string, path: string, body?: unknown) =>
  fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

/** A session, and records to ask about: a route before may have ended them. */
async function prepare(): Promise<Ids> {
  token = (await signIn(url, ACCOUNT)).headers.get('set-auth-token')!;
  const me = (await (await call('GET', '/api/me')).json()) as { organizations: { id: string }[] };
  const organizationId = me.organizations[0]!.id;
  const made = async (path: string, body: unknown) =>
    ((await (await call('POST', path, body)).json()) as { id: string }).id;
  const eventId = await made(`/api/organizations/${organizationId}/events`, {
    name: 'Ball',
    timeZone: 'Europe/Berlin',
  });
  const signId = await made('/api/signs', { organizationId, eventId, name: 'Lobby', location: 'Hall 1' });
  return { organizationId, eventId, signId };
}

/** Sends an input, and gives how long it has held the loop, and the status. */
async function send(input: WorstInput): Promise<{ ms: number; status: number }> {
  const { method, path, body, headers } = input;
  await longestMs();
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body !== undefined && { body }),
  });
  await response.arrayBuffer();
  // A busy machine sheds load: the input was not read.
  if (response.status === 503) {
    await setTimeout(1_000 * Number(response.headers.get('retry-after') ?? 1));
    return await send(input);
  }
  return { ms: await longestMs(), status: response.status };
}

/** The least of some tries, where the first was too long. */
async function holdsFor(input: WorstInput): Promise<{ ms: number; status: number }> {
  let least = await send(input);
  for (let tried = 1; tried < TRIES && least.ms > LIMIT_MS; tried += 1) {
    const again = await send(input);
    if (again.ms < least.ms) least = again;
  }
  return least;
}

test.each(Object.keys(ROUTES) as RouteKey[])(
  'H3: %s does not hold up the event loop for longer than 50 ms, whatever it is sent',
  async (key) => {
    const ids = await prepare();
    const slow: string[] = [];
    for (const input of worstInputs(key, ids)) {
      const { ms, status } = await holdsFor(input);
      if (ms > LIMIT_MS) slow.push(`${input.title}: ${Math.round(ms)} ms (${status})`);
      expect(status).toBeLessThan(500);
    }
    expect(slow).toEqual([]);
  },
);
