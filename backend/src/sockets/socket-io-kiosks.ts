import type { IncomingMessage as HttpRequest, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import proxyAddr from '@fastify/proxy-addr';
import { Server, type Socket } from 'socket.io';
import { Decoder, Encoder } from 'socket.io-parser';
import { KIOSK_NAMESPACE } from '@sign-display/contracts/kiosk-events';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { withTimeout } from '../flow/with-timeout.ts';
import { browserHeadersOf } from './pick-browser-headers.ts';
import { createAddressLimits, type Place } from './address-limits.ts';
import { makeWebSocketServer } from './guarded-web-sockets.ts';
import type { Boundary } from './error-boundary.ts';
import { gateConnection, type GatedConnection } from './admit-connection-frames.ts';
import type { DashboardTransport } from './dashboard-transport-types.ts';
import { createHoldWrites, type AfterTurn } from './write-coalescing.ts';
import { createSocketIoDashboards } from './socket-io-dashboards.ts';
import { HandshakeRefused, countBytes, toMessage } from './socket-io-shared.ts';
import type { SocketRefusalReason } from './socket-refusals.ts';
import type { KioskSocket, KioskTransport, KioskTransportHandlers } from './kiosk-transport-types.ts';
import { boundListeners, refuseUpgrade, answerWebSocketOnly } from './websocket-upgrades.ts';

/** A kiosk that lives closes its end in a round trip; one that went silent would hold the node's drain for half a minute. */
const CLOSE_WITHIN_MS = 1_000;

const PATH = '/socket.io';

const closeOf = (wire: Duplex): Promise<void> => new Promise((resolve) => wire.once('close', () => resolve()));

/** Takes one attachment a message, the picture of a screenshot. */
class OneAttachmentDecoder extends Decoder {
  constructor() {
    super({ maxAttachments: 1 });
  }
}

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

export interface SocketIoTransportDeps {
  clock: Clock;
  afterTurn: AfterTurn;
  boundary: Boundary;
  /** Which proxies may say whose connection they pass on (TRUST_PROXY). */
  trustProxy?: string | null;
  limits: { socketsPerAddress: number; unauthorizedPerAddress: number };
  observe: { refused(reason: SocketRefusalReason): void };
}

/**
 * The kiosk namespace over Socket.IO (contract, section 4): path `/socket.io`, WebSocket only. `perMessageDeflate` stays off: with it
 * 10,000 connections took 2.4 GB.
 */
export function createSocketIoTransport(
  httpServer: HttpServer,
  deps: SocketIoTransportDeps,
): KioskTransport & { dashboards: DashboardTransport } {
  const { clock, boundary, trustProxy = null, observe } = deps;
  const addressOf = addressReader(trustProxy);
  const addresses = createAddressLimits(clock, deps.limits);
  const arriving = new WeakMap<HttpRequest, { address: string; place: Place }>();
  const holdWrites = createHoldWrites(deps.afterTurn);
  let isClosing = false;
  const wires = new Set<Duplex>();
  httpServer.on('upgrade', (_request, wire) => {
    wires.add(wire);
    wire.once('close', () => wires.delete(wire));
  });

  function decide(request: HttpRequest, answer: (why: string | null, isAdmitted: boolean) => void): void {
    if (isClosing) return answer('This node is shutting down.', false);
    // Engine.IO would take the upgrade first, and refuse it then in what is no HTTP any more.
    if (!/[?&]EIO=4(?:&|$)/.test(request.url ?? ''))
      return answer('This service supports only Engine.IO 4 (EIO=4).', false);
    const address = addressOf(request);
    const place = addresses.open(address);
    if (typeof place === 'string') {
      observe.refused(`${place}_per_address`);
      return refuseUpgrade(request.socket, place);
    }
    arriving.set(request, { address, place });
    request.socket.once('close', place.closed);
    answer(null, true);
  }

  const io = new Server(httpServer, {
    path: PATH,
    transports: ['websocket'],
    wsEngine: makeWebSocketServer(boundary, holdWrites),
    parser: { Encoder, Decoder: OneAttachmentDecoder },
    serveClient: false,
    allowRequest: decide,
    perMessageDeflate: false,
    maxHttpBufferSize: LIMITS.messageBytes,
    // A connection that joins no namespace is nobody's.
    connectTimeout: 30_000,
  });
  boundListeners(httpServer, 'upgrade', boundary);
  answerWebSocketOnly(httpServer, PATH);

  const clients = new Map<Socket['conn'], GatedConnection>();
  io.engine.on('connection', (conn: Socket['conn']) => {
    clients.set(conn, gateConnection(conn, { ...arriving.get(conn.request)!, addresses, observe }));
    conn.once('close', () => clients.delete(conn));
  });

  // The two namespaces of the contract are all there are; Socket.IO makes this one by itself. Nobody gets as far as here.
  io.use((_socket, next) => next(new HandshakeRefused({ code: 'not_found' })));

  /** A refused CONNECT ends its connection, once Socket.IO has sent why. */
  const endRefused = (socket: Socket): void => void clock.after(0, () => socket.conn.close());

  return {
    dashboards: createSocketIoDashboards(io, { boundary, clients, endRefused }),

    serve<Identity>(handlers: KioskTransportHandlers<Identity>): void {
      const kiosks = io.of(KIOSK_NAMESPACE);
      kiosks.use((socket, next) => {
        const client = clients.get(socket.conn);
        const peer = { address: client?.address ?? '', proved: () => client?.authorized() };
        void boundary.run('authorize', socket.conn, async () => {
          const decision = await handlers.authorize(socket.handshake.auth, peer);
          if ('refusal' in decision) {
            next(new HandshakeRefused(decision.refusal));
            return endRefused(socket);
          }
          Object.assign(socket.data, { identity: decision.identity });
          next();
        });
      });

      const open = (socket: Socket): void => {
        const takeBytes = countBytes(socket);
        const client = clients.get(socket.conn);
        const { identity } = socket.data as { identity: Identity };
        const browserHeaders = browserHeadersOf(socket.handshake.headers);
        socket.data = {};
        forgetHandshake(socket);
        client?.joined((error) => void socket.emit('kiosk:error', error));
        const kiosk: KioskSocket = {
          remoteAddress: client?.address ?? '',
          browserHeaders,
          send: (event, payload) => void socket.emit(event, payload),
          allowLarge: (isAllowed) => client?.allowLarge(isAllowed),
          close: () => void socket.disconnect(true),
        };
        socket.use((packet) => handlers.message(kiosk, toMessage(packet, takeBytes())));
        socket.on('disconnect', (reason) => {
          handlers.closed(kiosk, reason);
          client?.left();
        });
        handlers.opened(kiosk, identity);
      };
      kiosks.on('connection', (socket) => boundary.run('opened', socket.conn, () => open(socket)));
    },

    async close() {
      isClosing = true;
      // `io.close` would close the HTTP server too, which still has requests to answer. `io.engine.close` alone would drop what
      // is still to be sent: this lets each connection send it first.
      for (const client of clients.keys()) client.close();
      await withTimeout(clock, Promise.all(Array.from(wires, closeOf)), CLOSE_WITHIN_MS, null);
      io.engine.close();
      for (const wire of wires) wire.destroy();
    },
  };
}
