import type { Server } from 'node:http';
import { Server as SecureServer } from 'node:tls';
import type { Socket } from 'node:net';

/** The same for a connection and for the TLS above it, and for no other that is open. */
const endsOf = ({ localAddress, remoteAddress, remotePort }: Socket): string =>
  [localAddress, remoteAddress, remotePort].join();

/**
 * Connections on which nothing was ever asked: browsers open some in advance. Node's `close` ends those that were used and are idle
 * now, and would wait for these until the client closes them, or of TLS for two minutes until their handshake is over. `cut` ends them, and from then on every new connection.
 */
export function watchUnusedConnections(server: Server): { cut(): void } {
  const open = new Set<Socket>();
  const inHandshake = new Map<string, Socket>();
  let isCutting = false;
  function watch(socket: Socket): void {
    if (isCutting) return void socket.destroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  }
  if (server instanceof SecureServer) {
    server.on('connection', (socket: Socket) => {
      if (isCutting) return void socket.destroy();
      const ends = endsOf(socket);
      inHandshake.set(ends, socket);
      socket.once('close', () => {
        if (inHandshake.get(ends) === socket) inHandshake.delete(ends);
      });
    });
    // From here on what was asked counts, not the bytes of its beginning.
    server.on('secureConnection', (socket: Socket) => {
      inHandshake.delete(endsOf(socket));
      watch(socket);
    });
  } else server.on('connection', watch);
  return {
    cut() {
      isCutting = true;
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
      for (const socket of inHandshake.values()) socket.destroy();
    },
  };
}
