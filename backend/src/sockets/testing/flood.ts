import type { Socket } from 'socket.io-client';

/** Sends until the other end has cut it off, whatever it allows and however slowly it counts: what it allows grows while it counts. */
export async function floodUntilCut(socket: Socket, event: string, payload: object): Promise<void> {
  while (socket.connected) {
    for (let sent = 0; sent < 50; sent += 1) socket.emit(event, payload);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
