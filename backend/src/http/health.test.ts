import { createServer, type AddressInfo, type Socket } from 'node:net';
import { HealthResponse, LiveResponse, ReadyResponse } from '@sign-display/contracts/rest/health';
import type { WarmUp } from '@sign-display/contracts/backend-warm-up';
import { pino } from 'pino';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { openDatabase, type Ping } from '../db/open-database.ts';
import { createTestDatabase } from '../testing/create-test-database.ts';
import { addHealthRoutes } from './health.ts';
import { NO_REQUEST_LIMITS } from './rate-limits.ts';
import { createRouter } from './router.ts';
import { createHttpServer } from './create-http-server.ts';

const log = pino({ level: 'silent' });
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

type Db = ReturnType<typeof openDatabase>['db'];

function serve(db: Db, options: { isServing?: boolean; warmUp?: WarmUp; pingCache?: () => Promise<Ping> } = {}) {
  const http = createHttpServer({ log, random: systemRandom });
  const nobody = { authenticate: async () => null, limits: NO_REQUEST_LIMITS, noteRefusal: async () => {} };
  addHealthRoutes(createRouter({ http: http as never, ...nobody }), {
    db,
    clock: systemClock,
    version: '1.2.3',
    environment: 'test',
    isServing: () => options.isServing ?? true,
    warmUp: () => options.warmUp ?? null,
    ...(options.pingCache && { pingCache: options.pingCache }),
  });
  closers.push(() => http.close());
  return async (url: string, schema: TSchema): Promise<{ status: number; body: Record<string, unknown> }> => {
    const response = await http.inject(url);
    expect(Compile(schema).Errors(response.json())).toEqual([]);
    return { status: response.statusCode, body: response.json() };
  };
}

async function liveDatabase(): Promise<Db> {
  const { db, drop } = await createTestDatabase({ migrated: false });
  closers.push(drop);
  return db;
}

function databaseAt(port: number): Db {
  const { db, close } = openDatabase({ connectionString: `postgresql://127.0.0.1:${port}/x`, log });
  closers.push(close);
  return db;
}

/** A server that takes connections and says nothing, ever. */
async function hungDatabase(): Promise<Db> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const db = databaseAt((server.address() as AddressInfo).port);
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return db;
}

describe('GET /health', () => {
  test('tells of every part', async () => {
    const get = serve(await liveDatabase());
    const { status, body } = await get('/health', HealthResponse);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'ok', version: '1.2.3', environment: 'test', database: { status: 'up' } });
    expect(body.cache).toEqual({ status: 'embedded', latencyMs: null });
  });

  test('N2: says why offline verdicts wait, and is `ok`', async () => {
    const warmUp = { reason: 'start', since: '2026-11-20T19:00:00.000Z', until: '2026-11-20T19:01:00.000Z' } as const;
    const { status, body } = await serve(await liveDatabase(), { warmUp })('/health', HealthResponse);
    expect([status, body.status, body.presence]).toEqual([200, 'ok', { warmUp }]);
    expect((await serve(await liveDatabase())('/health', HealthResponse)).body.presence).toEqual({ warmUp: null });
  });

  test('a cache problem alone is `degraded`, with 200', async () => {
    const get = serve(await liveDatabase(), { pingCache: async () => ({ up: false, latencyMs: 5 }) });
    const { status, body } = await get('/health', HealthResponse);
    expect([status, body.status, body.cache]).toEqual([200, 'degraded', { status: 'down', latencyMs: null }]);
  });

  test('a database that is not there is `down`, with 503', async () => {
    const { status, body } = await serve(databaseAt(1))('/health', HealthResponse);
    expect([status, body.status, body.database]).toEqual([503, 'down', { status: 'down', latencyMs: null }]);
  });

  test('a database that hangs is `down` after a second, not a hung reply', async () => {
    const get = serve(await hungDatabase());
    const begin = performance.now();
    expect((await get('/health', HealthResponse)).status).toBe(503);
    expect(performance.now() - begin).toBeLessThan(5_000);
  });
});

describe('GET /health/ready', () => {
  test('is 200 while the database answers, else 503', async () => {
    expect(await serve(await liveDatabase())('/health/ready', ReadyResponse)).toEqual({
      status: 200,
      body: { ready: true },
    });
    expect(await serve(databaseAt(1))('/health/ready', ReadyResponse)).toEqual({ status: 503, body: { ready: false } });
  });

  test('is 503 while the node starts or drains, and /health goes on telling', async () => {
    const get = serve(await liveDatabase(), { isServing: false });
    expect((await get('/health/ready', ReadyResponse)).status).toBe(503);
    expect((await get('/health', HealthResponse)).status).toBe(200);
  });
});

test('GET /health/live is 200 whatever is down', async () => {
  const { status, body } = await serve(databaseAt(1))('/health/live', LiveResponse);
  expect([status, body.status]).toEqual([200, 'live']);
});
