import type { BackendMessage } from '@sign-display/contracts/kiosk-events';
import type { Cancel, Clock } from '@sign-display/contracts/clock-and-random';
import { createArrivalLanes, type ArrivalLanes } from './message-lanes.ts';
import type { KioskGateway } from '../cluster/kiosk-gateway-types.ts';
import { createMessageBudget } from '../sockets/message-budget.ts';
import { createExpectedScreenshots, type ExpectedScreenshots } from './expected-screenshots.ts';
import type { KioskSocket } from '../sockets/kiosk-transport-types.ts';

/** Who a connection speaks for, as its handshake proved. */
export interface KioskIdentity {
  /** Of this connection alone, among all nodes'. */
  connectionId: string;
  signId: string;
  bootId: string;
  macAddress: string;
  appVersion: string;
  /** The network address that it comes from. */
  address: string;
}

export interface KioskConnection extends KioskIdentity {
  socket: KioskSocket;
  connectedAtMs: number;
  registered: boolean;
  /** The platform from `sign:register`; null before that. */
  platform: string | null;
  /** When something last arrived: by the wall clock, and by the monotonic one. */
  lastLifeAtMs: number;
  arrivedAtMs: number;
  /** When its last heartbeat arrived, monotonic; -Infinity: none yet. */
  lastBeatAtMs: number;
  /** Of the last message that is sent once only. */
  lastKey: string | null;
  /** The record that the last `sign:config` named, and in which version; null: it is nobody's. Undefined: none was sent yet. */
  toldRecord: { id: string; configVersion: number } | null | undefined;
  /** Until then it is not told again that it is mistaken in that. Monotonic. */
  correctedUntilMs: number;
  owed: ExpectedScreenshots;
  budget: ReturnType<typeof createMessageBudget>;
  lanes: ArrivalLanes;
}

/** What a watched connection showed first: a message (or its machine on a new connection), its end, or nothing in the time given. */
type Sighting = 'lives' | 'gone' | 'silent';

/** This node's live connections, one per device at most: what it is the owner of. As a gateway it reaches these devices and no others. */
export interface KioskConnections extends KioskGateway {
  /** The device's connection to this node, registered or not. */
  here(deviceSignId: string): KioskConnection | null;
  /**
   * Watches a connection for another machine that wants its place; `bootId` is the other's, null where it asks from another node and will
   * look for itself. A connection that is not here is gone.
   */
  watch(connection: { signId: string; connectionId: string }, bootId: string | null, waitMs: number): Promise<Sighting>;
  /** The newcomer has the device by right; a connection that is still here is closed. */
  open(identity: KioskIdentity, socket: KioskSocket): KioskConnection;
  /** The connection behind a socket; null once another has taken over. */
  of(socket: KioskSocket): KioskConnection | null;
  /** Something arrived from it: it lives. */
  sawLife(connection: KioskConnection): void;
  closed(socket: KioskSocket): KioskConnection | null;
  all(): Iterable<KioskConnection>;
  readonly size: number;
}

const recordOf = ({ sign, configVersion }: BackendMessage<'sign:config'>): KioskConnection['toldRecord'] =>
  sign && { id: sign.id, configVersion };

/** Whether it was told last that it has a record. */
export const hasReceivedClaim = ({ toldRecord }: KioskConnection): boolean =>
  toldRecord !== null && toldRecord !== undefined;

