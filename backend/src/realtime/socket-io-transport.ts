import type { IncomingMessage as HttpRequest, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import proxyAddr from '@fastify/proxy-addr';
import { Server, type Socket } from 'socket.io';
import { KIOSK_NAMESPACE } from '@sign-display/contracts/kiosk-events';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Clock } from '@sign-display/contracts/ports';
import { makeWebSocketServer } from './bound-web-sockets.ts';
import type { Boundary } from './boundary.ts';
import type { DashboardTransport } from './dashboard-transport.ts';
import { createSocketIoDashboards } from './socket-io-dashboards.ts';
import { HandshakeRefused, countBytes, toMessage } from './socket-io-messages.ts';
import type { KioskSocket, KioskTransport, KioskTransportHandlers } from './transport.ts';

/** A kiosk that lives closes its end in a round trip; one that went silent would hold the node's drain for half a minute. */
const CLOSE_WITHIN_MS = 1_000;

const closeOf = (wire: Duplex): Promise<void> => new Promise((resolve) => wire.once('close', () => resolve()));

/**
 * Lets go of the request that a connection began with, and of what its handshake said, the device's secret with it: a few kilobytes a connection
 * that nothing reads any more.
 */
function forgetHandshake(socket: Socket): void {
  (socket.conn as { request: unknown }).request = null;
  Object.assign(socket.handshake, { headers: {}, auth: {}, query: {} });
}

/** Whose request it is, by the same rule as a request's over HTTP: the last address that no trusted proxy has. */
function addressReader(trustProxy: string | null): (request: HttpRequest) => string {
  const isTrusted = trustProxy === null ? () => false : proxyAddr.compile(trustProxy.split(','));
  // One whose connection is gone already has none.
  return (request) => proxyAddr(request, isTrusted) ?? '';
}

/**
 * The kiosk namespace over Socket.IO (contract, section 4): path `/socket.io`, WebSocket only. `perMessageDeflate` stays off: with it
 * 10,000 connections took 2.4 GB.
 */
export function createSocketIoTransport(
  httpServer: HttpServer,
  deps: {
    clock: Clock;
    boundary: Boundary;
    /** Which proxies may say whose connection they pass on (TRUST_PROXY). */
    trustProxy?: string | null;
  },
): KioskTransport & { dashboards: DashboardTransport } {
  const { clock, boundary, trustProxy = null } = deps;
  const addressOf = addressReader(trustProxy);
  let isClosing = false;
  const wires = new Set<Duplex>();
  httpServer.on('upgrade', (_request, wire) => {
    wires.add(wire);
    wire.once('close', () => wires.delete(wire));
  });
  const io = new Server(httpServer, {
    path: '/socket.io',
    transports: ['websocket'],
    wsEngine: makeWebSocketServer(boundary),
    serveClient: false,
    allowRequest: (_request, decide) => decide(isClosing ? 'This node is going down.' : null, !isClosing),
    perMessageDeflate: false,
    // Past this the connection is cut (contract, section 5); smaller messages that are still too large are refused one by one.
    maxHttpBufferSize: LIMITS.screenshotBytes,
    // A connection that joins no namespace is nobody's.
    connectTimeout: 30_000,
  });

  /** With their addresses, because the request is not kept. */
  const clients = new Map<Socket['conn'], string>();
  io.engine.on('connection', (client: Socket['conn']) => {
    clients.set(client, addressOf(client.request));
    client.once('close', () => clients.delete(client));
  });

  // The two namespaces of the contract are all there are; Socket.IO makes this one by itself.
  io.use((_socket, next) => next(new HandshakeRefused({ code: 'not_found' })));

  return {
    dashboards: createSocketIoDashboards(io, boundary),

    serve<Identity>(handlers: KioskTransportHandlers<Identity>): void {
      const kiosks = io.of(KIOSK_NAMESPACE);
      kiosks.use((socket, next) => {
        const peer = { address: clients.get(socket.conn) ?? '' };
        void boundary.run('authorize', socket.conn, async () => {
          const decision = await handlers.authorize(socket.handshake.auth, peer);
          if ('refusal' in decision) return next(new HandshakeRefused(decision.refusal));
          Object.assign(socket.data, { identity: decision.identity });
          next();
        });
      });

      const open = (socket: Socket): void => {
        const takeBytes = countBytes(socket);
        const { identity } = socket.data as { identity: Identity };
        socket.data = {};
        forgetHandshake(socket);
        const kiosk: KioskSocket = {
          id: socket.id,
          remoteAddress: clients.get(socket.conn) ?? '',
          send: (event, payload) => void socket.emit(event, payload),
          close: () => void socket.disconnect(true),
        };
        socket.use((packet) => handlers.message(kiosk, toMessage(packet, takeBytes())));
        socket.on('disconnect', (reason) => handlers.closed(kiosk, reason));
        handlers.opened(kiosk, identity);
      };
      kiosks.on('connection', (socket) => boundary.run('opened', socket.conn, () => open(socket)));
    },

    async close() {
      isClosing = true;
      // `io.close` would close the HTTP server too, which still has requests to answer. `io.engine.close` alone would drop what
      // is still to be sent: this lets each connection send it first.
      for (const client of clients.keys()) client.close();
      const late = Promise.withResolvers<void>();
      const cancel = clock.after(CLOSE_WITHIN_MS, late.resolve);
      await Promise.race([Promise.all(Array.from(wires, closeOf)), late.promise]);
      cancel();
      io.engine.close();
      for (const wire of wires) wire.destroy();
    },
  };
}
