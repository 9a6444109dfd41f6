import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Server } from 'node:tls';
import type { Clock } from '@sign-display/contracts/clock-and-random';

/** The first byte of every TLS handshake (RFC 8446, 5.1); no method of HTTP begins with it. */
const HANDSHAKE = 0x16;
/** As long as Node waits for a handshake to end. */
const SILENCE_MS = 120_000;
/** What a person may wait for on a slow network, as at the port that hands out the authority. */
const PLAIN_MS = 10_000;
/** Far more phones than are sent here in 10 s, and few enough to hold. */
const PLAIN_MOST = 200;

interface Deps {
  clock: Clock;
  /** How long a connection may last that did not begin with TLS, from its first byte to the end of its answer. */
  plainMs?: number;
  /** How many of them there may be at once: one more is ended without a word. */
  plainMost?: number;
}

/**
 * Somebody typed the address of https without its “s”: a request by plain http at the port of `server` is given to `answer`, where Node would end the connection
 * without a word. One answer a connection.
 */
export function answerPlainHttpToo(server: Server, answer: RequestListener, deps: Deps): void {
  const { clock, plainMs = PLAIN_MS, plainMost = PLAIN_MOST } = deps;
  // Node's own: its constructor adds it, so it is the first. Others, which watch connections, stay where they are.
  const [beginTls] = server.listeners('connection') as ((socket: Socket) => void)[];
  if (beginTls === undefined) throw new Error('the TLS server has no listener that starts TLS');
  const plain = createServer({ maxHeaderSize: 8_192 }, (request, response) => {
    response.setHeader('connection', 'close');
    answer(request, response);
  });
  let plainCount = 0;
  /** With limits of our own: Node keeps a server's `requestTimeout` and `maxConnections` only where it listens, which `plain` does not. */
  function beginPlain(socket: Socket): void {
    if (plainCount >= plainMost) return void socket.destroy();
    plainCount += 1;
    const cancel = clock.after(plainMs, () => void socket.destroy());
    socket.once('close', () => {
      cancel();
      plainCount -= 1;
    });
    plain.emit('connection', socket);
  }
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
      else beginPlain(socket);
    });
  });
}
