import type { Db } from '../db/database-types.ts';
import { findRegisteredConnection } from '../devices/device-connections.ts';
import type { NodeWatch } from '../cluster/node-watch.ts';
import type { KioskRecordSync } from '../signs/send-record-to-kiosk.ts';
import { deviceRoom, type DeviceMessage } from '../cluster/device-room-messages.ts';
import type { KioskConnections } from './kiosk-connections.ts';
import type { GatewayAcrossNodes } from '../cluster/kiosk-gateway-types.ts';
import type { Rooms } from '../cluster/node-messaging.ts';

/**
 * Reaches every device: one that is connected here directly, whatever carries messages between the nodes. For any other the node that has it is told, in the
 * device's room, what to read again.
 */
export function createGatewayAcrossNodes(deps: {
  db: Db;
  nodes: Pick<NodeWatch, 'dead' | 'isUnproven'>;
  rooms: Rooms;
  connections: KioskConnections;
  nodeId: string;
}): GatewayAcrossNodes {
  const { db, nodes, rooms, connections, nodeId } = deps;
  const { isHere } = connections;
  const publish = (deviceSignId: string, message: DeviceMessage) => rooms.publish(deviceRoom(deviceSignId), message);

  return {
    isHere,
    async connectionOf(deviceSignId) {
      const own = await connections.connectionOf(deviceSignId);
      if (own) return { ...own, isProved: true };
      // A row that still names this node is of a connection that has ended, and is about to be taken back.
      const others = await findRegisteredConnection(db, deviceSignId, nodes.dead());
      if (!others || others.nodeId === nodeId) return null;
      return { connectedSinceMs: others.connectedSinceMs, isProved: !nodes.isUnproven(others.nodeId) };
    },
    send(deviceSignId, event, payload, elsewhere) {
      if (isHere(deviceSignId)) connections.send(deviceSignId, event, payload);
      else if (elsewhere) publish(deviceSignId, elsewhere);
    },
    sendOnce(deviceSignId, key, event, payload, elsewhere) {
      if (isHere(deviceSignId)) connections.sendOnce(deviceSignId, key, event, payload);
      else if (elsewhere) publish(deviceSignId, elsewhere);
    },
    cutOff: connections.cutOff,
  };
}

/**
 * Has each device told by the node that it is connected to. One node alone tells it, so that the last word is always the one that was read
 * last; `own` tells the devices of this node.
 */
export function createRecordSyncAcrossNodes(deps: {
  own: KioskRecordSync;
  rooms: Rooms;
  connections: KioskConnections;
}): KioskRecordSync {
  const { own, rooms, connections } = deps;
  async function tell(deviceSignId: string): Promise<void> {
    if (connections.here(deviceSignId)) return await own.tell(deviceSignId);
    rooms.publish(deviceRoom(deviceSignId), { type: 'tell' } satisfies DeviceMessage);
  }
  return {
    tell,
    async syncMany(deviceSignIds) {
      await Promise.all(deviceSignIds.map(tell));
    },
  };
}
