import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../adapters/system-clock.ts';
import { answerPlainHttpToo } from './http-on-https-port.ts';

/** Clients of plain http at a port of https that never come to an end, on raw sockets. */

async function serve(limits: { plainMs?: number; plainMost?: number }) {
  const server = createServer();
  const answer: RequestListener = ({ url }, response) => {
    if (url === '/begun') response.write('here');
    else response.end('here');
  };
  answerPlainHttpToo(server, answer, { clock: systemClock, ...limits });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return async (bytes: string): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port });
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(bytes);
    return socket;
  };
}

test.each([
  ['one byte', 'G'],
  ['a header without its end', 'GET / HTTP/1.1\r\nhost: hall.local\r\nx-slow: a'],
])('R4: who stalls after %s at the port of https is ended', async (_, bytes) => {
  const client = await (await serve({ plainMs: 50 }))(bytes);
  client.resume();
  await once(client, 'close');
  expect(client.bytesRead).toBe(0);
});

test('R4: the https port disconnects a client that sends its headers too slowly', async () => {
  const client = await (await serve({ plainMs: 200 }))('GET / HTTP/1.1\r\nx-slow: ');
  client.resume();
  const dribble = setInterval(() => client.write('a'), 10);
  onTestFinished(() => clearInterval(dribble));
  // Not events.once: it rejects when a write after the end is answered by a reset.
  await new Promise((resolve) => client.once('close', resolve));
  expect(client.bytesRead).toBe(0);
});

test('R4: one more plain connection than may be is ended, and a place that is free again is given', async () => {
  const open = await serve({ plainMs: 600_000, plainMost: 2 });
  const ask = (path: string) => open(`GET ${path} HTTP/1.1\r\nhost: hall.local\r\n\r\n`);
  const [first, second] = [await ask('/begun'), await ask('/begun')];
  await Promise.all([once(first, 'data'), once(second, 'data')]);
  expect(await text(await ask('/')).catch(() => '')).toBe('');
  first.destroy();
  await expect.poll(async () => text(await ask('/')).catch(() => '')).toMatch(/here$/);
});
