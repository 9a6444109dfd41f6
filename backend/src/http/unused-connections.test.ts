import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, createServer, request } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { expect, test } from 'vitest';
import { issueLeaf, makeAuthority } from '../adapters/issue-certificates.ts';
import { watchUnusedConnections } from './unused-connections.ts';

/** A ClientHello's first bytes, and no more of it. */
const BEGUN_HANDSHAKE = Buffer.from('1603010200', 'hex');

test('R5: an https server that is told to end waits for an answer that is under way, and for no connection that is silent, before, in or after its handshake', async () => {
  const validity = { fromMs: Date.now() - 86_400_000, untilMs: Date.now() + 86_400_000 };
  const authority = await makeAuthority('test', { names: ['localhost'], networks: ['127.0.0.0/8'] }, validity);
  const answers: (() => void)[] = [];
  const server = createServer(await issueLeaf(authority, ['localhost'], validity), (_request, response) => {
    answers.push(() => response.end('answered'));
    server.emit('asked');
  });
  const unused = watchUnusedConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };

  const asked = once(server, 'asked');
  const slow = request({ ...at, servername: 'localhost', ca: authority.cert, agent: new Agent() });
  const answered = once(slow, 'response');
  slow.end();
  await asked;
  const silent: Socket[] = [];
  for (const begin of [null, BEGUN_HANDSHAKE]) {
    const isThere = once(server, 'connection');
    const socket = connect(at);
    if (begin !== null) socket.write(begin);
    await isThere;
    silent.push(socket);
  }
  const shaken = once(server, 'secureConnection');
  silent.push(connectSecurely({ ...at, servername: 'localhost', ca: authority.cert }));
  await shaken;
  const end = (socket: Socket) => new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
  const ended = silent.map(end);

  unused.cut();
  await Promise.all(ended);
  await end(connect(at));
  const closed = once(server, 'close');
  server.close();
  answers[0]!();
  const [response] = (await answered) as [IncomingMessage];
  expect(response.resume().statusCode).toBe(200);
  await closed;
});
