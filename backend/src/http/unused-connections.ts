import type { Server } from 'node:http';
import { Server as SecureServer } from 'node:tls';
import type { Socket } from 'node:net';

/**
 * Connections on which nothing was ever asked: browsers open some in advance. Node's `close` ends those that were used and are idle
 * now, and would wait for these until the client closes them. `cut` ends them, and from then on every new connection.
 */
export function watchUnusedConnections(server: Server): { cut(): void } {
  const open = new Set<Socket>();
  let isCutting = false;
  // Of TLS: once it is there, and with what was asked on it counted, not the bytes of its beginning.
  const opened = server instanceof SecureServer ? 'secureConnection' : 'connection';
  server.on(opened, (socket: Socket) => {
    if (isCutting) return void socket.destroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return {
    cut() {
      isCutting = true;
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}
