import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { KIOSK_NAMESPACE, type BackendMessage } from '@sign-display/contracts/kiosk-events';
import { systemClock } from '../adapters/system-clock.ts';
import { testTransportDeps } from '../testing/test-error-boundary.ts';
import { composeTestNode } from '../testing/claim-world.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { makeHandshake, makeRegister, type Handshake } from '../testing/virtual-device.ts';
import { createSocketIoTransport } from './socket-io-kiosks.ts';
import { floodUntilCut } from './testing/flood.ts';

/**
 * What only a real socket can show: sizes, broken frames, what the library does by itself. An unhandled rejection anywhere fails the run;
 * vitest sees to that.
 */

const random = createSeededRandom('socket-io-transport');
const heartbeat = {
  status: 'idle',
  mode: 'foreground',
  metrics: { cpuLoad: 0.1, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 3 },
  contentState: 'idle',
};
let database: TestDatabase;
let http: Server;
let transport: ReturnType<typeof createSocketIoTransport>;
let url: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  http = createServer();
  transport = createSocketIoTransport(http, testTransportDeps());
  composeTestNode({ db: database.db, clock: systemClock, random, transport });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  await transport.close();
  await new Promise((resolve) => http.close(resolve));
});

const on = <Payload>(socket: Socket, event: string): Promise<Payload> =>
  new Promise((resolve) => socket.once(event, resolve));

function dial(auth: object): Socket {
  const socket = io(url + KIOSK_NAMESPACE, { auth, transports: ['websocket'], forceNew: true, reconnection: false });
  sockets.push(socket);
  return socket;
}

async function join(handshake: Handshake = makeHandshake(random)): Promise<Socket> {
  const socket = dial(handshake);
  await on(socket, 'connect');
  expect(await socket.emitWithAck('sign:register', makeRegister(handshake))).toMatchObject({ ok: true });
  return socket;
}

const SERVED = { seq: 7 };
/** What a heartbeat is answered with: `SERVED`, as long as the kiosk is served. */
async function beat(socket: Socket): Promise<BackendMessage<'heartbeat:ack'>> {
  const answered = on<BackendMessage<'heartbeat:ack'>>(socket, 'heartbeat:ack');
  socket.emit('heartbeat', { ...SERVED, ...heartbeat });
  return await answered;
}

describe('a kiosk on a real socket', () => {
  it('registers, then hears its record, and its heartbeats are answered', async () => {
    const handshake = makeHandshake(random);
    const socket = dial(handshake);
    const heard: string[] = [];
    await on(socket, 'connect');
    const config = on<BackendMessage<'sign:config'>>(socket, 'sign:config').then((told) => {
      heard.push('config');
      return told;
    });
    const reply: unknown = await socket.emitWithAck('sign:register', makeRegister(handshake));
    heard.push('reply');
    expect(reply).toMatchObject({ ok: true, registered: true });
    expect(await config).toMatchObject({ claimed: false, organization: null });
    expect(heard).toEqual(['reply', 'config']);
    expect(await beat(socket)).toMatchObject(SERVED);
  });

  it('is told why it is refused by connect_error', async () => {
    const refused = await on<Error & { data: unknown }>(dial({ protocol: 1, signId: 'x' }), 'connect_error');
    expect(refused.data).toMatchObject({ code: 'invalid_identity', detail: expect.any(String) as string });
  });

  it('N8: is told in so many words that its identity was taken from it', async () => {
    const handshake = makeHandshake(random);
    await join(handshake);
    const retired = database.db.updateTable('device').set({ retiredAt: new Date(0) });
    await retired.where('signId', '=', handshake.signId).execute();
    const refused = await on<Error & { data: unknown }>(dial(handshake), 'connect_error');
    expect(refused.data).toMatchObject({ code: 'identity_conflict', reset: true });
  });

  it.each([
    ['1 MB', 'x'.repeat(1_000_000), 'message_too_large'],
    ['1 MB of binary', Buffer.alloc(1_000_000), 'invalid_message'],
  ])('H1: with a message of %s is told so and cut, and no other kiosk notices', async (_what, state, code) => {
    const socket = await join();
    const other = await join();
    const told = on(socket, 'kiosk:error');
    const cut = on(socket, 'disconnect');
    socket.emit('sign:status', { state });
    expect(await told).toMatchObject({ code });
    await cut;
    expect(await beat(other)).toMatchObject(SERVED);
  });

  it('A5: past 4 MiB is cut, and no other kiosk notices', async () => {
    const socket = await join();
    const other = await join();
    const cut = on(socket, 'disconnect');
    socket.emit('sign:status', { state: 'x'.repeat(5 * 1024 * 1024) });
    await cut;
    expect(await beat(other)).toMatchObject(SERVED);
  });

  it('A5: with events without a payload, with too many and with unknown names is told so, and stays', async () => {
    const socket = await join();
    for (const args of [[], [null], ['garbage'], ['a', 'b', 'c']]) {
      const told = on(socket, 'kiosk:error');
      socket.emit('sign:register', ...args);
      expect(await told).toMatchObject({ code: 'invalid_message', event: 'sign:register' });
    }
    expect(await socket.emitWithAck('no such event')).toMatchObject({ ok: false, error: { code: 'invalid_message' } });
    expect(await beat(socket)).toMatchObject(SERVED);
  });

  it('that sends too much is told rate_limited before it is cut', async () => {
    const socket = await join();
    const told = on(socket, 'kiosk:error');
    const cut = on(socket, 'disconnect');
    await floodUntilCut(socket, 'sign:status', { state: 'fine' });
    expect(await told).toMatchObject({ code: 'rate_limited' });
    await cut;
  });

  it('is cut by its successor of the same boot', async () => {
    const handshake = makeHandshake(random);
    const first = await join(handshake);
    const cut = on(first, 'disconnect');
    const second = await join(handshake);
    await cut;
    expect(await beat(second)).toMatchObject(SERVED);
  });
});

