import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect as connectTo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { BackendMessage, KioskMessage } from '@sign-display/contracts/kiosk-events';
import { problemOf, startTestService, type Person, type TestService } from './access/testing/test-service.ts';
import { startListeningApp, type ListeningApp } from './process/testing/listening-app.ts';
import { insertOrganization, insertRecord, type TestOrganization } from './testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase } from './testing/gated-database.ts';
import { createManualClock } from './testing/manual-clock.ts';
import type { MemoryKiosk } from './testing/memory-kiosks.ts';
import { createTestDatabase, type TestDatabase } from './testing/create-test-database.ts';
import { createSeededRandom } from './testing/seeded-random.ts';
import { makeHandshake, makeRegister, type Handshake } from './testing/virtual-device.ts';

/** How a node ends: what it accepted is answered, nothing new is taken, and what it can't finish another node can. */

const random = createSeededRandom('app');
/** After this a claim that is under way is given up by a node that drains. */
const DRAIN_CLAIMS_MS = 5_000;
const heartbeat: KioskMessage<'heartbeat'> = {
  seq: 1,
  status: 'idle',
  mode: 'foreground',
  metrics: { cpuLoad: 0, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 3 },
  contentState: 'idle',
};
let clock: ReturnType<typeof createManualClock>;
let database: TestDatabase;
let gated: GatedDatabase;
let node: TestService;
let operator: Person;
let organization: TestOrganization;
/** Awaited before each statement of `node`. */
let hold: (statement: string) => Promise<void>;
let people = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});
beforeEach(async () => {
  hold = async () => {};
  clock = createManualClock();
  node = await startTestService({
    clock,
    database: { ...database, db: gated.open((statement) => hold(statement)).db },
  });
  operator = await node.makePerson(`operator-${(people += 1)}`);
  organization = await insertOrganization(database.db, { clock, random }, { [operator.id]: 'operator' });
});
afterEach(() => node.close());

async function connect(service: TestService, handshake: Handshake = makeHandshake(random)): Promise<MemoryKiosk> {
  const connected = await service.kiosks.connect({ ...handshake });
  if ('refusal' in connected) throw new Error(`not let in: ${connected.refusal.code}`);
  await connected.kiosk.request('sign:register', makeRegister(handshake));
  await connected.kiosk.next('sign:config');
  return connected.kiosk;
}

const claimOf = ({ signId, shortCode }: { signId: string; shortCode: string }) => ({
  signId,
  shortCode,
  requestId: makeUuidV4(random),
  organizationId: organization.id,
  eventId: organization.eventId,
  name: 'Lobby',
  location: 'Hall 1',
  url: 'https://example.com/',
});

type Link = BackendMessage<'sign:apply_link'>;

const success = ({ requestId, claimToken }: Link) => ({
  requestId,
  claimToken,
  result: 'success',
  loadMs: 5,
  replayed: false,
});

/** The operator asks the next node with the same request, after its kiosk came there and answered. */
async function finishOnNextNode(handshake: Handshake, body: { requestId: string }): Promise<number> {
  const next = await startTestService({ clock, database });
  onTestFinished(() => next.close());
  const kiosk = await connect(next, handshake);
  const link = await kiosk.next('sign:apply_link');
  expect(link.requestId).toBe(body.requestId);
  expect(await kiosk.request('sign:link_ack', success(link))).toEqual({ ok: true });
  const authorization = `Bearer ${operator.token}`;
  return (await next.call('POST', '/api/signs/claim', body, { authorization })).status;
}

