import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Socket } from 'socket.io';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '@sign-display/client/client';
import { DASHBOARD_NAMESPACE } from '@sign-display/contracts/dashboard-events';
import { watchSigns } from './watch-signs.ts';

type Reply = (reply: object) => void;

/** A service without signs, and somebody who watches it. `onSubscribe` is asked for each reply; `nth` counts from 1. */
async function watch(onSubscribe: (reply: Reply, nth: number, socket: Socket) => void) {
  const http = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[],"nextCursor":null}'),
  ).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const server = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const io = new Server(http);
  const said: string[] = [];
  let subscribed = 0;
  io.of(DASHBOARD_NAMESPACE).on('connection', (socket) =>
    socket.on('subscribe', (_message, reply: Reply) => onSubscribe(reply, (subscribed += 1), socket)),
  );
  const ending = new AbortController();
  const ended = watchSigns({
    client: createClient({ origin: server }),
    server,
    token: 'mine',
    subscription: { organizationId: 'o' },
    signal: ending.signal,
    say: (words) => void said.push(words),
    answersWithinMs: 300,
  });
  ended.catch(() => {});
  onTestFinished(async () => {
    ending.abort();
    await io.close();
  });
  return { ended, said, subscribed: () => subscribed, server };
}

const accepted = { ok: true, cursor: 0, total: 0, warmUps: [] };
const tell = (socket: Socket, cursor: number, name = 'x') =>
  socket.emit('signs:patch', { cursor, changes: [{ id: name, name }], removed: [] });

test('after a gap one subscription is asked for, however many patches come until it is answered', async () => {
  const told = Promise.withResolvers<void>();
  const { said, subscribed } = await watch((reply, nth, socket) => {
    if (nth === 1) {
      reply(accepted);
      for (let cursor = 2; cursor < 40; cursor += 1) tell(socket, cursor);
      return;
    }
    for (let cursor = 40; cursor < 80; cursor += 1) tell(socket, cursor);
    setTimeout(() => {
      reply(accepted);
      tell(socket, 1, 'after');
      setTimeout(told.resolve, 100);
    }, 50);
  });
  await told.promise;
  expect(subscribed()).toBe(2);
  expect(said).toContain('after: new sign: not known');
});

test('a gap while the signs are read is mended when they are', async () => {
  const again = Promise.withResolvers<void>();
  const { subscribed } = await watch((reply, nth, socket) => {
    reply(accepted);
    if (nth === 1) tell(socket, 7);
    else again.resolve();
  });
  await again.promise;
  expect(subscribed()).toBe(2);
});

test('a subscription that is refused for the rate says how long to wait, and not to sign in anew', async () => {
  const { ended } = await watch((reply) =>
    reply({ ok: false, error: { code: 'rate_limited', detail: 'Too many messages.', retryAfterMs: 10_000 } }),
  );
  await expect(ended).rejects.toMatchObject({
    exit: 1,
    facts: { code: 'rate_limited', title: 'Too many requests.', next: 'Wait 10 seconds, then try again.' },
    details: ['Too many messages.'],
  });
});

test('a subscription that is not answered in time means that the service was not reached', async () => {
  const { ended, server } = await watch(() => {});
  await expect(ended).rejects.toMatchObject({
    exit: 3,
    facts: { code: 'unreachable', title: `The service at ${server} could not be reached: it did not answer in time.` },
  });
});
