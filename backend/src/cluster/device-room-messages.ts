import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { oneOf, Uuid } from '@sign-display/contracts/common-schemas';

/**
 * What travels in a device's room, between the node that has its connection and the others. No message is an order: each says what to read again in the
 * database, so that a message which is lost, late or not a node's makes no kiosk do anything (X3).
 */
const DeviceMessage = Type.Union([
  Type.Object({
    type: oneOf([
      /** Its record has changed: the device is to be told. */
      'tell',
      /** Whatever another node has sent it may be lost: it is to be told as after `sign:register`. */
      'catch_up',
      /** Commands wait for it. A node of before this word does not know it, and finds them at its next sweep. */
      'commands',
      /** Its attempt waits for an answer. */
      'claim',
      /** A pendingSign of it was made or has ended: it shows its code, or no longer does. */
      'identify',
      /** Another connection has taken the device: which one, stands in the row. */
      'taken',
      /** Another machine asks whether the one that is connected lives: it stands in the row. */
      'challenged',
      /** There is an answer to that, or nothing left to answer. */
      'answered',
      /** An admin's decision ends its connection: which one, stands in the row. */
      'evicted',
    ] as const),
  }),
  /** A bulk request has written its record, and waits for the kiosk's word. */
  Type.Object({ type: Type.Literal('bulk'), bulkId: Uuid }),
]);
export type DeviceMessage = Static<typeof DeviceMessage>;

const check = Compile(DeviceMessage);

/** Null: from a node of another version, which says what this one does not know. */
export const toDeviceMessage = (message: unknown): DeviceMessage | null =>
  check.Check(message) ? (message as DeviceMessage) : null;

export const deviceRoom = (deviceSignId: string): string => `device:${deviceSignId}`;
