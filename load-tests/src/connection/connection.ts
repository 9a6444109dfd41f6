import {
  PONG,
  decodeFrame,
  encodeAck,
  encodeConnect,
  encodeDisconnect,
  encodeEvent,
  type Frame,
} from '../framing/frames.ts';
import type { Socket, Tags, World } from '../ports.ts';

/**
 * A client in one Socket.IO namespace.
 *
 *   opening ──opened, CONNECT sent──▶ asking ──accepted──▶ in
 *      └──────ended / refused / late──────▶ over ◀──── ended
 *
 * A socket that still opens is never closed: k6 1.8.1 hangs the virtual user then. One that is given up is closed when it opens after all. The server's
 * greeting is not waited for: k6 1.8.1 drops what comes before it has told that the socket is open, and that can be the greeting.
 */
export interface Connection {
  emit(name: string, payload: object): void;
  /** The first value of the ack. Rejects where the connection ends first, or nothing comes for 20 s. */
  request(name: string, payload: object): Promise<unknown>;
  close(): void;
}

/** The namespace was not entered. `code`: the backend's, or `closed`, `late`, `malformed`. */
export class ConnectRefused extends Error {
  readonly code: string;

  constructor(code: string, why: string) {
    super(`${code}: ${why}`);
    this.code = code;
  }
}

export interface ConnectionHandlers {
  event(name: string, payload: unknown, ack: (value: unknown) => void): void;
  /** The connection ended, and `close` was not called. Not called where `connect` rejects. */
  lost(why: string): void;
}

/** Longer than a backend under load takes to let somebody in, shorter than k6's own limit of a handshake (60 s). */
const IN_WITHIN_MS = 30_000;
const ACKED_WITHIN_MS = 20_000;

/** Connects to the service at `url` (http or https). Rejects with a `ConnectRefused`. */
export function connect(
  world: Pick<World, 'openSocket' | 'clock' | 'record'>,
  target: { url: string; namespace: string; auth: object; tags: Tags },
  handlers: ConnectionHandlers,
): Promise<Connection> {
  const { clock, record } = world;
  const { namespace, tags } = target;
  return new Promise((resolve, reject) => {
    let phase: 'opening' | 'asking' | 'in' | 'over' = 'opening';
    let isOpen = false;
    let nextId = 0;
    const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();

    function end(why: string, code = 'closed'): void {
      if (phase === 'over') return;
      const wasIn = phase === 'in';
      phase = 'over';
      cancel();
      for (const one of waiting.values()) one.reject(new Error(why));
      waiting.clear();
      if (wasIn) handlers.lost(why);
      else reject(new ConnectRefused(code, why));
      if (isOpen) socket.close();
    }
    const cancel = clock.after(IN_WITHIN_MS, () => end(`not let in within ${IN_WITHIN_MS} ms, ${phase} since`, 'late'));

    function request(name: string, payload: object): Promise<unknown> {
      if (phase !== 'in') return Promise.reject(new Error('the connection was closed'));
      const id = nextId;
      nextId += 1;
      return new Promise((resolveAck, rejectAck) => {
        const giveUp = clock.after(ACKED_WITHIN_MS, () => {
          waiting.delete(id);
          rejectAck(new Error(`no ack of ${name} within ${ACKED_WITHIN_MS} ms`));
        });
        waiting.set(id, {
          resolve(value) {
            giveUp();
            resolveAck(value);
          },
          reject(error) {
            giveUp();
            rejectAck(error);
          },
        });
        socket.send(encodeEvent(namespace, name, [payload], id));
      });
    }

    const connection: Connection = {
      emit(name, payload) {
        if (phase === 'in') socket.send(encodeEvent(namespace, name, [payload], null));
      },
      request,
      close() {
        if (phase !== 'in') return;
        phase = 'over';
        for (const one of waiting.values()) one.reject(new Error('the load test closed the connection'));
        socket.send(encodeDisconnect(namespace));
        socket.close();
      },
    };

    function handle(frame: Frame): void {
      switch (frame.type) {
        case 'ping':
          return socket.send(PONG);
        case 'connect':
          phase = 'in';
          cancel();
          return resolve(connection);
        case 'connect_error': {
          const { message, data } = Object(frame.data);
          const code = String(Object(data).code ?? 'refused');
          if (code === 'rate_limited') record('limited', 1, { what: namespace });
          return end(String(message), code);
        }
        case 'event': {
          const { id, name, args } = frame;
          return handlers.event(name, args[0], (value) => {
            if (id !== null && phase === 'in') socket.send(encodeAck(namespace, id, [value]));
          });
        }
        case 'ack':
          waiting.get(frame.id)?.resolve(frame.args[0]);
          return void waiting.delete(frame.id);
        case 'close':
        case 'disconnect':
          return end(`the backend sent ${frame.type}`);
        case 'malformed':
          return end('a frame that is none', 'malformed');
        default:
        // Nothing that concerns us: a pong, a noop, the announcement of attachments.
      }
    }

    record('sockets_begun', 1, tags);
    const address = `${target.url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const socket: Socket = world.openSocket(address, tags, {
      opened() {
        isOpen = true;
        record('sockets_opened', 1, tags);
        if (phase === 'over') return socket.close();
        phase = 'asking';
        socket.send(encodeConnect(namespace, target.auth));
      },
      received(text) {
        if (phase !== 'over') handle(decodeFrame(text));
      },
      ended(why) {
        if (!isOpen) record('sockets_failed', 1, tags);
        isOpen = false;
        end(why);
      },
    });
  });
}
