import { ERROR_CODES } from '@sign-display/contracts/error-codes';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Db } from '../db/database-types.ts';
import {
  findChallenged,
  findEvicted,
  findHolder,
  findTakenElsewhere,
  hasChallenged,
  hasEvicted,
  hasTakenElsewhere,
  proveLife,
  type HeldConnection,
} from '../devices/device-connections.ts';
import type { NodeWatch } from '../cluster/node-watch.ts';
import { plainArray } from '../db/array-literal.ts';
import { evaluatedPerQuery, timeOfQuery } from '../cluster/polling-query.ts';
import type { KioskRecordSync } from '../signs/send-record-to-kiosk.ts';
import type { Logger } from '../logging/logger-type.ts';
import { deviceRoom, toDeviceMessage, type DeviceMessage } from '../cluster/device-room-messages.ts';
import type { KioskConnection, KioskConnections } from './kiosk-connections.ts';
import type { Rooms } from '../cluster/node-messaging.ts';

/** Some looks long, because one look may fail. */
const LOOK_BACK_MS = 10_000;
/** So often all connections of the node are compared, because a clock that was set hides what was taken then. */
const COMPARE_EVERY_MS = 15_000;

/**
 * The owner's side of the devices' rooms: this node hears what others have for the devices that are connected to it. What a lost message
 * would have told, the sweepers find in the database.
 */
