import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer, type ServerOptions } from 'ws';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Boundary } from './error-boundary.ts';
import type { HoldWrites } from './write-coalescing.ts';

/**
 * The WebSocket server below Engine.IO (its option `wsEngine`). Everything that arrives comes through `emit`: what Engine.IO and Socket.IO do with a
 * frame, up to their decoders, is done inside it. So this is where the boundary of a connection stands, and where a frame is let in or not.
 */
export interface BoundWebSocket extends WebSocket {
  /** Says of each message whether it is let in, before anything parses it. */
  admit: (frame: Buffer, isBinary: boolean) => boolean;
  /** Called before the connection is closed because a message is larger than it may be: it can still be told. */
  onTooLarge: () => void;
  /** Whether a message may be as large as a screenshot from its next frame on, or `LIMITS.messageBytes`. */
  allowLarge(isAllowed: boolean): void;
}

/** How many pieces (of TCP, and of WebSocket) a message may come in: each costs some hundred bytes beside its own. */
const MOST_CHUNKS = { ordinary: 1_024, large: 16_384 } as const;
const MOST_FRAGMENTS = 1_024;
/** A client that lives answers the close in a round trip; what it sends meanwhile is thrown away. */
const CLOSE_WITHIN_MS = 5_000;
/** RFC 6455, section 7.4.1: a message is too big to process. */
const TOO_LARGE = 1009;

/** ws (8.21) reads its bounds from here at each frame's head and each chunk, and has no public way to change them. A test of H1 fails when it moves. */
interface Receiver {
  _maxPayload: number;
  _maxBufferedChunks: number;
}

interface Upgrading {
  completeUpgrade(...accepted: unknown[]): void;
}

export function makeWebSocketServer(
  boundary: Boundary,
  holdWrites: HoldWrites,
): new (options: ServerOptions) => WebSocketServer {
  class Bound extends WebSocket implements BoundWebSocket {
    admit: BoundWebSocket['admit'] = () => true;
    onTooLarge = (): void => {};

    override emit(...args: Parameters<WebSocket['emit']>): boolean {
      try {
        const [event, frame, isBinary] = args as unknown as [string, Buffer, boolean];
        if (event === 'message' && !this.admit(frame, isBinary)) return true;
        return super.emit(...args);
      } catch (error) {
        boundary.caught('frame', error);
        this.terminate();
        return true;
      }
    }

    override send(...args: unknown[]): void {
      const { _socket: wire } = this as unknown as { _socket: Duplex | null };
      if (wire) holdWrites(wire);
      super.send(...(args as Parameters<WebSocket['send']>));
    }

    override close(code?: number, data?: string | Buffer): void {
      if (code === TOO_LARGE) boundary.run('frame', { close: () => this.terminate() }, () => this.onTooLarge());
      super.close(code, code === TOO_LARGE ? 'message_too_large' : data);
    }

    allowLarge(isAllowed: boolean): void {
      const receiver = (this as unknown as { _receiver: Receiver })._receiver;
      receiver._maxPayload = isAllowed ? LIMITS.screenshotBytes : LIMITS.messageBytes;
      receiver._maxBufferedChunks = isAllowed ? MOST_CHUNKS.large : MOST_CHUNKS.ordinary;
    }
  }

  return class extends WebSocketServer {
    constructor(options: ServerOptions) {
      const bounds = {
        maxPayload: LIMITS.messageBytes,
        maxBufferedChunks: MOST_CHUNKS.ordinary,
        maxFragments: MOST_FRAGMENTS,
        closeTimeout: CLOSE_WITHIN_MS,
      };
      super({ ...options, ...bounds, WebSocket: Bound as typeof WebSocket });
    }

    /** ws answers the upgrade here, and Engine.IO says its first word: where it refuses one, it writes and destroys, and nothing may be held. */
    completeUpgrade(...accepted: unknown[]): void {
      holdWrites(accepted[4] as Duplex);
      (WebSocketServer.prototype as unknown as Upgrading).completeUpgrade.apply(this, accepted);
    }
  };
}
