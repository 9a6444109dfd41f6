import type { OutageKind } from '@sign-display/contracts/rest/outages';
import type { NotificationKind } from '@sign-display/contracts/rest/subscriptions';

/** What outages, the planner, deliveries and the database call things (docs/NOTIFICATIONS.md). */

/** What an outage is called when it begins and when it ends (promise N6). */
export const OUTAGE_NOTICES = {
  offline: { begins: 'sign_offline', ends: 'sign_online' },
  unreachable: { begins: 'content_unreachable', ends: 'content_recovered' },
  error: { begins: 'content_error', ends: 'content_recovered' },
  blank: { begins: 'screen_blank', ends: 'content_recovered' },
} as const satisfies Record<OutageKind, { begins: NotificationKind; ends: NotificationKind }>;

/**
 * `outage_left`: the outage is over because its sign is gone; nobody is told. `outage_acknowledged`: somebody is at it, and who was not told of it yet never is
 * (promise N10).
 */
export type NoticeKind = NotificationKind | 'outage_left' | 'outage_acknowledged';

/** The kind that ends what began with `kind`; undefined for every other kind. */
export const endOf = (kind: NoticeKind): NotificationKind | undefined =>
  Object.values(OUTAGE_NOTICES).find(({ begins }) => begins === kind)?.ends;

/** What the planner reads of something that happened. Times in milliseconds. */
export interface Notice {
  /** In the order of these: of one sign that is the order in which it happened. */
  seq: number;
  kind: NoticeKind;
  /** Of what begins or ends with it; null where it is a thing of a moment. */
  outageId: string | null;
  signId: string;
  signName: string;
  atMs: number;
  /** What was last seen to be right, where it is an outage. */
  sinceMs: number | null;
  /** Of an unstable sign: when it counts again, unless its verdict changes before (promise N5). */
  stableAtMs: number | null;
  detail: string | null;
}

/** Something to be told to one person through one channel. */
export interface MessageEntry {
  kind: NotificationKind;
  outageId: string | null;
  signId: string;
  signName: string;
  atMs: number;
  sinceMs: number | null;
  /** Of an outage that was over before it could be told (it was held back). */
  closedAtMs: number | null;
  detail: string | null;
}

export interface WaitingEntry extends MessageEntry {
  /** The moment that counts for grouping: `atMs`, or when an unstable sign counts again. */
  countsAtMs: number;
  /** Past its grace; not before. */
  readyAtMs: number;
}

export interface HeldEntry extends MessageEntry {
  /** It became ready while the event or the sign was snoozed: worth telling only while it is so. */
  wasSnoozed: boolean;
}

/** What the planner keeps of one person, event and channel. Plain JSON. */
export interface ChannelState {
  /** Not ready, or of a window that is still open. */
  waiting: WaitingEntry[];
  /** Ready, and held back by quiet hours, a snooze or the hourly bound. */
  held: HeldEntry[];
  /** Outages that were told and are not over. */
  told: string[];
  /** When messages were sent in the last hour, oldest first, in milliseconds. */
  sentAtMs: number[];
}

export const NEW_CHANNEL_STATE: ChannelState = { waiting: [], held: [], told: [], sentAtMs: [] };
