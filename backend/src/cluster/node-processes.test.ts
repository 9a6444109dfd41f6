import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { systemRandom } from '../adapters/system-random.ts';
import { createServiceProcesses, signIn, type ServiceProcess } from '../process/testing/service-process.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createRedisServer, redisProgram, type RedisServer } from '../testing/redis-server.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { connectWireKiosk, type WireKiosk } from './testing/socket-kiosk.ts';

/** Two processes of the service on one Postgres and one Redis server, with kiosks over real sockets. */

const OWNER = { email: 'owner@example.org', password: 'correct horse battery staple' };
const HEARTBEAT_MS = 500;
const ACK_TIMEOUT_MS = 5_000;

interface Node {
  process: ServiceProcess;
  url: string;
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }>;
}

describe.skipIf(redisProgram.mayBeSkipped)(`two nodes; ${redisProgram.need}`, () => {
  let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
  let database: TestDatabase;
  let redis: RedisServer;
  let count = 0;
  const services = createServiceProcesses();
  const kiosks: WireKiosk[] = [];

  beforeAll(async () => {
    folder = await makeTemporaryFolder();
    database = await createTestDatabase();
    redis = await createRedisServer();
  });
  afterEach(async () => {
    for (const kiosk of kiosks.splice(0)) kiosk.cut();
    await services.end();
    await redis.kill();
  });
  afterAll(async () => {
    await redis.remove();
    await database.drop();
    await folder.remove();
  });

  async function startNode(env: Record<string, string> = {}): Promise<Node> {
    const service = services.start({
      DATA_DIR: join(folder.path, `data-${(count += 1)}`),
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      AUTH_SECRET: 'one secret of all the nodes, long enough',
      BOOTSTRAP_EMAIL: OWNER.email,
      BOOTSTRAP_PASSWORD: OWNER.password,
      HEARTBEAT_INTERVAL_MS: String(HEARTBEAT_MS),
      LOAD_TIMEOUT_MS: '3000',
      ACK_TIMEOUT_MS: String(ACK_TIMEOUT_MS),
      ...env,
    });
    const { url } = await service.ready();
    let token: string | null = null;
    return {
      process: service,
      url,
      async call(method, path, body) {
        token ??= (await signIn(url, OWNER)).headers.get('set-auth-token');
        const response = await fetch(url + path, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        return { status: response.status, body: (await response.json()) as Record<string, unknown> };
      },
    };
  }

  const startNodes = (env?: Record<string, string>) => Promise.all([startNode(env), startNode(env)]);

  async function connect(node: Node, handshake?: WireKiosk['handshake']): Promise<WireKiosk> {
    const kiosk = await connectWireKiosk(node.url, handshake);
    if (typeof kiosk === 'string') throw new Error(`not let in: ${kiosk}`);
    kiosks.push(kiosk);
    return kiosk;
  }

  /** Where signs go; made anew for each test. */
  async function makePlace(node: Node) {
    const organization = await node.call('POST', '/api/organizations', { name: 'Opera' });
    const organizationId = organization.body.id as string;
    const event = { name: 'Ball', timeZone: 'UTC' };
    const { body } = await node.call('POST', `/api/organizations/${organizationId}/events`, event);
    return { organizationId, eventId: body.id as string, name: 'Foyer', location: 'Hall 1' };
  }

  const proofOf = ({ signId, shortCode }: WireKiosk, requestId = makeUuidV4(systemRandom)) => ({
    signId,
    shortCode,
    requestId,
  });

  const cacheOf = async (node: Node) => {
    const response = await fetch(`${node.url}/health`);
    const { status, cache } = (await response.json()) as { status: string; cache: { status: string } };
    return [response.status, status, cache.status];
  };
  /** Until the carrier works from `from` to the other: a kiosk there hears what is asked for here. */
  async function untilCarried(node: Node): Promise<void> {
    while ((await cacheOf(node))[2] !== 'up') await pause(20);
  }

  it('R2: a kiosk of one node is claimed, linked, replayed and commanded through the other', async () => {
    await redis.start();
    // A waiter that is not woken is there when the test has given up.
    const [one, two] = await startNodes({ ACK_TIMEOUT_MS: '600000' });
    await Promise.all([untilCarried(one), untilCarried(two)]);
    const place = await makePlace(two);
    const first = await connect(one);
    const body = { ...place, url: 'https://example.com/', ...proofOf(first) };
    const claiming = two.call('POST', '/api/signs/claim', body);
    await first.proveNext();
    const claimed = await claiming;
    expect(claimed).toMatchObject({ status: 201, body: { handshake: 'acknowledged' } });
    expect(await one.call('POST', '/api/signs/claim', body)).toEqual({ status: 200, body: claimed.body });

    const second = await connect(one);
    const record = await two.call('POST', '/api/signs', place);
    const linking = two.call('POST', `/api/signs/${String(record.body.id)}/link`, proofOf(second));
    await second.proveNext();
    expect(await linking).toMatchObject({ status: 201, body: { sign: { id: record.body.id } } });

    const refresh = first.next('sign:refresh');
    const path = `/api/signs/${(claimed.body.sign as { id: string }).id}/commands`;
    const commanded = await two.call('POST', path, { command: 'refresh' });
    expect(commanded.status).toBe(202);
    expect(await refresh).toMatchObject({ commandId: commanded.body.commandId });
  });

  it('N8: a reconnect to the other node takes over at once; a machine of another boot is quarantined', async () => {
    await redis.start();
    const [one, two] = await startNodes();
    await Promise.all([untilCarried(one), untilCarried(two)]);
    const before = await connect(one);
    const after = await connect(two, before.handshake);
    await before.ended;

    const clone = connectWireKiosk(one.url, { ...after.handshake, bootId: makeUuidV4(systemRandom) });
    const metrics = { cpuLoad: 0.1, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 1 };
    const beat = { status: 'unclaimed', mode: 'foreground', metrics, contentState: 'idle' };
    let decision: unknown = null;
    for (let seq = 0; decision === null; seq += 1) {
      after.send('heartbeat', { seq, ...beat });
      decision = await Promise.race([clone, pause(100).then(() => null)]);
    }
    expect(decision).toBe('clone_quarantined');
    after.cut();
    // A machine that has gone holds nobody up.
    await connect(one, { ...after.handshake, bootId: makeUuidV4(systemRandom) });
  });

  it('C4, C6: SIGKILL in mid-claim frees the device by the deadline, and the requestId has one outcome elsewhere', async () => {
    await redis.start();
    const [one, two] = await startNodes();
    const place = await makePlace(two);
    const kiosk = await connect(one);
    const body = { ...place, url: 'https://example.com/', ...proofOf(kiosk) };
    const asked = kiosk.next('sign:apply_link');
    const lost = one.call('POST', '/api/signs/claim', body).catch(() => 'lost');
    await asked;
    one.process.kill('SIGKILL');
    expect(await lost).toBe('lost');

    const back = await connect(two, kiosk.handshake);
    const other = { ...body, requestId: makeUuidV4(systemRandom) };
    expect(await two.call('POST', '/api/signs/claim', other)).toMatchObject({ body: { code: 'request_in_progress' } });
    // The dead node's attempt ends at its deadline, and the same requestId tries again; an answer settles it.
    let reply = await two.call('POST', '/api/signs/claim', body);
    expect(reply).toMatchObject({ status: 504, body: { code: 'device_no_ack' } });
    const proved = back.proveNext();
    reply = await two.call('POST', '/api/signs/claim', body);
    await proved;
    expect(reply).toMatchObject({ status: 201, body: { requestId: body.requestId } });
    const records = await database.db
      .selectFrom('sign')
      .select('id')
      .where('deviceSignId', '=', kiosk.signId)
      .execute();
    expect(records).toHaveLength(1);
  });

  it('R2: without Redis each node’s kiosks go on and health is degraded; when it comes, the nodes reach each other', async () => {
    const [one, two] = await startNodes();
    const place = await makePlace(one);
    expect(await cacheOf(one)).toEqual([200, 'degraded', 'down']);
    const claimThrough = async (node: Node, kiosk: WireKiosk) => {
      const claiming = node.call('POST', '/api/signs/claim', { ...place, url: 'https://e.org/', ...proofOf(kiosk) });
      await kiosk.proveNext();
      return (await claiming).status;
    };
    expect(await claimThrough(one, await connect(one))).toBe(201);
    for (let round = 0; round < 2; round += 1) {
      await redis.start();
      await Promise.all([untilCarried(one), untilCarried(two)]);
      expect(await cacheOf(one)).toEqual([200, 'ok', 'up']);
      expect(await claimThrough(two, await connect(one))).toBe(201);
      await redis.kill();
      while ((await cacheOf(one))[2] === 'up') await pause(20);
      expect(await cacheOf(one)).toEqual([200, 'degraded', 'down']);
      expect(await claimThrough(one, await connect(one))).toBe(201);
    }
  });

  it('X3: a node with another AUTH_SECRET is refused while a node of the database runs, with one sentence', async () => {
    await redis.start();
    await startNode();
    const other = services.start({
      DATA_DIR: join(folder.path, 'other-secret'),
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      AUTH_SECRET: 'another secret than that of the other nodes',
    });
    expect(await other.exited).toEqual({ code: 2, signal: null });
    expect(other.stderr).toBe(
      'Another node of this database uses a different AUTH_SECRET. Use the same one on all nodes; to change it, stop all nodes first.\n',
    );
  });

  it('R2: a node that is sent away sends its kiosks to the others, and leaves neither devices nor a lease', async () => {
    await redis.start();
    const [one, two] = await startNodes();
    const kiosk = await connect(one);
    const connectionOf = () =>
      database.db
        .selectFrom('device')
        .select(['nodeId', 'connectionId', 'connectionRegistered'])
        .where('signId', '=', kiosk.signId)
        .executeTakeFirstOrThrow();
    const { nodeId } = await connectionOf();
    expect(nodeId).not.toBeNull();
    const away = kiosk.next('server:reconnect');
    one.process.kill('SIGTERM');
    await away;
    await kiosk.ended;
    expect(await one.process.exited).toEqual({ code: 0, signal: null });
    expect(await connectionOf()).toEqual({ nodeId: null, connectionId: null, connectionRegistered: false });
    expect(await database.db.selectFrom('node').select('id').where('id', '=', nodeId).execute()).toEqual([]);
    await connect(two, kiosk.handshake);
  });
});
