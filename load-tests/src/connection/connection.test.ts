import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Namespace } from 'socket.io';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { createNodeWorld } from '../testing/ports-on-node.ts';
import { ConnectRefused, connect, type ConnectionHandlers } from './connection.ts';

const NOBODY: ConnectionHandlers = { event: () => {}, lost: () => {} };

/** A bare Socket.IO server with a namespace /kiosk. */
async function serve(onServer: (kiosks: Namespace) => void, pingIntervalMs = 25_000) {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'], pingInterval: pingIntervalMs, pingTimeout: 5_000 });
  onServer(io.of('/kiosk'));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => io.close());
  const world = createNodeWorld();
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const auth = { signId: 'a' };
  return {
    io,
    world,
    enter: (handlers = NOBODY) => connect(world, { url, namespace: '/kiosk', auth, tags: {} }, handlers),
  };
}

const countOf = (world: ReturnType<typeof createNodeWorld>, name: string) =>
  world.recorded.filter(({ metric }) => metric === name).length;

test('a real Socket.IO server lets it in with its handshake, hears its events, acks them, and is acked', async () => {
  const acked = Promise.withResolvers<unknown>();
  const { enter, world } = await serve((kiosks) =>
    kiosks.on('connection', (socket) => {
      socket.on('question', (payload, ack) => ack({ you: socket.handshake.auth, said: payload }));
      socket.on('ready', () => socket.emit('order', { number: 7 }, acked.resolve));
    }),
  );
  const connection = await enter({ ...NOBODY, event: (name, payload, ack) => ack({ name, payload }) });
  expect(await connection.request('question', { why: 'ü "\n' })).toEqual({
    you: { signId: 'a' },
    said: { why: 'ü "\n' },
  });
  connection.emit('ready', {});
  expect(await acked.promise).toEqual({ name: 'order', payload: { number: 7 } });
  expect([countOf(world, 'sockets_begun'), countOf(world, 'sockets_opened'), countOf(world, 'sockets_failed')]).toEqual(
    [1, 1, 0],
  );
  connection.close();
});

test('it answers pings, so the server keeps it', async () => {
  const pongs = Promise.withResolvers<void>();
  let heard = 0;
  const { enter } = await serve((kiosks) => {
    kiosks.on('connection', (socket) => {
      socket.on('still there?', (_payload, ack) => ack('yes'));
      socket.conn.on('heartbeat', () => {
        heard += 1;
        if (heard === 3) pongs.resolve();
      });
    });
  }, 50);
  const connection = await enter();
  await pongs.promise;
  expect(await connection.request('still there?', {})).toBe('yes');
  connection.close();
});

test('a greeting that is lost on the way keeps nobody out', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  await once(server, 'listening');
  server.on('connection', (socket) => {
    onTestFinished(() => socket.terminate());
    socket.on('message', (text) => {
      if (String(text) === '40/kiosk,{"signId":"a"}') socket.send('40/kiosk,{"sid":"b"}');
    });
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = { url, namespace: '/kiosk', auth: { signId: 'a' }, tags: {} };
  await expect(connect(createNodeWorld(), target, NOBODY)).resolves.toHaveProperty('emit');
});

test('a refusal has the code of the backend', async () => {
  const { enter } = await serve((kiosks) =>
    kiosks.use((_socket, next) => next(Object.assign(new Error('no'), { data: { code: 'clone_quarantined' } }))),
  );
  await expect(enter()).rejects.toMatchObject({ code: 'clone_quarantined' });
});

test('a refusal for asking too much is counted as one: the run then measures limits', async () => {
  const { enter, world } = await serve((kiosks) =>
    kiosks.use((_socket, next) => next(Object.assign(new Error('no'), { data: { code: 'rate_limited' } }))),
  );
  await expect(enter()).rejects.toMatchObject({ code: 'rate_limited' });
  expect(world.recorded).toContainEqual({ metric: 'limited', value: 1 });
});

test('where nobody listens it is refused, and the socket counts as failed', async () => {
  const world = createNodeWorld();
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  await new Promise((resolve) => http.close(resolve));
  await expect(connect(world, { url, namespace: '/kiosk', auth: {}, tags: {} }, NOBODY)).rejects.toBeInstanceOf(
    ConnectRefused,
  );
  expect([countOf(world, 'sockets_begun'), countOf(world, 'sockets_opened'), countOf(world, 'sockets_failed')]).toEqual(
    [1, 0, 1],
  );
});

test('when the server ends it, that is told once, and what was asked is rejected', async () => {
  const { enter } = await serve((kiosks) =>
    kiosks.on('connection', (socket) => void socket.on('question', () => socket.disconnect(true))),
  );
  let told = 0;
  const lost = Promise.withResolvers<string>();
  const connection = await enter({ ...NOBODY, lost: (why) => lost.resolve(`${why} ${(told += 1)}`) });
  await expect(connection.request('question', {})).rejects.toThrow('the backend sent disconnect');
  expect(await lost.promise).toMatch(/ 1$/);
  await expect(connection.request('question', {})).rejects.toThrow('the connection was closed');
});

test('closing it ourselves is no loss, and the server sees it go', async () => {
  const gone = Promise.withResolvers<string>();
  const { enter } = await serve((kiosks) =>
    kiosks.on('connection', (socket) => void socket.on('disconnect', gone.resolve)),
  );
  let losses = 0;
  const connection = await enter({ ...NOBODY, lost: () => (losses += 1) });
  connection.close();
  expect(await gone.promise).toBe('client namespace disconnect');
  expect(losses).toBe(0);
});
