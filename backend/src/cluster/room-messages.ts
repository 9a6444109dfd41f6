import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  BackendToDashboard,
  type DashboardUpdate,
  type DashboardUpdateMessage,
} from '@sign-display/contracts/dashboard-events';
import { BackendToKiosk } from '@sign-display/contracts/kiosk-events';
import { toDeviceMessage } from './device-messages.ts';

/** What another node says is checked like any input: it may be of another version, and others may write to the same Redis server. */

/** What travels in an organization's or a person's room. */
export type FeedMessage =
  | { type: 'signs' | 'bulks'; ids: readonly string[] }
  | { type: 'event'; event: DashboardUpdate; message: DashboardUpdateMessage<DashboardUpdate> };

const compileAll = (events: Record<string, TSchema>): ReadonlyMap<string, ReturnType<typeof Compile>> =>
  new Map(Object.entries(events).map(([event, schema]) => [event, Compile(schema)]));
const toKiosk = compileAll(BackendToKiosk);
const toDashboard = compileAll(BackendToDashboard);

/** Above the largest id list that one publication holds. */
const IDS_MOST = 100_000;

function isFeedMessage(message: unknown): message is FeedMessage {
  const { type, ids, event, message: told } = Object(message) as Record<string, unknown>;
  if (type === 'signs' || type === 'bulks')
    return (
      Array.isArray(ids) && ids.length <= IDS_MOST && ids.every((id) => typeof id === 'string' && id.length === 36)
    );
  return type === 'event' && typeof event === 'string' && (toDashboard.get(event)?.Check(told) ?? false);
}

function isDeviceMessage(carried: unknown): boolean {
  const message = toDeviceMessage(carried);
  if (message === null) return false;
  return message.type !== 'send' || (toKiosk.get(message.event)?.Check(message.payload) ?? false);
}

/** Whether a message that was carried from another node may be heard in `room`. The rooms that are not named here say nothing but "look". */
export function isRoomMessage(room: unknown, message: unknown): room is string {
  if (typeof room !== 'string') return false;
  if (room.startsWith('device:')) return isDeviceMessage(message);
  if (room.startsWith('organization:') || room.startsWith('user:')) return isFeedMessage(message);
  return true;
}
