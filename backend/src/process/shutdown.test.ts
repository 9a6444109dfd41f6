import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { hasNpmEnded, readLineage } from './note-ancestor-processes.ts';
import { createServiceProcesses, ownerPrintedIn, processesNaming, signIn } from './testing/service-process.ts';

/** How the service's process ends (contract, section 6). */

const DRAINED = { code: 0, signal: null };
const HANGS = 'shutdown timed out, some parts are still running';
/** The id of the lock that Kysely's migrator takes (`postgres-adapter.js`). */
const MIGRATION_LOCK = '3853314791062309107';

let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let database: TestDatabase;
const services = createServiceProcesses();

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  database = await createTestDatabase();
});
afterEach(() => services.end());
afterAll(async () => {
  await database.drop();
  await folder.remove();
});

const environment = () => ({ DATA_DIR: join(folder.path, 'data'), DATABASE_URL: database.url });

async function openConnection(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

test('SIGTERM: it drains, and does not wait for a connection on which nothing was ever asked', async () => {
  const service = services.start(environment());
  const { url } = await service.ready();
  // Browsers open some in advance.
  const unused = await openConnection(url);
  // An answer tells that the connection before has been taken too.
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  const closed = once(unused, 'close');
  service.kill('SIGTERM');
  expect(await service.exited).toEqual(DRAINED);
  await closed;
  expect(await service.logged('ending')).toMatchObject({ reason: 'SIGTERM' });
  expect(service.stdout).not.toContain(HANGS);
});

test('a second signal ends it at once, while something holds the drain', async () => {
  const service = services.start(environment());
  const { url } = await service.ready();
  const socket = await openConnection(url);
  const head =
    'POST /api/auth/sign-in/email HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n';
  // It is accepted, and waits for a body that never comes.
  socket.write(`${head}expect: 100-continue\r\n\r\n`);
  expect(String(await once(socket, 'data'))).toContain('100 Continue');
  service.kill('SIGTERM');
  await service.logged('ending');
  // The promise is about time: within 500 ms a second signal is the same wish (Ctrl-C arrives once more through npm).
  await pause(550);
  service.kill('SIGTERM');
  expect(await service.exited).toEqual({ code: 130, signal: null });
});

test('SIGTERM while another node migrates: it does not wait for it', async () => {
  const other = new Client(database.poolConfig);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  const service = services.start(environment());
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  while ((await other.query(waiting)).rowCount === 0);
  service.kill('SIGTERM');
  expect(await service.exited).toEqual(DRAINED);
  expect(service.stdout).not.toContain(HANGS);
});

test('the npm that started it is killed alone: it drains all the same', async () => {
  const service = services.start(environment(), { below: 'sh' });
  await service.ready();
  service.kill('SIGKILL');
  // The shell is gone; what it started still holds the output until it ends.
  await service.exited;
  expect(await service.logged('ending')).toMatchObject({ reason: 'npm is gone' });
  await service.logged('ended');
});

// Where process 1 runs scripts itself (a container of `npm test`), it adopts the service as npm would: nothing to see.
test.skipIf(hasNpmEnded(readLineage()?.slice(-1) ?? null) === false)(
  'the npm that started it is gone before it began: it ends at once, with a word',
  async () => {
    const service = services.start(environment(), { below: 'gone' });
    await service.exited;
    expect(service.stderr).toBe('npm was gone before the service began: nothing is started.\n');
    expect(service.stdout).toBe('');
  },
);

test('SIGTERM: the embedded database ends after our last connection to it, so that a clean end logs no loss and no error', async () => {
  const service = services.start({ DATA_DIR: join(folder.path, 'clean') });
  const { url } = await service.ready();
  const token = (await signIn(url, ownerPrintedIn(service)!)).headers.get('set-auth-token');
  const headers = { authorization: `Bearer ${token}` };
  // So many at once that the pool opens all of its connections.
  await Promise.all(Array.from({ length: 200 }, () => fetch(`${url}/api/me`, { headers })));
  service.kill('SIGTERM');
  expect(await service.exited).toEqual(DRAINED);
  expect(service.stdout).not.toContain('administrator command');
  expect(service.stdout).not.toContain('"level":50');
});

test('R1: SIGKILL leaves no database server behind, and the next start goes on where it was', async () => {
  const own = { DATA_DIR: join(folder.path, 'own') };
  const first = services.start(own);
  const { url } = await first.ready();
  const owner = ownerPrintedIn(first)!;
  const token = (await signIn(url, owner)).headers.get('set-auth-token');
  expect(await processesNaming(own.DATA_DIR)).not.toEqual([]);
  first.kill('SIGKILL');
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });
  await expect.poll(() => processesNaming(own.DATA_DIR), { timeout: 60_000 }).toEqual([]);

  const second = services.start(own);
  const again = await second.ready();
  expect(ownerPrintedIn(second)).toBeNull();
  const me = await fetch(`${again.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(await me.json()).toMatchObject({ user: { email: owner.email } });
  second.kill('SIGTERM');
  expect(await second.exited).toEqual(DRAINED);
  expect(await processesNaming(own.DATA_DIR)).toEqual([]);
});
