import fc from 'fast-check';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import Fastify from 'fastify';
import { PROBLEM_CONTENT_TYPE, type Problem } from '@sign-display/contracts/rest/problem';
import type { RequestClass } from '@sign-display/contracts/route';
import { ROUTES, routeAddress, type Route, type RouteKey } from '@sign-display/contracts/routes';
import { startTestService, type Person, type TestService } from '../access/testing/test-service.ts';
import { pino } from 'pino';
import { watchEventLoopDelay } from '../adapters/event-loop-delay.ts';
import { openDatabase } from '../db/open-database.ts';
import { startListeningApp, type ListeningApp } from '../process/testing/listening-app.ts';
import { KIOSK_STORM } from '../node/deps.ts';
import { composeMemoryNode } from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice } from '../testing/virtual-device.ts';
import { findSecretHashes } from '../devices/devices-repository.ts';
import { createGate } from '../flow/gate.ts';
import { FULL, classOf, createShedding, isTooMuch, type Signals } from './load-shedding.ts';

const random = createSeededRandom('load');

describe('a gate', () => {
  test('never lets more than its bound run, takes all that fit in the order they came, and is empty afterwards', async () => {
    const sizes = { atOnce: fc.integer({ min: 1, max: 5 }), mostWaiting: fc.nat(10), tasks: fc.nat(30) };
    await fc.assert(
      fc.asyncProperty(fc.record(sizes), fc.scheduler(), async ({ atOnce, mostWaiting, tasks }, scheduler) => {
        const gate = createGate({ atOnce, mostWaiting });
        const began: number[] = [];
        let most = 0;
        const all = Array.from({ length: tasks }, async (_, index) => {
          const task = async () => {
            began.push(index);
            most = Math.max(most, gate.running);
            await scheduler.schedule(Promise.resolve());
            if (index % 3 === 0) throw new Error('failed');
            return index;
          };
          return await gate.run(task).catch(() => 'failed' as const);
        });
        const results = await scheduler.waitFor(Promise.all(all));
        const taken = Math.min(tasks, atOnce + mostWaiting);
        expect(results.filter((result) => result !== null).length).toBe(taken);
        expect(began).toEqual(Array.from({ length: taken }, (_, index) => index));
        expect(most).toBeLessThanOrEqual(atOnce);
        expect([gate.running, gate.waiting]).toEqual([0, 0]);
      }),
    );
  });
});

const signal = (most: number) => fc.double({ min: 0, max: 10 * most, noNaN: true });
const anySignals: fc.Arbitrary<Signals> = fc.record({
  eventLoopDelayMs: signal(FULL.eventLoopDelayMs),
  databaseWaiting: signal(FULL.databaseWaiting),
  underWay: signal(FULL.underWay),
  operatorsUnderWay: fc.constant(0),
});

