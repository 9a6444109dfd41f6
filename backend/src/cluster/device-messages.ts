import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { oneOf } from '@sign-display/contracts/schema';
import type { BackendEvent } from '@sign-display/contracts/kiosk-events';

/**
 * What travels in a device's room, between the node that has its connection and the others. All but `send` say "look": what is so stands in
 * the database.
 */
const DeviceMessage = Type.Union([
  /** To the device, if it is registered; with `key`, unless the last such message had the same. */
  Type.Object({
    type: Type.Literal('send'),
    event: Type.String(),
    payload: Type.Unknown(),
    key: Type.Optional(Type.String()),
  }),
  Type.Object({
    type: oneOf([
      /** Its connection is to be ended. */
      'cut',
      /** Its record has changed: the device is to be told. */
      'tell',
      /** Whatever another node has sent it may be lost: it is to be told as after `sign:register`. */
      'catch_up',
      /** Commands wait for it. A node of before this word does not know it, and finds them at its next sweep. */
      'commands',
      /** Another connection has taken the device. */
      'taken',
      /** Another machine asks whether the one that is connected lives. */
      'challenged',
      /** There is an answer to that, or nothing left to answer. */
      'answered',
      /** An admin's decision ends its connection: which one, stands in the row. */
      'evicted',
    ] as const),
  }),
]);
type ToDevice = { type: 'send'; event: BackendEvent; payload: unknown; key?: string };
export type DeviceMessage = ToDevice | Exclude<Static<typeof DeviceMessage>, { type: 'send' }>;

const check = Compile(DeviceMessage);

/** Null: from a node of another version, which says what this one does not know. */
export const toDeviceMessage = (message: unknown): DeviceMessage | null =>
  check.Check(message) ? (message as DeviceMessage) : null;

export const deviceRoom = (deviceSignId: string): string => `device:${deviceSignId}`;
