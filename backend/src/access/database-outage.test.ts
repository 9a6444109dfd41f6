import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { openDatabase } from '../db/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { AUTH_SECRET, PASSWORD, problemOf, startTestService, type TestService } from './testing/test-service.ts';

/** The service while its database can't be reached: nothing is said that is not known. */

let database: TestDatabase;
let service: TestService;
let close: () => Promise<void>;

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  const away = openDatabase({ connectionString: 'postgresql://127.0.0.1:1/x', log: pino({ level: 'silent' }) });
  close = away.close;
  service = await startTestService({ database: { ...database, db: away.db } });
});
afterAll(async () => {
  await service.close();
  await close();
  await database.drop();
});

const token = 'a'.repeat(64);
const authorization = `Bearer ${token}.${createHmac('sha256', AUTH_SECRET).update(token).digest('base64')}`;

test('who may be signed in is told `unavailable`, not `unauthenticated`', async () => {
  const problem = problemOf(await service.call('GET', '/api/me', undefined, { authorization }));
  expect(problem).toMatchObject({ code: 'unavailable', retryAfterMs: expect.any(Number) });
});

test('who is surely not is still told so', async () => {
  expect(problemOf(await service.call('GET', '/api/me')).code).toBe('unauthenticated');
});

test('signing in is `unavailable`, and the log has the cause', async () => {
  expect(problemOf(await service.signIn('ada@example.org', PASSWORD)).code).toBe('unavailable');
  expect(service.logged.join('')).toContain('ECONNREFUSED');
});

test('an invitation is `unavailable`, not gone', async () => {
  expect(problemOf(await service.call('GET', `/api/invitations/${token}`)).code).toBe('unavailable');
});

test('health goes on telling', async () => {
  expect((await service.call('GET', '/health')).status).toBe(503);
  expect((await service.call('GET', '/health/ready')).status).toBe(503);
  expect((await service.call('GET', '/health/live')).status).toBe(200);
});
