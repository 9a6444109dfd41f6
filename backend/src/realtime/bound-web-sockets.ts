import { WebSocket, WebSocketServer, type ServerOptions } from 'ws';
import type { Boundary } from './boundary.ts';

/**
 * The WebSocket server below Engine.IO (its option `wsEngine`). Everything that arrives comes through `emit`: what Engine.IO and Socket.IO do with a
 * frame, up to their decoders, is done inside it. So this is where the boundary of a connection stands.
 */
export function makeWebSocketServer(boundary: Boundary): new (options: ServerOptions) => WebSocketServer {
  class BoundWebSocket extends WebSocket {
    override emit(...args: Parameters<WebSocket['emit']>): boolean {
      try {
        return super.emit(...args);
      } catch (error) {
        boundary.caught('frame', error);
        this.terminate();
        return true;
      }
    }
  }
  return class extends WebSocketServer {
    constructor(options: ServerOptions) {
      super({ ...options, WebSocket: BoundWebSocket as typeof WebSocket });
    }
  };
}
