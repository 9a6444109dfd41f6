import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Server } from 'node:tls';

/** The first byte of every TLS handshake (RFC 8446, 5.1); no method of HTTP begins with it. */
const HANDSHAKE = 0x16;
/** As long as Node waits for a handshake to end. */
const SILENCE_MS = 120_000;
const REQUEST_TIMEOUT_MS = 10_000;

/**
 * Somebody typed the address of https without its “s”: a request by plain http at the port of `server` is given to `answer`, where Node would end the connection
 * without a word. One answer a connection.
 */
export function answerPlainHttpToo(server: Server, answer: RequestListener): void {
  // Node's own: its constructor adds it, so it is the first. Others, which watch connections, stay where they are.
  const [beginTls] = server.listeners('connection') as ((socket: Socket) => void)[];
  if (beginTls === undefined) throw new Error('a server of TLS has nothing that begins it');
  const plain = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, maxHeaderSize: 8_192 }, (request, response) => {
    response.setHeader('connection', 'close');
    answer(request, response);
  });
  server.off('connection', beginTls);
  server.prependListener('connection', (socket: Socket) => {
    const end = (): void => void socket.destroy();
    socket.on('error', end).setTimeout(SILENCE_MS, end);
    socket.once('readable', () => {
      const first = socket.read() as Buffer | null;
      if (first === null) return end();
      socket.off('error', end).off('timeout', end).setTimeout(0);
      socket.unshift(first);
      if (first[0] === HANDSHAKE) beginTls.call(server, socket);
      else plain.emit('connection', socket);
    });
  });
}
