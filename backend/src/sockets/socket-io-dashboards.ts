import type { Server, Socket } from 'socket.io';
import { DASHBOARD_NAMESPACE } from '@sign-display/contracts/dashboard-events';
import type { Boundary } from './error-boundary.ts';
import type { GatedConnection } from './admit-connection-frames.ts';
import type { DashboardSocket, DashboardTransport, DashboardTransportHandlers } from './dashboard-transport-types.ts';
import { HandshakeRefused, countBytes, toMessage } from './socket-io-shared.ts';

/** engine.io (6.6) tells nobody, but this is what it has not handed to the wire, because the client has not taken what was sent before. */
interface Engine {
  writeBuffer: readonly unknown[];
}

/** The dashboards' namespace, on the server that the kiosks' has (contract, section 4). */
export function createSocketIoDashboards(
  io: Server,
  deps: {
    boundary: Boundary;
    clients: ReadonlyMap<Socket['conn'], GatedConnection>;
    /** Ends the connection of a refused handshake. */
    endRefused(socket: Socket): void;
  },
): DashboardTransport {
  const { boundary, clients, endRefused } = deps;
  return {
    serve<Identity>(handlers: DashboardTransportHandlers<Identity>): void {
      const dashboards = io.of(DASHBOARD_NAMESPACE);
      const identities = new WeakMap<Socket, Identity>();

      dashboards.use((socket, next) => {
        const { auth, headers } = socket.handshake;
        const { authorization, cookie, origin, host } = headers;
        const credentials = { auth, headers: { authorization, cookie, origin, host } };
        void boundary.run('authorize', socket.conn, async () => {
          const decision = await handlers.authorize(credentials);
          if ('refusal' in decision) {
            next(new HandshakeRefused(decision.refusal));
            return endRefused(socket);
          }
          identities.set(socket, decision.identity);
          next();
        });
      });

      const open = (socket: Socket): void => {
        const takeBytes = countBytes(socket);
        const client = clients.get(socket.conn);
        client?.joined(null);
        const dashboard: DashboardSocket = {
          send: (event, message) => void socket.emit(event, message),
          waiting: () => (socket.conn as unknown as Engine).writeBuffer.length,
          // Not `disconnect`, after which a client does not come back by itself.
          close: () => void socket.conn.close(),
          cut: () => void socket.conn.close(true),
        };
        socket.use((packet) => handlers.message(dashboard, toMessage(packet, takeBytes())));
        socket.on('disconnect', () => {
          handlers.closed(dashboard);
          client?.left();
        });
        handlers.opened(dashboard, identities.get(socket)!);
      };
      dashboards.on('connection', (socket) => boundary.run('opened', socket.conn, () => open(socket)));
    },
  };
}
