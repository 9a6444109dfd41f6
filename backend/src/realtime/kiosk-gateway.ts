import type { BackendEvent, BackendMessage } from '@sign-display/contracts/kiosk-events';

/**
 * The one way to a device, whatever node it is connected to. Services know this and nothing of sockets.
 */
export interface KioskGateway {
  /** The registered connection of a device, on any node; null: not connected. Times are milliseconds since the epoch. */
  connectionOf(deviceSignId: string): Promise<{ connectedSinceMs: number } | null>;
  /** Sends to the device if it is connected. A message that is lost is repeated at the next register, from the record. */
  send<Event extends BackendEvent>(deviceSignId: string, event: Event, payload: BackendMessage<Event>): void;
}
