import type { BackendEvent, BackendMessage } from '@sign-display/contracts/kiosk-events';
import type { DeviceMessage } from './device-room-messages.ts';

/**
 * The one way to a device, whichever node it is connected to. Services know this and nothing of sockets. `kiosks/kiosks-across-nodes.ts` makes the one
 * that a node uses.
 */
export interface KioskGateway {
  /** The registered connection of a device; null: not connected. Times are milliseconds since the epoch. */
  connectionOf(deviceSignId: string): Promise<{ connectedSinceMs: number } | null>;
  /** Whether this very node has the device's registered connection, and hands what is sent to its socket. */
  isHere(deviceSignId: string): boolean;
  /**
   * Sends to the device if it is connected here. Else nothing of it leaves this node: the node that has the connection is told by `elsewhere` what to read
   * in the database; without it, by a message of its own. A message that is lost is repeated at the next register, from the record.
   */
  send<Event extends BackendEvent>(
    deviceSignId: string,
    event: Event,
    payload: BackendMessage<Event>,
    elsewhere?: DeviceMessage,
  ): void;
  /** As `send`, unless a message under the same `key` was the last that this connection was sent so. */
  sendOnce<Event extends BackendEvent>(
    deviceSignId: string,
    key: string,
    event: Event,
    payload: BackendMessage<Event>,
    elsewhere?: DeviceMessage,
  ): void;
  /** Ends the device's connection to this node. It comes back by itself and registers anew. */
  cutOff(deviceSignId: string): void;
}

/** With what only a node among others can say. */
export interface GatewayAcrossNodes extends KioskGateway {
  /**
   * As a node's own. Not `isProved`: the connection is that of another node, which may have died before this one started; then nobody knows yet whether it is there
   * (node-watch.ts).
   */
  connectionOf(deviceSignId: string): Promise<{ connectedSinceMs: number; isProved: boolean } | null>;
}