describe('R4: what is refused', () => {
  test('is refused in order: what is heavy first, what an operator needs last, health never', () => {
    fc.assert(
      fc.property(anySignals, (signals) => {
        const refused = (['heavy', 'ordinary', 'operator', 'spared'] as RequestClass[]).map((each) =>
          isTooMuch(each, signals),
        );
        expect(refused).toEqual(refused.toSorted((one, other) => Number(other) - Number(one)));
        expect(refused.at(-1)).toBe(false);
      }),
    );
  });

  test('is nothing while the node keeps up, and nothing again as soon as it does', () => {
    const calm = { eventLoopDelayMs: 100, databaseWaiting: 100, underWay: 40, operatorsUnderWay: 600 };
    for (const each of ['heavy', 'ordinary', 'operator'] as const) expect(isTooMuch(each, calm)).toBe(false);
  });

  describe('a request is of the class that the row of its route names', () => {
    const http = Fastify();
    http.addHook('onRequest', async (request, reply) => reply.send(classOf(request)));
    for (const key of Object.keys(ROUTES) as RouteKey[]) {
      const { method, path } = routeAddress(key);
      http.route({ method, url: path, handler: () => null });
    }

    test.each([
      ['GET', '/health/ready', 'spared'],
      ['POST', '/api/auth/sign-in/email', 'operator'],
      ['GET', '/api/auth/get-session', 'operator'],
      ['POST', '/api/signs/claim', 'operator'],
      ['POST', '/api/signs/claim/start', 'operator'],
      ['POST', '/api/signs/018f/link?x', 'operator'],
      ['POST', '/api/signs/018f/replace', 'operator'],
      ['GET', '/api/me', 'operator'],
      ['HEAD', '/api/me', 'operator'],
      ['GET', '/api/signs?q=/link', 'ordinary'],
      ['GET', '/api/signs/claimed', 'ordinary'],
      ['POST', '/api/unsubscribe/018f', 'ordinary'],
      ['POST', '/api/snooze/018f', 'ordinary'],
      ['GET', '/api/audit/export?format=csv', 'heavy'],
      ['GET', '/api/content-fetches/export', 'heavy'],
      ['POST', '/api/signs/bulk', 'heavy'],
      // Of no route: what asks for the API can be refused, anything else is not.
      ['GET', '/api/nothing/export', 'ordinary'],
      ['GET', '/api/docs/start.js', 'ordinary'],
      ['GET', '/favicon.ico', 'spared'],
    ] as const)('%s %s is %s', async (method, url, expected) => {
      const { body, headers } = await http.inject({ method, url });
      if (method === 'HEAD') expect(headers['content-length']).toBe(String(expected.length));
      else expect(body).toBe(expected);
    });

    test('exports, the snapshot, bulk, previews and the list of push browsers are heavy; signing in, claiming and acknowledging are for operators; health is spared', () => {
      const classes = Object.groupBy(Object.entries<Route>(ROUTES), ([, { load = 'ordinary' }]) => load);
      const keys = (load: RequestClass) => classes[load]!.map(([key]) => key);
      expect(keys('heavy')).toEqual([
        'GET /api/signs/snapshot',
        'POST /api/signs/bulk',
        'POST /api/bulk/:id/undo',
        'POST /api/events/:id/subscription/preview',
        'GET /api/push-subscriptions',
        'GET /api/audit/export',
        'GET /api/audit/summary',
        'POST /api/audit/verification',
        'GET /api/content-fetches/export',
      ]);
      expect(keys('spared')).toEqual(['GET /health', 'GET /health/ready', 'GET /health/live']);
      expect(keys('operator').filter((key) => !key.includes(' /api/auth/'))).toEqual([
        'GET /api/me',
        'POST /api/signs/claim/start',
        'DELETE /api/signs/claim/:pendingId',
        'POST /api/signs/claim',
        'POST /api/signs/:id/link',
        'POST /api/signs/:id/replace',
        'POST /api/outages/acknowledge',
        'DELETE /api/outages/acknowledge',
      ]);
      expect(keys('ordinary').filter((key) => key.includes(' /api/auth/'))).toEqual([]);
    });
  });

  test('a request counts until it is done, once', () => {
    const shedding = createShedding({
      random,
      signals: () => ({ eventLoopDelayMs: 0, databaseWaiting: 0 }),
      observe: { shed: () => {} },
    });
    const admitted = Array.from({ length: FULL.underWay }, () => shedding.admit('ordinary'));
    expect(shedding.admit('ordinary')).toMatchObject({ refusal: { code: 'unavailable' } });
    const [first] = admitted;
    if ('done' in first!) {
      first.done();
      first.done();
    }
    expect(shedding.underWay).toBe(FULL.underWay - 1);
    expect(shedding.admit('ordinary')).toHaveProperty('done');
    expect(shedding.admit('ordinary')).toHaveProperty('refusal');
  });
});

interface Told {
  status: number;
  retryAfter: string | undefined;
  problem: Problem | null;
}

