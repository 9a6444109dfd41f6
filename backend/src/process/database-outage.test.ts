import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { createDatabaseSwitch, type DatabaseSwitch } from './testing/database-switch.ts';
import { createServiceProcesses, ownerPrintedIn, signIn } from './testing/service-process.ts';

/** The process while its DATABASE_URL is down, at the start and later. */

let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let database: TestDatabase;
let way: DatabaseSwitch;
const services = createServiceProcesses();

beforeEach(async () => {
  folder = await makeTemporaryFolder();
  // As it is found on a new server: the service makes all that it needs.
  database = await createTestDatabase({ migrated: false });
  way = createDatabaseSwitch(folder.path, database.poolConfig);
});
afterEach(async () => {
  await services.end();
  await way.down();
  await database.drop();
  await folder.remove();
});

const environment = () => ({ DATA_DIR: join(folder.path, 'data'), DATABASE_URL: way.url });
const WAITING = 'database unreachable, waiting';

async function healthOf(url: string): Promise<number[]> {
  const paths = ['/health', '/health/ready', '/health/live'];
  return Promise.all(paths.map(async (path) => (await fetch(`${url}${path}`)).status));
}

async function problemAt(url: string, init: RequestInit = {}): Promise<unknown> {
  const { status, code } = (await (await fetch(url, init)).json()) as { status: number; code: string };
  return [status, code];
}

test('R1: a database that is down at the start is waited for, and one that goes down later comes back', async () => {
  const service = services.start(environment());
  const waiting = await service.logged(WAITING);
  expect(waiting).toMatchObject({ code: 'unavailable', retryInMs: 1_000 });
  const url = waiting.listening as string;
  expect(await healthOf(url)).toEqual([503, 503, 200]);
  expect(await problemAt(`${url}/api/me`)).toEqual([503, 'unavailable']);
  expect(service.stdout).not.toContain('"msg":"ready"');

  await way.up();
  expect(await service.ready()).toMatchObject({ url });
  expect(await healthOf(url)).toEqual([200, 200, 200]);
  const signedIn = await signIn(url, ownerPrintedIn(service)!);
  const headers = { authorization: `Bearer ${signedIn.headers.get('set-auth-token')}` };
  expect((await fetch(`${url}/api/me`, { headers })).status).toBe(200);

  await way.down();
  expect(await healthOf(url)).toEqual([503, 503, 200]);
  expect(await problemAt(`${url}/api/me`, { headers })).toEqual([503, 'unavailable']);
  await way.up();
  expect(await healthOf(url)).toEqual([200, 200, 200]);
  expect((await fetch(`${url}/api/me`, { headers })).status).toBe(200);
  service.kill('SIGTERM');
  expect(await service.exited).toEqual({ code: 0, signal: null });
});

test('SIGTERM while the database is waited for: it ends, and says nothing of a failure', async () => {
  const service = services.start(environment());
  await service.logged(WAITING);
  service.kill('SIGTERM');
  expect(await service.exited).toEqual({ code: 0, signal: null });
  expect(service.stderr).toBe('');
});
