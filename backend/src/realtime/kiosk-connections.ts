import type { Cancel, Clock } from '@sign-display/contracts/ports';
import type { KioskGateway } from './kiosk-gateway.ts';
import { createMessageBudget } from './message-budget.ts';
import type { KioskSocket } from './transport.ts';

/** Who a connection speaks for, as its handshake proved. */
export interface KioskIdentity {
  signId: string;
  bootId: string;
  macAddress: string;
}

export interface KioskConnection extends KioskIdentity {
  socket: KioskSocket;
  connectedAtMs: number;
  registered: boolean;
  /** Of the last message that is sent once only. */
  lastKey: string | null;
  budget: ReturnType<typeof createMessageBudget>;
}

/**
 * This node's live connections, one per device at most. A second one of the same boot (a reconnect) takes over at once; one of
 * another boot waits to see whether the first still lives (contract, section 1).
 */
export interface KioskConnections extends KioskGateway {
  /** Resolves with whether a connection of `identity` may be opened: false if the present one shows that it lives. */
  mayTakeOver(identity: KioskIdentity, waitMs: number): Promise<boolean>;
  open(identity: KioskIdentity, socket: KioskSocket): KioskConnection;
  /** The connection behind a socket; null once another has taken over. */
  of(socket: KioskSocket): KioskConnection | null;
  /** Something arrived from it: it lives. */
  sawLife(connection: KioskConnection): void;
  closed(socket: KioskSocket): KioskConnection | null;
  all(): Iterable<KioskConnection>;
  readonly size: number;
}

export function createKioskConnections({ clock }: { clock: Clock }): KioskConnections {
  const byDevice = new Map<string, KioskConnection>();
  const bySocket = new WeakMap<KioskSocket, KioskConnection>();
  const watchers = new Map<KioskConnection, Set<{ bootId: string; told(lives: boolean): void }>>();

  const notify = (connection: KioskConnection, lives: (bootId: string) => boolean): void => {
    const watching = watchers.get(connection);
    if (!watching) return;
    watchers.delete(connection);
    for (const { bootId, told } of watching) told(lives(bootId));
  };

  const watch = (connection: KioskConnection, bootId: string, waitMs: number): Promise<boolean> =>
    new Promise((resolve) => {
      let cancel: Cancel = () => {};
      const told = (lives: boolean) => {
        cancel();
        watchers.get(connection)?.delete(watcher);
        resolve(lives);
      };
      const watcher = { bootId, told };
      const watching = watchers.get(connection) ?? new Set();
      watching.add(watcher);
      watchers.set(connection, watching);
      cancel = clock.after(waitMs, () => told(false));
    });

  return {
    async connectionOf(deviceSignId) {
      const connection = byDevice.get(deviceSignId);
      return connection?.registered ? { connectedSinceMs: connection.connectedAtMs } : null;
    },
    send(deviceSignId, event, payload) {
      const connection = byDevice.get(deviceSignId);
      if (connection?.registered) connection.socket.send(event, payload);
    },
    sendOnce(deviceSignId, key, event, payload) {
      const connection = byDevice.get(deviceSignId);
      if (!connection?.registered || connection.lastKey === key) return;
      connection.lastKey = key;
      connection.socket.send(event, payload);
    },
    cutOff: (deviceSignId) => byDevice.get(deviceSignId)?.socket.close(),
    async mayTakeOver({ signId, bootId }, waitMs) {
      const present = byDevice.get(signId);
      if (!present || present.bootId === bootId) return true;
      return !(await watch(present, bootId, waitMs));
    },
    open(identity, socket) {
      const connection: KioskConnection = {
        ...identity,
        socket,
        connectedAtMs: clock.now(),
        registered: false,
        lastKey: null,
        budget: createMessageBudget(clock.monotonicMs()),
      };
      const present = byDevice.get(identity.signId);
      byDevice.set(identity.signId, connection);
      bySocket.set(socket, connection);
      if (present) {
        bySocket.delete(present.socket);
        // The machine behind it is there, under the same boot or a new one: to any other that waits, it lives.
        notify(present, (bootId) => bootId !== identity.bootId);
        present.socket.close();
      }
      return connection;
    },
    of: (socket) => bySocket.get(socket) ?? null,
    sawLife: (connection) => notify(connection, () => true),
    closed(socket) {
      const connection = bySocket.get(socket);
      if (!connection) return null;
      bySocket.delete(socket);
      notify(connection, () => false);
      byDevice.delete(connection.signId);
      return connection;
    },
    all: () => byDevice.values(),
    get size() {
      return byDevice.size;
    },
  };
}
