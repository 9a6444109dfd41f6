import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DASHBOARD_NAMESPACE } from '@sign-display/contracts/dashboard-events';
import { KIOSK_NAMESPACE } from '@sign-display/contracts/kiosk-events';
import { afterTurn } from '../adapters/after-microtasks.ts';
import { expectNothingCaught, testTransportDeps } from '../testing/test-error-boundary.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createHoldWrites } from './write-coalescing.ts';
import { makeWebSocketServer } from './guarded-web-sockets.ts';
import { CAUGHT, createBoundary, type Door } from './error-boundary.ts';
import { createSocketIoTransport } from './socket-io-kiosks.ts';

/** Handlers that throw at each door of a connection, over real sockets: vitest fails the run on whatever reaches the process. */

type Where = 'authorize' | 'opened' | 'message' | 'message later' | 'reply' | 'closed' | 'decoder';
const DOOR_OF: Record<Where, Door> = {
  authorize: 'authorize',
  opened: 'opened',
  message: 'message',
  'message later': 'message',
  reply: 'message',
  closed: 'closed',
  decoder: 'frame',
};

let http: Server;
let transport: ReturnType<typeof createSocketIoTransport>;
let url: string;
let caught: Door[];
let logged: string[];
let broken: { namespace: string; where: Where } | null;
const sockets: Socket[] = [];

const bug = (): never => {
  throw new Error('a bug of ours');
};

/** Handlers of a namespace that answer, but for what is broken. */
function handlersOf(namespace: string, boundary: ReturnType<typeof createBoundary>) {
  const isBroken = (where: Where): boolean => broken?.namespace === namespace && broken.where === where;
  return {
    authorize: async () => (isBroken('authorize') ? bug() : { identity: null }),
    opened: (socket: { close(): void }) => boundary.run('opened', socket, () => void (isBroken('opened') && bug())),
    message: (socket: { close(): void }, { reply }: { reply: ((answer: unknown) => void) | null }) =>
      boundary.run('message', socket, () => {
        if (isBroken('message')) bug();
        return Promise.resolve().then(() => {
          if (isBroken('message later')) bug();
          // What JSON can't say.
          reply?.(isBroken('reply') ? 1n : { ok: true });
        });
      }),
    closed: (socket: { close(): void }) => boundary.run('closed', socket, () => void (isBroken('closed') && bug())),
  };
}

beforeEach(async () => {
  caught = [];
  logged = [];
  broken = null;
  const log = pino({}, { write: (line: string) => void logged.push(line) });
  const boundary = createBoundary({ log, observe: (door) => void caught.push(door) });
  http = createServer();
  transport = createSocketIoTransport(http, { ...testTransportDeps(), boundary });
  transport.serve(handlersOf(KIOSK_NAMESPACE, boundary) as never);
  transport.dashboards.serve(handlersOf(DASHBOARD_NAMESPACE, boundary) as never);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterEach(async () => {
  broken = null;
  for (const socket of sockets.splice(0)) socket.disconnect();
  await transport.close();
  await new Promise((resolve) => http.close(resolve));
});

function dial(namespace: string): Socket {
  const options = { transports: ['websocket'], forceNew: true, reconnection: false, auth: { any: 1 } };
  const socket = io(url + namespace, options);
  sockets.push(socket);
  return socket;
}
const on = (socket: Socket, event: string) => new Promise<unknown>((resolve) => socket.once(event, resolve));
const gone = (socket: Socket) => new Promise<void>((resolve) => void socket.io.engine.once('close', () => resolve()));

describe.each([KIOSK_NAMESPACE, DASHBOARD_NAMESPACE])('in %s', (namespace) => {
  it.each<Where>(['authorize', 'opened', 'message', 'message later', 'reply', 'closed'])(
    'A5: an error at %j ends its connection, is counted and logged once, and no neighbour notices',
    async (where) => {
      const neighbour = dial(namespace);
      await on(neighbour, 'connect');
      broken = { namespace, where };
      const socket = dial(namespace);
      const cut = gone(socket);
      if (where === 'closed') {
        await on(socket, 'connect');
        socket.disconnect();
      } else if (where !== 'authorize' && where !== 'opened') {
        await on(socket, 'connect');
        socket.emit('subscribe', {}, () => {});
      }
      await cut;
      await expect.poll(() => caught).toEqual([DOOR_OF[where]]);
      expect(logged.filter((line) => line.includes(CAUGHT))).toHaveLength(1);
      broken = null;
      expect(await neighbour.emitWithAck('subscribe', {})).toEqual({ ok: true });
    },
  );
});

it('A5: an error in what a frame is given to ends that connection alone', async () => {
  const boundary = createBoundary({ log: pino({ level: 'silent' }), observe: (door) => void caught.push(door) });
  const plain = createServer();
  const server = new (makeWebSocketServer(boundary, createHoldWrites(afterTurn)))({ server: plain });
  server.on('connection', (wire) => {
    wire.on('message', (data) => (String(data) === 'bug' ? bug() : wire.send(String(data))));
  });
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  const open = async (): Promise<WebSocket> => {
    const wire = new WebSocket(`ws://127.0.0.1:${(plain.address() as AddressInfo).port}`);
    await new Promise((resolve) => wire.addEventListener('open', resolve));
    return wire;
  };
  const [broken, neighbour] = [await open(), await open()];
  const cut = new Promise((resolve) => broken.addEventListener('close', resolve));
  broken.send('bug');
  await cut;
  expect(caught).toEqual(['frame']);
  const echoed = new Promise<MessageEvent>((resolve) => neighbour.addEventListener('message', resolve));
  neighbour.send('still here');
  expect((await echoed).data).toBe('still here');
  neighbour.close();
  server.close();
  await new Promise((resolve) => plain.close(resolve));
});

it('A5: the counter begins at 0 for every door, and a test whose service caught something fails', async () => {
  const metrics = createMetrics({ ofProcess: false });
  await expectNothingCaught(metrics);
  expect(await metrics.registry.metrics()).toContain('signs_boundary_caught_total{source="frame"} 0');
  metrics.boundaryCaught.inc({ source: 'frame' });
  await expect(expectNothingCaught(metrics)).rejects.toThrow('frame');
});
