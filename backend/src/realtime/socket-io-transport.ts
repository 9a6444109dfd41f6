import type { Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server, type Socket } from 'socket.io';
import { KIOSK_NAMESPACE } from '@sign-display/contracts/kiosk-events';
import { ERROR_CODES, type Refusal } from '@sign-display/contracts/error-codes';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Clock } from '@sign-display/contracts/ports';
import type { IncomingMessage, KioskSocket, KioskTransport, KioskTransportHandlers } from './transport.ts';

/** A refused handshake: Socket.IO hands `data` to the client's `connect_error`. */
class HandshakeRefused extends Error {
  readonly data: Refusal & { detail: string };
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.data = { ...refusal, detail: refusal.detail ?? ERROR_CODES[refusal.code].title };
  }
}

/** Counts what arrives on the wire, so that a message's size is known without encoding it again. */
function countBytes(socket: Socket): () => number {
  let bytes = 0;
  // The first listener of the engine's `data` runs before Socket.IO decodes it; attachments arrive as data of their own.
  socket.conn.prependListener('data', (data: string | ArrayBufferView) => {
    bytes += typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength;
  });
  return () => {
    const taken = bytes;
    bytes = 0;
    return taken;
  };
}

function toMessage(args: unknown[], bytes: number): IncomingMessage {
  const [event, ...rest] = args;
  const last = rest.at(-1);
  const reply = typeof last === 'function' ? (answer: unknown) => void last(answer) : null;
  const payload = reply !== null && rest.length === 1 ? undefined : rest[0];
  return { event: String(event), payload, bytes, reply };
}

/** A kiosk that lives closes its end in a round trip; one that went silent would hold the node's drain for half a minute. */
const CLOSE_WITHIN_MS = 1_000;

const closeOf = (wire: Duplex): Promise<void> => new Promise((resolve) => wire.once('close', () => resolve()));

/**
 * The kiosk namespace over Socket.IO (contract, section 4): path `/socket.io`, WebSocket only. `perMessageDeflate` stays off: with it
 * 10,000 connections took 2.4 GB.
 */
export function createSocketIoTransport(httpServer: HttpServer, clock: Clock): KioskTransport {
  let isClosing = false;
  const wires = new Set<Duplex>();
  httpServer.on('upgrade', (_request, wire) => {
    wires.add(wire);
    wire.once('close', () => wires.delete(wire));
  });
  const io = new Server(httpServer, {
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    allowRequest: (_request, decide) => decide(isClosing ? 'This node is going down.' : null, !isClosing),
    perMessageDeflate: false,
    // Past this the connection is cut (contract, section 5); smaller messages that are still too large are refused one by one.
    maxHttpBufferSize: LIMITS.screenshotBytes,
    // A connection that joins no namespace is nobody's.
    connectTimeout: 30_000,
  });

  const clients = new Set<Socket['conn']>();
  io.engine.on('connection', (client: Socket['conn']) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
  });

  // The two namespaces of the contract are all there are; Socket.IO makes this one by itself.
  io.use((_socket, next) => next(new HandshakeRefused({ code: 'not_found' })));

  return {
    serve<Identity>(handlers: KioskTransportHandlers<Identity>): void {
      const kiosks = io.of(KIOSK_NAMESPACE);
      const identities = new WeakMap<Socket, Identity>();

      kiosks.use((socket, next) => {
        const peer = { address: socket.handshake.address };
        void handlers.authorize(socket.handshake.auth, peer).then((decision) => {
          if ('refusal' in decision) return next(new HandshakeRefused(decision.refusal));
          identities.set(socket, decision.identity);
          next();
        });
      });

      kiosks.on('connection', (socket) => {
        const takeBytes = countBytes(socket);
        const kiosk: KioskSocket = {
          id: socket.id,
          remoteAddress: socket.handshake.address,
          send: (event, payload) => void socket.emit(event, payload),
          close: () => void socket.disconnect(true),
        };
        socket.use((packet) => handlers.message(kiosk, toMessage(packet, takeBytes())));
        socket.on('disconnect', (reason) => handlers.closed(kiosk, reason));
        handlers.opened(kiosk, identities.get(socket)!);
      });
    },

    async close() {
      isClosing = true;
      // `io.close` would close the HTTP server too, which still has requests to answer. `io.engine.close` alone would drop what
      // is still to be sent: this lets each connection send it first.
      for (const client of clients) client.close();
      const late = Promise.withResolvers<void>();
      const cancel = clock.after(CLOSE_WITHIN_MS, late.resolve);
      await Promise.race([Promise.all(Array.from(wires, closeOf)), late.promise]);
      cancel();
      io.engine.close();
      for (const wire of wires) wire.destroy();
    },
  };
}
