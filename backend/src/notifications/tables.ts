import type { ColumnType, Generated } from 'kysely';
import type { MessageKind } from '@sign-display/contracts/rest/notifications';
import type { NotificationChannel, NotificationKind, Subscription } from '@sign-display/contracts/rest/subscriptions';
import type { ChannelState, MessageEntry } from '../outages/notice-types.ts';
import type { Json } from '../db/database-types.ts';
import type { MessagePart } from './planning/group-message-by-cause.ts';

/** The tables that only `notifications` writes. */
export interface NotificationsTables {
  subscription: {
    eventId: string;
    userId: string;
    kinds: NotificationKind[];
    channels: NotificationChannel[];
    excluded: ColumnType<Subscription['excluded'], string | undefined, string>;
    graceSeconds: number | null;
    quietHours: Json<Subscription['quietHours']> | null;
    snoozedUntil: Date | null;
    snoozedSigns: Json<{ signId: string; until: string }[]>;
    createdAt: Date;
    updatedAt: Date;
  };
  /** Shared by all whose history is the same. */
  channelState: {
    id: string;
    eventId: string;
    state: Json<ChannelState>;
  };
  subscriberChannel: {
    eventId: string;
    userId: string;
    channel: NotificationChannel;
    /** Null: nothing yet. */
    stateId: string | null;
  };
  message: MessageTable;
  notification: NotificationTable;
  /** What a person's inbox has about their account; it belongs to no organization and no event. */
  accountMessage: {
    id: string;
    userId: string;
    at: Date;
    kind: MessageKind;
    title: string;
    text: string;
    readAt: Date | null;
  };
  pushSubscription: {
    id: string;
    userId: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    createdAt: Date;
    /** The session that registered the browser; the registration ends with it. Null if an older node stored the row. */
    sessionId: string | null;
    /** When the person was last warned that the session ends. */
    warnedAt: Date | null;
    /** Until when the push service accepts no message for this endpoint (429 or 503 with Retry-After). */
    heldUntil: Date | null;
    /**
     * When the push service reported that the endpoint no longer exists. The endpoint gets no message, and the person's
     * list shows it as stopped.
     */
    stoppedAt: Date | null;
  };
  vapidKey: {
    onlyOne: Generated<boolean>;
    publicKey: string;
    privateKey: string;
    createdAt: Date;
  };
}

declare module '../db/database-types.ts' {
  interface Database extends NotificationsTables {}
}

/** The content of a message, stored once for all its readers. */
export interface MessageTable {
  id: string;
  organizationId: string;
  eventId: string;
  eventName: string;
  kind: MessageKind;
  title: string;
  text: string;
  entries: Json<MessageEntry[]>;
  /** Null if an older node wrote the message. */
  parts: Json<MessagePart[]> | null;
  /** The first of the signs that the message is about. */
  signs: Json<{ id: string; name: string }[]>;
  signCount: number;
  outageIds: string[];
  /** `entryKeysOf` the entries; empty if an older node wrote the message. */
  entryKeys: Generated<string[]>;
  at: Date;
}

/** A message to one person through one channel. An inbox's is `sent` when it is written. */
export interface NotificationTable {
  id: string;
  messageId: string;
  userId: string;
  organizationId: string;
  eventId: string;
  channel: NotificationChannel;
  at: Date;
  readAt: Date | null;
  /** `dropped`: never sent, because no recipient is left (no endpoint, no member), or because mail is not set up and the mail was only written to a file. */
  state: 'queued' | 'sent' | 'failed' | 'dropped';
  attempts: Generated<number>;
  finishedAt: Date | null;
  error: string | null;
  /** Push endpoints that have taken it. */
  doneEndpoints: Generated<string[]>;
}