/** A WebSocket that has heard Engine.IO's first packet, and speaks for itself. */
async function openRaw() {
  const raw = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const next = (): Promise<string> =>
    new Promise((resolve) =>
      raw.addEventListener('message', ({ data }: MessageEvent) => resolve(String(data)), { once: true }),
    );
  const closed = new Promise<void>((resolve) => raw.addEventListener('close', () => resolve()));
  await next();
  const say = (frame: string): Promise<string> => {
    const answered = next();
    raw.send(frame);
    return answered;
  };
  return { raw, say, next, closed };
}

/** What comes first when an upgrade is asked for. */
async function firstPieceOf(query: string): Promise<string> {
  const raw = connect(Number(new URL(url).port), '127.0.0.1');
  raw.write(
    `GET /socket.io/?${query} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Key: ${'A'.repeat(22)}==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  );
  const [first] = (await once(raw, 'data')) as [Buffer];
  raw.destroy();
  return first.toString('latin1');
}

describe('a websocket that speaks something else', () => {
  it('A5: the packet `4` with nothing behind it ends its connection and nothing else', async () => {
    const other = await join();
    const { raw, say, closed } = await openRaw();
    await say(`40${KIOSK_NAMESPACE},${JSON.stringify(makeHandshake(random))}`);
    raw.send('4');
    await closed;
    expect(await beat(other)).toMatchObject(SERVED);
  });

  it.each([
    '',
    'garbage',
    '9',
    '42/kiosk,[',
    '451-/kiosk,["sign:register",{"_placeholder":true,"num":0}]',
    '40/kiosk,[]',
    '4',
  ])('A5: %j does not hurt the kiosks', async (frame) => {
    const other = await join();
    const raw = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    await new Promise((resolve) => raw.addEventListener('open', resolve));
    raw.send(frame);
    raw.send(new Uint8Array([0, 255, 1, 2, 3]));
    const closed = new Promise((resolve) => raw.addEventListener('close', resolve));
    raw.close();
    await closed;
    expect(await beat(other)).toMatchObject(SERVED);
  });

  it('has the answer to its upgrade and the first packet in one piece', async () => {
    expect(await firstPieceOf('EIO=4&transport=websocket')).toMatch(/^HTTP\/1\.1 101 [^]*0\{"sid":/);
  });

  it.each([
    ['EIO=4&transport=x', 'Transport unknown'],
    ['EIO=4&transport=websocket&sid=x', 'Session ID unknown'],
    ['EIO=3&transport=websocket', 'This service supports only Engine.IO 4 (EIO=4).'],
    ['transport=websocket', 'This service supports only Engine.IO 4 (EIO=4).'],
  ])('hears why its upgrade is refused: %s', async (query, why) => {
    const [head, body] = (await firstPieceOf(query)).split('\r\n\r\n');
    expect([head!.split('\r\n')[0], body]).toEqual(['HTTP/1.1 400 Bad Request', why]);
  });

  it('hears that the node is going down', async () => {
    const closing = transport.close();
    expect(await firstPieceOf('EIO=4&transport=websocket')).toMatch(
      /^HTTP\/1\.1 400 [^]*This node is shutting down\.$/,
    );
    await closing;
  });

  it('is not offered compression, which would cost 200 kB a connection', async () => {
    const raw = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    await new Promise((resolve) => raw.addEventListener('open', resolve));
    expect(raw.extensions).toBe('');
    raw.close();
  });
});
