import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KIOSK_NAMESPACE } from '@sign-display/contracts/kiosk-events';
import type { Connection, ConnectionHandlers } from '@sign-display/kiosk-agent/ports';
import { Server, type Socket } from 'socket.io';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seededRandom } from '../adapters/seeded-random.ts';
import { createKioskTransport } from '@sign-display/client/kiosk-transport';
import { systemClock } from '../adapters/system-clock.ts';
import type { ArmedFault } from './decide-link-faults.ts';
import { createNetwork, type Network } from './network.ts';

/** The faulty network between a real Socket.IO client and a real Socket.IO server. */

const HANDSHAKE = {
  protocol: 1,
  signId: '00000000-0000-4000-8000-000000000000',
  deviceSecret: 'a'.repeat(64),
  bootId: '00000000-0000-4000-8000-000000000001',
  macAddress: '00:00:5e:00:53:01',
  appVersion: '1',
};
const REQUEST_ID = '00000000-0000-4000-8000-0000000000aa';
const TOKEN = 'b'.repeat(64);
const APPLY_LINK = {
  requestId: REQUEST_ID,
  claimToken: TOKEN,
  url: null,
  loadTimeoutMs: 1_000,
  expiresAt: '2026-01-01T00:00:00Z',
};
const ACK = { requestId: REQUEST_ID, claimToken: TOKEN, result: 'success', loadMs: 1, replayed: false } as const;

let http: HttpServer;
let io: Server;
let url: string;
/** What the server heard, as it came. */
let heard: { event: string; payload: Record<string, unknown> }[];
let rebooted: number;