export function createDeviceRooms(deps: {
  db: Db;
  clock: Clock;
  nodes: Pick<NodeWatch, 'lookBeforeMs'>;
  rooms: Rooms;
  connections: KioskConnections;
  nodeId: string;
  waitMs: number;
  /** Tells the devices of this node. */
  truth: KioskRecordSync;
  /** Tells a device of this node all that it is told after `sign:register`. */
  catchUp(deviceSignId: string): Promise<void>;
  /** Sends a device of this node the commands that wait for it. */
  deliver(deviceSignId: string): Promise<void>;
  /** Asks a device of this node for an answer to the attempt that waits for it. */
  resumeClaim(deviceSignId: string): Promise<void>;
  /** Has a device of this node show its code while a pendingSign of it lives, and no longer. */
  identify(deviceSignId: string): Promise<void>;
  /** Sends a device of this node what a bulk request gave it, so that its kiosk gives its word. */
  askForWord(bulkId: string, deviceSignId: string): Promise<void>;
  /** Writes down that a connection is not here. */
  release(ended: HeldConnection): Promise<void>;
  log: Logger;
}) {
  const { db, clock, nodes, rooms, connections, nodeId, waitMs, truth, catchUp, deliver, release, log } = deps;
  const { resumeClaim, identify, askForWord } = deps;
  const listening = new Map<string, () => void>();
  const underQuestion = new Set<string>();

  let compareAtMs = clock.monotonicMs() + COMPARE_EVERY_MS;
  function isToCompare(): boolean {
    if (clock.monotonicMs() < compareAtMs) return false;
    compareAtMs = clock.monotonicMs() + COMPARE_EVERY_MS;
    return true;
  }

  const publish = (signId: string, message: DeviceMessage): void => rooms.publish(deviceRoom(signId), message);

  /** Another machine has asked whether the one behind `held` lives, after `sinceMs` of the monotonic clock. */
  async function answer(held: HeldConnection, sinceMs: number): Promise<void> {
    if (underQuestion.has(held.connectionId)) return;
    underQuestion.add(held.connectionId);
    try {
      const present = connections.here(held.signId);
      const hasLived = present?.connectionId === held.connectionId && present.arrivedAtMs > sinceMs;
      const sighting = hasLived ? 'lives' : await connections.watch(held, null, waitMs);
      if (sighting === 'silent') return;
      await (sighting === 'lives' ? proveLife(db, held) : release(held));
      publish(held.signId, { type: 'answered' });
    } finally {
      underQuestion.delete(held.connectionId);
    }
  }

  /** Answers the question about the connection that is here, if there is one in the row. */
  async function answerIn(signId: string): Promise<void> {
    const [held] = await findChallenged(db, nodeId, signId);
    if (held) await answer(held, Infinity);
  }

  /** The connection that is here goes, if the row names another. */
  async function yieldTo(signId: string): Promise<void> {
    const present = connections.here(signId);
    const holder = present && (await findHolder(db, signId));
    if (holder && holder.nodeId !== nodeId) cut(present, holder.connectionId);
  }

  function cut(present: KioskConnection, takenBy: string): void {
    if (connections.of(present.socket) !== present) return;
    log.info(
      { signId: present.signId, connectionId: takenBy },
      'connection closed: the kiosk is now connected to another node',
    );
    present.socket.close();
    // What this node has sent since it moved went nowhere.
    publish(present.signId, { type: 'catch_up' });
  }

  /** Ends the connections of this node whose rows say so (an admin's decision, a release at the machine): all, or the one of `signId`. */
  async function evict(signId?: string): Promise<void> {
    for (const evicted of await findEvicted(db, nodeId, signId)) {
      const present = connections.here(evicted.signId);
      if (present?.connectionId !== evicted.connectionId) continue;
      log.info(
        { signId: evicted.signId },
        'kiosk disconnected: an admin rejected its machine, or its identity was revoked',
      );
      // Whether it is to become another sign it is told at its next handshake.
      const code = evicted.isRetired ? 'identity_conflict' : 'clone_quarantined';
      present.socket.send('kiosk:error', { code, detail: ERROR_CODES[code].title });
      present.socket.close();
    }
  }

  function hear(signId: string, message: DeviceMessage): Promise<void> | void {
    switch (message.type) {
      case 'tell':
        return truth.tell(signId);
      case 'catch_up':
        return connections.isHere(signId) ? catchUp(signId) : undefined;
      case 'commands':
        return connections.isHere(signId) ? deliver(signId) : undefined;
      case 'claim':
        return connections.isHere(signId) ? resumeClaim(signId) : undefined;
      case 'identify':
        return connections.isHere(signId) ? identify(signId) : undefined;
      case 'bulk':
        return connections.isHere(signId) ? askForWord(message.bulkId, signId) : undefined;
      case 'taken':
        return yieldTo(signId);
      case 'challenged':
        return connections.here(signId) ? answerIn(signId) : undefined;
      case 'evicted':
        return evict(signId);
      case 'answered':
        return;
    }
  }

  const quietly = (doing: Promise<void> | void, signId: string): void =>
    void doing?.catch((error: unknown) => log.warn({ err: error, signId }, 'message from another node not handled'));

  return {
    opened({ signId }: KioskConnection): void {
      if (listening.has(signId)) return;
      const stop = rooms.listen(deviceRoom(signId), (carried) => {
        const message = toDeviceMessage(carried);
        if (message) quietly(hear(signId, message), signId);
      });
      listening.set(signId, stop);
    },
    closed(connection: KioskConnection): void {
      listening.get(connection.signId)?.();
      listening.delete(connection.signId);
      void release(connection);
    },
    /**
     * They find the connections that other nodes have taken, those that an admin's decision ends, and the questions of other nodes about those
     * that are here.
     */
    sweepers: [
      {
        name: 'takenElsewhere',
        due: hasTakenElsewhere(
          nodeId,
          timeOfQuery(LOOK_BACK_MS),
          evaluatedPerQuery(() =>
            plainArray(isToCompare() ? Array.from(connections.all(), ({ signId }) => signId) : []),
          ),
        ),
        async sweep() {
          const present = new Map(Array.from(connections.all(), (connection) => [connection.signId, connection]));
          for (const { signId, connectionId } of await findTakenElsewhere(db, nodeId, [...present.keys()])) {
            const connection = present.get(signId)!;
            // One that was opened since may have taken the device back.
            if (connections.here(signId) === connection) cut(connection, connectionId);
          }
        },
      },
      { name: 'evicted', due: hasEvicted(nodeId), sweep: () => evict() },
      {
        name: 'challenged',
        due: hasChallenged(nodeId),
        async sweep() {
          // The look before this one did not find it, so it was asked after that; and not before the wait of whoever asks, even if looks failed.
          const sinceMs = Math.max(nodes.lookBeforeMs, clock.monotonicMs() - waitMs);
          for (const held of await findChallenged(db, nodeId)) quietly(answer(held, sinceMs), held.signId);
        },
      },
    ],
    /** Messages may have been lost: tells every device of this node again, one after another. */
    async catchUpAll(): Promise<void> {
      for (const { signId, registered } of Array.from(connections.all())) if (registered) await catchUp(signId);
    },
  };
}