describe('a node that drains', () => {
  it('C4: tells a claim whose kiosk does not answer that it is unavailable, and the next node can finish it', async () => {
    const handshake = makeHandshake(random);
    const kiosk = await connect(node, handshake);
    const body = claimOf(makeRegister(handshake));
    const claiming = operator.call('POST', '/api/signs/claim', body);
    await kiosk.next('sign:apply_link');
    await gated.settled();

    const draining = node.app.drain();
    clock.advance(DRAIN_CLAIMS_MS - 1);
    await gated.settled();
    expect(kiosk.isOpen).toBe(true);
    clock.advance(1);
    expect(problemOf(await claiming)).toMatchObject({ status: 503, code: 'unavailable', requestId: body.requestId });
    await draining;
    expect(kiosk.isOpen).toBe(false);

    const row = await database.db.selectFrom('claim').selectAll().where('requestId', '=', body.requestId).execute();
    expect(row).toMatchObject([{ state: 'awaiting_ack' }]);
    expect(await finishOnNextNode(handshake, body)).toBe(200);
  });

  it('C4: is not held by a claim that is only being opened, and the next node can finish it', async () => {
    const handshake = makeHandshake(random);
    const kiosk = await connect(node, handshake);
    const body = claimOf(makeRegister(handshake));
    const opening = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    hold = async (statement) => {
      if (!statement.startsWith('insert into "claim"')) return;
      opening.resolve();
      await opened.promise;
    };
    const claiming = operator.call('POST', '/api/signs/claim', body);
    await opening.promise;

    const draining = node.app.drain();
    await kiosk.ended;
    opened.resolve();
    await gated.settled();
    // Its kiosk is gone, so that nothing is left to wait for: not even for as long as others were given.
    clock.advance(1);
    expect(problemOf(await claiming)).toMatchObject({ status: 503, code: 'unavailable', requestId: body.requestId });
    await draining;
    expect(await finishOnNextNode(handshake, body)).toBe(200);
  });

  it('sends its kiosks away with delays that differ, and then cuts them', async () => {
    const kiosks = await Promise.all(Array.from({ length: 10 }, () => connect(node)));
    await node.app.drain();
    const delays = await Promise.all(kiosks.map(async (kiosk) => (await kiosk.next('server:reconnect')).afterMs));
    expect(new Set(delays).size).toBeGreaterThan(1);
    for (const delay of delays) expect(delay).toBeGreaterThanOrEqual(0);
    for (const delay of delays) expect(delay).toBeLessThanOrEqual(2_100);
    expect(kiosks.map(({ isOpen, received }) => [isOpen, received.at(-1)?.event])).toEqual(
      kiosks.map(() => [false, 'server:reconnect']),
    );
  });

  it('N1: writes the last heartbeat times', async () => {
    const handshake = makeHandshake(random);
    const id = await insertRecord(database.db, { clock, random }, organization);
    const { signId: deviceSignId, shortCode, macAddress } = makeRegister(handshake);
    await database.db.updateTable('sign').set({ deviceSignId, shortCode, macAddress }).where('id', '=', id).execute();
    const kiosk = await connect(node, handshake);
    clock.advance(1_234);
    kiosk.send('heartbeat', heartbeat);
    await kiosk.next('heartbeat:ack');
    const atMs = clock.now();
    await node.app.drain();
    const sign = database.db.selectFrom('sign').select('lastSeenAt').where('id', '=', id);
    expect((await sign.executeTakeFirstOrThrow()).lastSeenAt?.getTime()).toBe(atMs);
  });

  it('takes nothing new under /api, and its health says so', async () => {
    const handshake = makeHandshake(random);
    const kiosk = await connect(node, handshake);
    const claiming = operator.call('POST', '/api/signs/claim', claimOf(makeRegister(handshake)));
    const link = await kiosk.next('sign:apply_link');

    expect((await node.call('GET', '/health/ready')).status).toBe(200);
    const draining = node.app.drain();
    const refused = await operator.call('GET', '/api/me');
    expect(problemOf(refused)).toMatchObject({ status: 503, code: 'unavailable', retryAfterMs: 1_000 });
    expect(refused.headers.connection).toBe('close');
    expect(problemOf(await operator.call('GET', '/api/nothing')).code).toBe('unavailable');
    expect(await node.call('GET', '/health/ready')).toMatchObject({ status: 503, body: { ready: false } });
    expect((await node.call('GET', '/health/live')).status).toBe(200);
    expect((await node.call('GET', '/health')).status).toBe(200);

    await kiosk.request('sign:link_ack', success(link));
    expect((await claiming).status).toBe(201);
    await draining;
  });

  it('whoever asks for the drain again waits for its end too', async () => {
    const ends: string[] = [];
    const first = node.app.drain().then(() => ends.push('first'));
    await node.app.drain().then(() => ends.push('second'));
    await first;
    expect(ends).toEqual(['first', 'second']);
  });
});

describe('a node that drains, over real sockets', () => {
  let listening: ListeningApp;
  /** Signed in by the machine's clock, which is the listening node's: the other node's sessions are of its own day. */
  let claimer: Person;
  let beside: TestService;
  beforeAll(async () => {
    beside = await startTestService({ database });
    claimer = await beside.makePerson('claimer');
  });
  afterAll(() => beside.close());
  beforeEach(async () => {
    await beside.setRole(organization.id, claimer.id, 'operator');
    listening = await startListeningApp(database.db);
  });
  afterEach(() => listening.close());

  const post = (body: object): Promise<Response> =>
    fetch(`${listening.url}/api/signs/claim`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${claimer.token}` },
      body: JSON.stringify(body),
    });

  it('C4: a claim whose kiosk answers is told so, and the kiosk hears all of it before it is cut', async () => {
    const kiosk = await listening.connectKiosk();
    const asked = new Promise<Link>((resolve) => kiosk.socket.once('sign:apply_link', resolve));
    const claiming = post(claimOf(kiosk));
    const link = await asked;
    const draining = listening.app.drain();
    expect(await kiosk.socket.emitWithAck('sign:link_ack', success(link))).toEqual({ ok: true });
    expect((await claiming).status).toBe(201);
    await kiosk.ended;
    await draining;
    const events = kiosk.heard.map(({ event }) => event);
    expect(events).toEqual(['sign:config', 'sign:apply_link', 'sign:claimed', 'sign:config', 'server:reconnect']);
  });

  it('every kiosk hears that it is sent away', async () => {
    const kiosks = await Promise.all(Array.from({ length: 10 }, () => listening.connectKiosk()));
    await listening.app.drain();
    await Promise.all(kiosks.map(({ ended }) => ended));
    for (const { heard } of kiosks) expect(heard.at(-1)?.event).toBe('server:reconnect');
  });

  it('a kiosk that went silent with its connection open does not delay the end', async () => {
    const { url } = listening;
    const wire = connectTo(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void wire.destroy());
    const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n';
    const key = `sec-websocket-key: ${Buffer.alloc(16).toString('base64')}\r\n`;
    wire.write(`GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: x\r\n${upgrade}${key}\r\n`);
    // It hears the end of the connection and never answers it.
    expect(String(await once(wire, 'data'))).toContain('101 Switching Protocols');
    await listening.app.drain();
  });

  it('a client that keeps its connection does not delay the end', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const sent = request(`${listening.url}/health/live`, { agent }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { socket } = response;
    response.resume();
    await once(response, 'end');
    expect(socket.destroyed).toBe(false);
    const closed = once(socket, 'close');
    await listening.app.drain();
    await closed;
  });
});