beforeEach(async () => {
  http = createServer();
  io = new Server(http, { transports: ['websocket'] });
  heard = [];
  rebooted = 0;
  io.of(KIOSK_NAMESPACE).on('connection', (socket) => {
    socket.onAny((event: string, payload: Record<string, unknown>, reply?: (answer: unknown) => void) => {
      heard.push({ event, payload });
      reply?.({ ok: true });
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await io.close();
});

interface Kiosk {
  network: Network;
  connection: Connection;
  server: Socket;
  received: string[];
  lost: Promise<string>;
}

async function connect(fault: ArmedFault): Promise<Kiosk> {
  const network = createNetwork(createKioskTransport(url, systemClock), systemClock, seededRandom('1', 'forged'), {
    message: () => {},
    reply: () => {},
    opened: () => {},
    lost: () => {},
    reboot: () => {
      rebooted += 1;
    },
  });
  network.arm(fault);
  const received: string[] = [];
  const lost = Promise.withResolvers<string>();
  const open = Promise.withResolvers<void>();
  const handlers: ConnectionHandlers = {
    onOpen: open.resolve,
    onRefused: (_, detail) => open.reject(new Error(detail)),
    onLost: lost.resolve,
    onMessage: (event) => received.push(event),
  };
  const arrived = once(io.of(KIOSK_NAMESPACE), 'connection') as Promise<[Socket]>;
  const connection = network.transport.connect(HANDSHAKE, handlers);
  await open.promise;
  const [server] = await arrived;
  return { network, connection, server, received, lost: lost.promise };
}

/** Everything sent before it has been heard when it is answered: the channel keeps its order. */
const allHeard = (connection: Connection) =>
  connection.request('sign:claim_confirmed', { signRecordId: REQUEST_ID, requestId: REQUEST_ID }, 60_000);
/** The same the other way round. */
const allReceived = async ({ server, connection }: Kiosk) => {
  server.emit('sign:refresh', {});
  await allHeard(connection);
};
const acks = () => heard.filter(({ event }) => event === 'sign:link_ack').map(({ payload }) => payload);

/** The server asks, the kiosk answers at once. Where no reply will come it is waited for a moment. */
async function handshake(kiosk: Kiosk, { isReplyLost = false } = {}): Promise<unknown> {
  kiosk.server.emit('sign:apply_link', APPLY_LINK);
  await allReceived(kiosk);
  const reply = await kiosk.connection.request('sign:link_ack', ACK, isReplyLost ? 200 : 60_000);
  await allHeard(kiosk.connection);
  return reply;
}

test('a network without a fault delivers every message and every answer', async () => {
  const kiosk = await connect('none');
  expect(await handshake(kiosk)).toEqual({ ok: true });
  expect(kiosk.received).toContain('sign:apply_link');
  expect(acks()).toEqual([ACK]);
  kiosk.connection.close();
});

test('ack_lost: no ack with the first token arrives; an ack with a later token does', async () => {
  const kiosk = await connect('ack_lost');
  expect(await handshake(kiosk, { isReplyLost: true })).toBeNull();
  expect(acks()).toEqual([]);
  const later = { ...ACK, claimToken: 'c'.repeat(64), replayed: true };
  expect(await kiosk.connection.request('sign:link_ack', later, 60_000)).toEqual({ ok: true });
  expect(acks()).toEqual([later]);
  kiosk.connection.close();
});

test.each(['ack_late', 'rival', 'reply_lost'] as const)(
  '%s: the ack arrives when the story releases it',
  async (fault) => {
    const kiosk = await connect(fault);
    expect(await handshake(kiosk, { isReplyLost: true })).toBeNull();
    expect(acks()).toEqual([]);
    kiosk.network.release();
    await allHeard(kiosk.connection);
    expect(acks()).toEqual([ACK]);
    kiosk.connection.close();
  },
);

test('ack_duplicated: the ack arrives twice', async () => {
  const kiosk = await connect('ack_duplicated');
  await handshake(kiosk);
  expect(acks()).toEqual([ACK, ACK]);
  kiosk.connection.close();
});

test('C2: a forged ack arrives before the true one and says the opposite, with a wrong token or for another request', async () => {
  for (const fault of ['ack_forged_token', 'ack_forged_request'] as const) {
    heard.length = 0;
    const kiosk = await connect(fault);
    await handshake(kiosk);
    const [forged, truth] = acks();
    expect(truth).toEqual(ACK);
    expect(forged).toMatchObject({ result: 'failure' });
    expect(forged!['claimToken'] === TOKEN).toBe(fault === 'ack_forged_request');
    expect(forged!['requestId'] === REQUEST_ID).toBe(fault === 'ack_forged_token');
    kiosk.connection.close();
  }
});

test('C2: a forged ack with the first attempt’s token arrives before the true one of the second', async () => {
  const kiosk = await connect('ack_forged_stale');
  expect(await handshake(kiosk, { isReplyLost: true })).toBeNull();
  const truth = { ...ACK, claimToken: 'c'.repeat(64), replayed: true };
  await kiosk.connection.request('sign:link_ack', truth, 60_000);
  expect(acks()).toEqual([
    expect.objectContaining({ requestId: REQUEST_ID, claimToken: TOKEN, result: 'failure' }),
    truth,
  ]);
  kiosk.connection.close();
});

test.each([
  ['cut_at_apply_link', 'sign:apply_link'],
  ['cut_at_claimed', 'sign:claimed'],
] as const)('%s: the connection breaks in place of the message', async (fault, event) => {
  const kiosk = await connect(fault);
  const gone = once(kiosk.server, 'disconnect');
  kiosk.server.emit(event, APPLY_LINK);
  expect(await kiosk.lost).toContain('simulator');
  await gone;
  expect(kiosk.received).toEqual([]);
});

test('cut_at_link_ack: the ack does not arrive, and the kiosk’s request ends with the connection', async () => {
  const kiosk = await connect('cut_at_link_ack');
  kiosk.server.emit('sign:apply_link', APPLY_LINK);
  await allReceived(kiosk);
  expect(await kiosk.connection.request('sign:link_ack', ACK, 60_000)).toBeNull();
  await kiosk.lost;
  expect(acks()).toEqual([]);
});

test('reboot_at_apply_link: the kiosk restarts and does not get the message', async () => {
  const kiosk = await connect('reboot_at_apply_link');
  kiosk.server.emit('sign:apply_link', APPLY_LINK);
  await allReceived(kiosk);
  expect(rebooted).toBe(1);
  expect(kiosk.received).toEqual(['sign:refresh']);
  kiosk.connection.close();
});

test('goSilent: the kiosk loses its connection and the backend does not know', async () => {
  const kiosk = await connect('none');
  kiosk.network.goSilent();
  kiosk.connection.close();
  kiosk.connection.send('heartbeat', {} as never);
  const second = await connect('none');
  await allHeard(second.connection);
  expect(kiosk.server.connected).toBe(true);
  expect(heard.filter(({ event }) => event === 'heartbeat')).toEqual([]);
  const gone = once(kiosk.server, 'disconnect');
  kiosk.network.close();
  await gone;
  second.connection.close();
});

test('a kiosk with its cable out reaches nothing, and with the cable in again it reaches the backend', async () => {
  const kiosk = await connect('none');
  kiosk.network.setCable(false);
  expect(await kiosk.lost).toContain('cable');
  const refused = Promise.withResolvers<unknown>();
  const nobody = { onOpen: () => {}, onLost: () => {}, onMessage: () => {} };
  kiosk.network.transport.connect(HANDSHAKE, { ...nobody, onRefused: (code) => refused.resolve(code) });
  expect(await refused.promise).toBeNull();
  kiosk.network.setCable(true);
  const opened = Promise.withResolvers<void>();
  kiosk.network.transport.connect(HANDSHAKE, { ...nobody, onOpen: opened.resolve, onRefused: () => {} });
  await opened.promise;
  kiosk.network.close();
});
