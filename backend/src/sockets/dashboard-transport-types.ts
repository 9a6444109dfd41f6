import type { DashboardUpdate, DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import type { Refusal } from '@sign-display/contracts/error-codes';
import type { IncomingMessage } from './kiosk-transport-types.ts';

/** The seam below the dashboards' namespace: Socket.IO in the service, memory in tests. It moves messages and decides nothing. */

export interface DashboardSocket {
  send<Event extends DashboardUpdate>(event: Event, message: DashboardUpdateMessage<Event>): void;
  /** How many messages wait because the client does not take what was sent. */
  waiting(): number;
  /** Ends the connection once the client has taken what it was sent; `closed` is told of it. */
  close(): void;
  /** Ends it at once; what the client has not taken is dropped. `closed` is told of it. */
  cut(): void;
}

/** What a client shows of itself before there is a connection, unchecked. */
export interface DashboardCredentials {
  auth: unknown;
  headers: {
    authorization?: string | undefined;
    cookie?: string | undefined;
    origin?: string | undefined;
    host?: string | undefined;
  };
}

export interface DashboardTransportHandlers<Identity> {
  /** Decides before there is a connection; never rejects. A refusal reaches the client as `connect_error`. */
  authorize(credentials: DashboardCredentials): Promise<{ identity: Identity } | { refusal: Refusal }>;
  opened(socket: DashboardSocket, identity: Identity): void;
  message(socket: DashboardSocket, message: IncomingMessage): void;
  closed(socket: DashboardSocket): void;
}

export interface DashboardTransport {
  /** Takes connections from now on. Called once; whoever made the transport ends it. */
  serve<Identity>(handlers: DashboardTransportHandlers<Identity>): void;
}
