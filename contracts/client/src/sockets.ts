import { io, WebSocket, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type { Static, TSchema } from 'typebox';
import type {
  BackendToDashboard,
  DashboardReplies,
  DashboardToBackend,
} from '@sign-display/contracts/dashboard-events';
import type {
  BackendToKiosk,
  KioskHandshake,
  KioskReplies,
  KioskToBackend,
  SocketRefusal,
} from '@sign-display/contracts/kiosk-events';
import { DASHBOARD_NAMESPACE, KIOSK_NAMESPACE } from '@sign-display/contracts/namespaces';

/** Both socket namespaces, typed from the tables of the contract: `on`, `emit` and `emitWithAck` are Socket.IO's own. */

type Told<Table extends Record<string, TSchema>> = {
  [Event in keyof Table]: (message: Static<Table[Event]>) => void;
};
type Said<Table extends Record<string, TSchema>, Replies> = {
  [Event in keyof Table]: Event extends keyof Replies
    ? (message: Static<Table[Event]>, reply: (reply: Replies[Event] | SocketRefusal) => void) => void
    : (message: Static<Table[Event]>) => void;
};

export type DashboardSocket = Socket<
  Told<typeof BackendToDashboard>,
  Said<typeof DashboardToBackend, DashboardReplies>
>;
export type KioskSocket = Socket<Told<typeof BackendToKiosk>, Said<typeof KioskToBackend, KioskReplies>>;

/** The service speaks WebSocket only. Each connection has a transport of its own, so that closing one closes no other. */
const usual = { transports: ['websocket'], forceNew: true } satisfies Partial<ManagerOptions & SocketOptions>;

/** What a connection needs of a WebSocket, as the HTML standard names it. Whoever opens it sets its listeners. */
export interface PlainSocket {
  onopen?: (() => void) | null;
  onmessage?: ((message: { data: string }) => void) | null;
  onerror?: (() => void) | null;
  onclose?: (() => void) | null;
  send(text: string): void;
  close(): void;
}

/** Engine.IO's transport over a WebSocket that somebody else opens. */
function transportOver(openSocket: (url: string) => PlainSocket) {
  return class extends WebSocket {
    override createSocket(url: string): PlainSocket {
      return openSocket(url);
    }
  };
}

/**
 * A dashboard's connection, made again by itself when it is lost. `token`: a bearer token; a browser sends its session cookie instead. `openSocket`: opens its
 * WebSocket, in place of the browser.
 */
export function connectDashboard({
  origin,
  token,
  openSocket,
}: {
  origin: string;
  token?: string;
  openSocket?: (url: string) => PlainSocket;
}): DashboardSocket {
  return io(origin + DASHBOARD_NAMESPACE, {
    ...usual,
    ...(openSocket && { transports: [transportOver(openSocket)] }),
    auth: token === undefined ? {} : { token },
  });
}

/**
 * One connection of a kiosk. It is not made again by itself: when to try again is the kiosk's decision. `ca`: the one authority (PEM) that the service's certificate
 * must be of, in place of the usual ones.
 */
export function connectKiosk({
  origin,
  handshake,
  ca,
}: {
  origin: string;
  handshake: KioskHandshake;
  ca?: string | undefined;
}): KioskSocket {
  return io(origin + KIOSK_NAMESPACE, {
    ...usual,
    reconnection: false,
    auth: handshake,
    ...(ca !== undefined && { ca }),
  });
}