/** `claimChanged` hears of each device that is told for the first time, or anew, whether it has a record (`hasReceivedClaim`). */
export function createKioskConnections({
  clock,
  claimChanged = () => {},
}: {
  clock: Clock;
  claimChanged?: (deviceSignId: string) => void;
}): KioskConnections {
  const byDevice = new Map<string, KioskConnection>();
  /** Not weak: each of its entries has an end, and the collector would go over 10,000 weak ones again and again. */
  const bySocket = new Map<KioskSocket, KioskConnection>();
  const watchers = new Map<KioskConnection, Set<{ bootId: string | null; told(sighting: Sighting): void }>>();

  const notify = (connection: KioskConnection, what: (bootId: string | null) => Sighting): void => {
    const watching = watchers.get(connection);
    if (!watching) return;
    watchers.delete(connection);
    for (const { bootId, told } of watching) told(what(bootId));
  };

  const watch = (connection: KioskConnection, bootId: string | null, waitMs: number): Promise<Sighting> =>
    new Promise((resolve) => {
      let cancel: Cancel = () => {};
      const told = (sighting: Sighting) => {
        cancel();
        watchers.get(connection)?.delete(watcher);
        resolve(sighting);
      };
      const watcher = { bootId, told };
      const watching = watchers.get(connection) ?? new Set();
      watching.add(watcher);
      watchers.set(connection, watching);
      cancel = clock.after(waitMs, () => told('silent'));
    });

  return {
    async connectionOf(deviceSignId) {
      const connection = byDevice.get(deviceSignId);
      return connection?.registered ? { connectedSinceMs: connection.connectedAtMs } : null;
    },
    isHere: (deviceSignId) => byDevice.get(deviceSignId)?.registered === true,
    send(deviceSignId, event, payload) {
      const connection = byDevice.get(deviceSignId);
      if (!connection?.registered) return;
      if (event === 'sign:screenshot') connection.owed.asked((payload as BackendMessage<'sign:screenshot'>).commandId);
      if (event === 'sign:config') {
        const wasClaimed = hasReceivedClaim(connection);
        const wasTold = connection.toldRecord !== undefined;
        connection.toldRecord = recordOf(payload as BackendMessage<'sign:config'>);
        if (!wasTold || hasReceivedClaim(connection) !== wasClaimed) claimChanged(deviceSignId);
      }
      connection.socket.send(event, payload);
    },
    sendOnce(deviceSignId, key, event, payload) {
      const connection = byDevice.get(deviceSignId);
      if (!connection?.registered || connection.lastKey === key) return;
      connection.lastKey = key;
      connection.socket.send(event, payload);
    },
    cutOff: (deviceSignId) => byDevice.get(deviceSignId)?.socket.close(),
    here: (deviceSignId) => byDevice.get(deviceSignId) ?? null,
    async watch({ signId, connectionId }, bootId, waitMs) {
      const present = byDevice.get(signId);
      return present?.connectionId === connectionId ? await watch(present, bootId, waitMs) : 'gone';
    },
    open(identity, socket) {
      const connection: KioskConnection = {
        ...identity,
        socket,
        connectedAtMs: clock.now(),
        registered: false,
        platform: null,
        lastLifeAtMs: -Infinity,
        arrivedAtMs: -Infinity,
        lastBeatAtMs: -Infinity,
        lastKey: null,
        toldRecord: undefined,
        correctedUntilMs: -Infinity,
        owed: createExpectedScreenshots((any) => socket.allowLarge(any)),
        budget: createMessageBudget(clock.monotonicMs()),
        lanes: createArrivalLanes(),
      };
      const present = byDevice.get(identity.signId);
      byDevice.set(identity.signId, connection);
      bySocket.set(socket, connection);
      if (present) {
        bySocket.delete(present.socket);
        // The machine behind it is there, under the same boot or a new one: to any other that waits, it lives.
        notify(present, (bootId) => (bootId === null || bootId === identity.bootId ? 'gone' : 'lives'));
        present.socket.close();
      }
      return connection;
    },
    of: (socket) => bySocket.get(socket) ?? null,
    sawLife(connection) {
      connection.lastLifeAtMs = clock.now();
      connection.arrivedAtMs = clock.monotonicMs();
      notify(connection, () => 'lives');
    },
    closed(socket) {
      const connection = bySocket.get(socket);
      if (!connection) return null;
      bySocket.delete(socket);
      notify(connection, () => 'gone');
      byDevice.delete(connection.signId);
      return connection;
    },
    all: () => byDevice.values(),
    get size() {
      return byDevice.size;
    },
  };
}
