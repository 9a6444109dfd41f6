import type { DashboardUpdate, DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import type { Refusal } from '@sign-display/contracts/error-codes';
import type {
  DashboardCredentials,
  DashboardSocket,
  DashboardTransport,
  DashboardTransportHandlers,
} from '../sockets/dashboard-transport-types.ts';

/** The dashboards' transport without a network: what is sent arrives at once and in order. */

/** The far end of a connection, in a test's hand. */
export interface MemoryDashboard {
  readonly received: readonly { event: DashboardUpdate; message: unknown }[];
  readonly isOpen: boolean;
  /** Resolves when the connection has ended, whoever ended it. */
  readonly ended: Promise<void>;
  /** How many messages the client has not taken; a test sets it. */
  waiting: number;
  send(event: string, payload: unknown, bytes?: number): void;
  /** Sends and waits for the acknowledgement. */
  request(event: string, payload: unknown, bytes?: number): Promise<unknown>;
  /** Tells of every message that comes. */
  onMessage(hear: (event: DashboardUpdate, message: unknown) => void): void;
  cut(): void;
}

export interface MemoryDashboards extends DashboardTransport {
  connect(credentials: Partial<DashboardCredentials>): Promise<{ dashboard: MemoryDashboard } | { refusal: Refusal }>;
  close(): void;
}

export function createMemoryDashboards(): MemoryDashboards {
  let handlers: DashboardTransportHandlers<unknown> | null = null;
  const open = new Set<() => void>();

  function makeDashboard(identity: unknown): MemoryDashboard {
    const received: { event: DashboardUpdate; message: unknown }[] = [];
    const listeners: ((event: DashboardUpdate, message: unknown) => void)[] = [];
    const { promise: ended, resolve: markEnded } = Promise.withResolvers<void>();
    let isOpen = true;
    const end = (): void => {
      if (!isOpen) return;
      isOpen = false;
      open.delete(end);
      handlers!.closed(socket);
      markEnded();
    };
    const socket: DashboardSocket = {
      send<Event extends DashboardUpdate>(event: Event, given: DashboardUpdateMessage<Event>) {
        if (!isOpen) return;
        const message = structuredClone(given) as unknown;
        received.push({ event, message });
        for (const hear of listeners) hear(event, message);
      },
      waiting: () => dashboard.waiting,
      close: end,
      cut: end,
    };
    const arrive = (event: string, payload: unknown, bytes: number, reply: ((answer: unknown) => void) | null) => {
      if (isOpen) handlers!.message(socket, { event, payload, bytes, reply });
    };
    const dashboard: MemoryDashboard = {
      received,
      get isOpen() {
        return isOpen;
      },
      ended,
      waiting: 0,
      send: (event, payload, bytes = 0) => arrive(event, payload, bytes, null),
      request: (event, payload, bytes = 0) => new Promise((resolve) => arrive(event, payload, bytes, resolve)),
      onMessage: (hear) => void listeners.push(hear),
      cut: end,
    };
    open.add(end);
    handlers!.opened(socket, identity);
    return dashboard;
  }

  return {
    serve: (given) => {
      handlers = given as DashboardTransportHandlers<unknown>;
    },
    async connect({ auth = {}, headers = {} }) {
      const decision = await handlers!.authorize({ auth, headers });
      return 'refusal' in decision ? decision : { dashboard: makeDashboard(decision.identity) };
    },
    close() {
      for (const end of open) end();
    },
  };
}
