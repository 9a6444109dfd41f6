import type { DashboardUpdate, DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import { toDeviceMessage } from './device-room-messages.ts';

/** What another node says is checked like any input: it may be of another version. */

/** What dashboards of an organization, or of one person, read again. */
const READ_AGAIN = {
  organization: ['signs', 'bulks', 'commands', 'clones', 'attempts'],
  /** `reads` without identifiers: the person marked all messages as read. */
  user: ['claims', 'notifications', 'reads'],
} as const;
type Kind = keyof typeof READ_AGAIN;

export interface ReadAgain {
  type: (typeof READ_AGAIN)[Kind][number];
  ids: readonly string[];
}

/** What is published in an organization's or a person's room. An `event` reaches listeners of its own node alone; other nodes read it again. */
export type FeedMessage =
  | ReadAgain
  | {
      type: 'event';
      event: DashboardUpdate;
      message: DashboardUpdateMessage<DashboardUpdate>;
      /** The organization that it is about; null: only the person. */
      organizationId: string | null;
    };

/** Above the largest id list that one publication holds. */
const IDS_MOST = 100_000;

function isReadAgain(kind: Kind, message: unknown): message is ReadAgain {
  const { type, ids } = Object(message) as Record<string, unknown>;
  const isKnown = (READ_AGAIN[kind] as readonly unknown[]).includes(type);
  return (
    isKnown &&
    Array.isArray(ids) &&
    ids.length <= IDS_MOST &&
    ids.every((id) => typeof id === 'string' && id.length === 36)
  );
}

/** Whether a message that was carried from another node may be heard in `room`. The rooms that are not named here say nothing but "look". */
export function isRoomMessage(room: unknown, message: unknown): room is string {
  if (typeof room !== 'string') return false;
  if (room.startsWith('device:')) return toDeviceMessage(message) !== null;
  if (room.startsWith('organization:')) return isReadAgain('organization', message);
  if (room.startsWith('user:')) return isReadAgain('user', message);
  return true;
}