describe('R4: a flood of requests', () => {
  let service: TestService;
  let person: Person;
  let gated: GatedDatabase;
  let node: ListeningApp;
  /** While it is there, the database answers nothing. */
  let held: Promise<void> | null = null;

  beforeAll(async () => {
    service = await startTestService();
    person = await service.makePerson('flood');
    gated = await createGatedDatabase(service.database);
    const { db } = gated.open(async () => (await held) ?? undefined);
    node = await startListeningApp(db, { env: { RATE_LIMIT_PER_MINUTE: '1000000' } });
  });
  afterAll(async () => {
    await node.close();
    await gated.close();
    await service.close();
  });

  const ask = (path: string, agent: Agent): Promise<Told> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${person.token}` };
      request(`${node.url}${path}`, { agent, headers }, (response) => {
        let text = '';
        response.on('data', (part: Buffer) => (text += part.toString()));
        response.on('end', () => {
          const isProblem = response.headers['content-type'] === PROBLEM_CONTENT_TYPE;
          resolve({
            status: response.statusCode!,
            retryAfter: response.headers['retry-after'],
            problem: isProblem ? (JSON.parse(text) as Problem) : null,
          });
        });
      })
        .on('error', reject)
        .end();
    });

  test('is refused in part, with a time to come back; what is accepted is answered, and afterwards everything is again', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });
    onTestFinished(() => agent.destroy());
    const { promise, resolve: release } = Promise.withResolvers<void>();
    held = promise;
    const refused: Told[] = [];
    const clients = FULL.underWay + 150;
    let tellAll = () => {};
    const allRefused = new Promise<void>((resolve) => (tellAll = resolve));
    const asked = Array.from({ length: clients }, async () => {
      const told = await ask('/api/organizations', agent);
      if (told.status === 503 && refused.push(told) === clients - FULL.underWay) tellAll();
      return told;
    });
    // They hear at once, while the others wait.
    await allRefused;
    // Health is not held up, and what an operator needs is taken.
    expect((await ask('/health/live', agent)).status).toBe(200);
    const operator = ask('/api/me', agent);
    expect((await ask('/api/organizations', agent)).status).toBe(503);
    held = null;
    release();
    const told = await Promise.all(asked);
    expect(told.filter(({ status }) => status === 200).length).toBe(FULL.underWay);
    expect((await operator).status).toBe(200);
    for (const { problem, retryAfter } of refused) {
      expect(problem).toMatchObject({ code: 'unavailable', retryAfterMs: expect.any(Number) });
      expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
    }
    // Told apart, so that they do not come back at once.
    expect(new Set(refused.map(({ problem }) => problem!.retryAfterMs)).size).toBeGreaterThan(50);
    for (const path of ['/api/organizations', '/api/me', '/health']) expect((await ask(path, agent)).status).toBe(200);
  });

  test('of clients that go before their answer counts no longer than it lasts', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });
    const { promise, resolve: release } = Promise.withResolvers<void>();
    held = promise;
    const asked = Array.from({ length: FULL.underWay + 1 }, () => ask('/api/organizations', agent).catch(() => null));
    // The one that is refused says that all others are under way.
    expect((await Promise.race(asked))?.status).toBe(503);
    agent.destroy();
    await Promise.all(asked);
    held = null;
    release();
    const other = new Agent();
    onTestFinished(() => other.destroy());
    await expect.poll(async () => (await ask('/api/organizations', other)).status, { timeout: 60_000 }).toBe(200);
  });
});

describe('R4: a node that can not keep up', () => {
  let service: TestService;
  let person: Person;
  let opened: ReturnType<typeof openDatabase>;
  let eventLoop: ReturnType<typeof watchEventLoopDelay>;
  let node: ListeningApp;
  /** What the node is told instead of what is measured. */
  let toldMs: number | null = null;

  beforeAll(async () => {
    service = await startTestService();
    person = await service.makePerson('late');
    opened = openDatabase({ ...service.database, log: pino({ level: 'silent' }), maxConnections: 2 });
    eventLoop = watchEventLoopDelay();
    const eventLoopDelayMs = () => toldMs ?? eventLoop.delayMs();
    const load = { eventLoopDelayMs, databaseWaiting: () => opened.pool.waitingCount };
    node = await startListeningApp(opened.db, { load });
  });
  afterAll(async () => {
    eventLoop.stop();
    await node.close();
    await opened.close();
    await service.close();
  });

  const statusOf = async (path: string): Promise<number> => {
    const headers = { authorization: `Bearer ${person.token}` };
    return (await fetch(`${node.url}${path}`, { headers })).status;
  };

  test('because its event loop is late refuses what can wait, and takes it again as soon as it is on time', async () => {
    expect(await statusOf('/api/organizations')).toBe(200);
    const cell = new Int32Array(new SharedArrayBuffer(4));
    while (eventLoop.delayMs() < FULL.eventLoopDelayMs) {
      Atomics.wait(cell, 0, 0, FULL.eventLoopDelayMs + 400);
      await new Promise((resolve) => setImmediate(resolve));
    }
    // The requests come over the same event loop: by then it may be on time, or later still.
    toldMs = FULL.eventLoopDelayMs;
    expect(await Promise.all(['/api/organizations', '/api/me', '/health/live'].map(statusOf))).toEqual([503, 200, 200]);
    toldMs = null;
    await expect.poll(() => statusOf('/api/organizations'), { timeout: 60_000 }).toBe(200);
  });

  test('because its pool has no connection free refuses what can wait, and takes it again when it has', async () => {
    const held = await Promise.all([opened.pool.connect(), opened.pool.connect()]);
    const waiting = Array.from({ length: FULL.databaseWaiting }, () => opened.pool.query('select 1'));
    expect(await statusOf('/api/organizations')).toBe(503);
    const operator = statusOf('/api/me');
    expect(await statusOf('/health/live')).toBe(200);
    for (const each of held) each.release();
    await Promise.all(waiting);
    expect(await operator).toBe(200);
    expect(await statusOf('/api/organizations')).toBe(200);
  });
});

describe('R4: a storm of handshakes', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test('leaves the database to others; who is too many is told when to come back, and all are in at last', async () => {
    const gated = await createGatedDatabase(database);
    onTestFinished(() => gated.close());
    let isHeld = true;
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const node = composeMemoryNode({
      clock: createManualClock(),
      random,
      db: gated.open(async () => {
        if (isHeld) await held;
      }).db,
      kioskStorm: {
        handshakes: { atOnce: 4, mostWaiting: 100, waitMostMs: 10_000 },
        registrations: { atOnce: 4 },
        paceMs: 0,
      },
    });
    const devices = Array.from({ length: 300 }, () => createVirtualDevice(random));
    const arrivals = devices.map(async (device) => await node.transport.connect({ ...device.handshake }));
    await gated.settled();
    expect(node.storm.handshakes).toMatchObject({ running: 4, waiting: 100 });
    isHeld = false;
    release();
    const refused = (await Promise.all(arrivals)).flatMap((each) => ('refusal' in each ? [each.refusal] : []));
    expect(refused.length).toBe(196);
    for (const refusal of refused) expect(refusal).toEqual({ code: 'unavailable', retryAfterMs: expect.any(Number) });
    let left = devices;
    while (left.length > 0) {
      const arrived = await Promise.allSettled(left.map((device) => device.connect(node)));
      left = left.filter((_, index) => arrived[index]!.status === 'rejected');
    }
    expect(node.connections.size).toBe(300);
  });

  test('signs that come one after the other are looked up together, and one that comes to an idle node at once', async () => {
    const gated = await createGatedDatabase(database);
    onTestFinished(() => gated.close());
    const clock = createManualClock();
    let lookUps = 0;
    const { db } = gated.open(async (statement) => {
      if (statement.includes('secret_hash') && statement.startsWith('select')) lookUps += 1;
    });
    const node = composeMemoryNode({ clock, random, db, kioskStorm: KIOSK_STORM });
    const devices = Array.from({ length: 20 }, () => createVirtualDevice(random));
    await devices[0]!.connect(node);
    const alone = lookUps;
    const arrivals: Promise<void>[] = [];
    for (const device of devices.slice(1)) {
      arrivals.push(device.connect(node));
      await gated.settled();
    }
    expect(lookUps).toBe(alone);
    expect(node.connections.size).toBe(1);
    const told = () => devices.filter((device) => device.lastWord() !== undefined).length;
    while (told() < 20) {
      clock.advance(KIOSK_STORM.paceMs);
      await gated.settled();
    }
    await Promise.all(arrivals);
    expect(lookUps).toBe(2 * alone);
    expect(node.connections.size).toBe(20);
  });

  /** A node whose database answers nothing until it is released. */
  async function composeHeldNode(clock: ManualClock) {
    const gated = await createGatedDatabase(database);
    onTestFinished(() => gated.close());
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { db } = gated.open(() => held);
    return { node: composeMemoryNode({ clock, random, db }), db, gated, release };
  }

  test('of a fleet of 5,000 waits and none is refused, while the node keeps up', async () => {
    const { node, gated, release } = await composeHeldNode(createManualClock());
    const arrivals = Array.from({ length: 5_000 }, async () => {
      return await node.transport.connect({ ...createVirtualDevice(random).handshake });
    });
    await gated.settled();
    expect(node.storm.handshakes).toMatchObject({ running: 200, waiting: 4_800 });
    release();
    expect((await Promise.all(arrivals)).filter((each) => 'refusal' in each)).toEqual([]);
    expect(node.connections.size).toBe(5_000);
  });

  test('that stands is told when to come back, all who have waited too long at once, and nothing is looked up for them', async () => {
    const clock = createManualClock();
    const { node, db, gated, release } = await composeHeldNode(clock);
    const devices = Array.from({ length: 1_000 }, () => createVirtualDevice(random));
    const arrivals = devices.map(async ({ handshake }) => await node.transport.connect({ ...handshake }));
    await gated.settled();
    clock.advance(11_000);
    release();
    const answers = await Promise.all(arrivals);
    const refusals = answers.flatMap((each) => ('refusal' in each ? [each.refusal] : []));
    expect(refusals.length).toBe(800);
    for (const refusal of refusals) expect(refusal).toEqual({ code: 'unavailable', retryAfterMs: expect.any(Number) });
    const known = await findSecretHashes(
      db,
      devices.map(({ signId }) => signId),
    );
    expect(known.size).toBe(200);
  });
});
