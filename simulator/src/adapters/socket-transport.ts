import { KIOSK_NAMESPACE } from '@sign-display/contracts/kiosk-events';
import { ERROR_CODES, type ErrorCode } from '@sign-display/contracts/error-codes';
import type { Clock, Connection, Transport } from '@sign-display/kiosk-agent/ports';
import { io } from 'socket.io-client';

/** The message channel over a real Socket.IO client, WebSocket only (contract, section 4). When to reconnect is the agent's decision. */
export function createSocketTransport(url: string, clock: Clock): Transport {
  return {
    connect(handshake, handlers) {
      const socket = io(url + KIOSK_NAMESPACE, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        auth: handshake,
      });
      /** What waits for an acknowledgement: told at once when the connection is lost. */
      const waiting = new Set<() => void>();
      let closed = false;
      const giveUpWaiting = () => {
        for (const giveUp of waiting) giveUp();
      };

      socket.on('connect', () => handlers.onOpen());
      socket.on('connect_error', (error: Error & { data?: { code?: unknown; reset?: unknown } }) => {
        closed = true;
        socket.close();
        handlers.onRefused(errorCode(error.data?.code), error.message, error.data?.reset === true);
      });
      socket.on('disconnect', (reason) => {
        giveUpWaiting();
        if (closed) return;
        closed = true;
        handlers.onLost(reason);
      });
      socket.onAny((event: string, payload: unknown) => handlers.onMessage(event, payload));

      const connection: Connection = {
        send(event, payload) {
          if (socket.connected) socket.emit(event, payload);
        },
        request(event, payload, timeoutMs) {
          if (!socket.connected) return Promise.resolve(null);
          return new Promise((resolve) => {
            const settle = (reply: Parameters<typeof resolve>[0]) => {
              cancel();
              waiting.delete(giveUp);
              resolve(reply);
            };
            const giveUp = () => settle(null);
            const cancel = clock.after(timeoutMs, giveUp);
            waiting.add(giveUp);
            socket.emit(event, payload, settle);
          });
        },
        close() {
          closed = true;
          socket.offAny();
          socket.off('connect');
          socket.off('connect_error');
          socket.close();
          giveUpWaiting();
        },
      };
      return connection;
    },
  };
}

function errorCode(value: unknown): ErrorCode | null {
  return typeof value === 'string' && Object.hasOwn(ERROR_CODES, value) ? (value as ErrorCode) : null;
}
