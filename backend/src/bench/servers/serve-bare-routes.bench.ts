import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { Server } from 'socket.io';

/**
 * What the benchmarks stand beside: a bare Fastify route and a bare Socket.IO echo, with none of our code. Started by them in a process of
 * its own; prints its address and ends with its standard input.
 *
 * POST /claim asks the named device over its socket and answers; GET /list answers 50 records that are there already.
 */
const app = Fastify();
const io = new Server(app.server, { transports: ['websocket'], serveClient: false, perMessageDeflate: false });
const devices = new Map<string, { emitWithAck(event: string, payload: unknown): Promise<unknown> }>();

io.of('/kiosk').on('connection', (socket) => {
  const { signId } = socket.handshake.auth as { signId: string };
  devices.set(signId, socket.timeout(20_000));
  socket.on('heartbeat', ({ seq }: { seq: number }) => socket.emit('heartbeat:ack', { seq, serverTimeMs: 0 }));
});

app.post('/claim', async (request, reply) => {
  const { signId } = request.body as { signId: string };
  await devices.get(signId)!.emitWithAck('sign:apply_link', { requestId: signId, url: null });
  return reply.code(201).send({ sign: { id: signId } });
});

const record = {
  id: '0',
  name: 'Sign',
  location: 'Hall 1, left of the door',
  url: 'https://example.com/',
  settings: {},
};
const items = Array.from({ length: 50 }, (_, index) => ({
  ...record,
  id: String(index),
  version: 1,
  status: 'showing',
}));
app.get('/list', async () => ({ items, nextCursor: null }));

await app.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }));
process.stdin.resume().on('end', () => process.exit(0));
