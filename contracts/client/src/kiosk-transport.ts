import type { Socket } from 'socket.io-client';
import type { ErrorCode } from '@sign-display/contracts/error-codes';
import type { KioskEvent, KioskHandshake, KioskMessage, KioskReply } from '@sign-display/contracts/kiosk-events';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { refusalOf } from './connection-refusal.ts';
import { connectKiosk } from './sockets.ts';

/** One connection of a kiosk, in the form of the agent's port (kiosk/agent/src/ports.ts says what each part promises). */
export interface KioskConnection {
  send<Event extends KioskEvent>(event: Event, payload: KioskMessage<Event>): void;
  request<Event extends KioskEvent>(
    event: Event,
    payload: KioskMessage<Event>,
    timeoutMs: number,
  ): Promise<KioskReply<Event> | null>;
  close(): void;
}

export interface KioskConnectionHandlers {
  onOpen(): void;
  onRefused(code: ErrorCode | null, detail: string, reset?: boolean): void;
  onLost(reason: string): void;
  onMessage(event: string, payload: unknown): void;
}

export interface KioskTransport {
  connect(handshake: KioskHandshake, handlers: KioskConnectionHandlers): KioskConnection;
}

/**
 * The message channel over a real Socket.IO client, WebSocket only (contract, section 4). When to reconnect is the agent's decision. `ca`: the one authority (PEM) that the
 * service's certificate must be of.
 */
export function createKioskTransport(
  url: string,
  clock: Clock,
  { ca }: { ca?: string | undefined } = {},
): KioskTransport {
  return {
    connect(handshake, handlers) {
      // The agent checks what arrives and says what it sends in types of its own port: here they are any messages.
      const socket: Socket = connectKiosk({ origin: url, handshake, ca });
      /** What waits for an acknowledgement: told at once when the connection is lost. */
      const waiting = new Set<() => void>();
      let closed = false;
      const giveUpWaiting = () => {
        for (const giveUp of waiting) giveUp();
      };

      socket.on('connect', () => handlers.onOpen());
      socket.on('connect_error', (error) => {
        closed = true;
        socket.close();
        const refusal = refusalOf(error);
        handlers.onRefused(refusal?.code ?? null, error.message, refusal?.reset === true);
      });
      socket.on('disconnect', (reason) => {
        giveUpWaiting();
        if (closed) return;
        closed = true;
        handlers.onLost(reason);
      });
      socket.onAny((event: string, payload: unknown) => handlers.onMessage(event, payload));

      const connection: KioskConnection = {
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
