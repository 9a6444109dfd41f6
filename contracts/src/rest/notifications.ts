import { Type, type Static } from 'typebox';
import { READ_MARKS_MOST } from '../limits.ts';
import type { RouteTable } from '../route.ts';
import {
  Count,
  IdParams,
  ListQuery,
  NoContent,
  PageQuery,
  Timestamp,
  Uuid,
  nullable,
  oneOf,
  page,
  strictObject,
} from '../common-schemas.ts';
import { DeliveryState, NOTIFICATION_KINDS, NotificationChannel } from './subscriptions.ts';

/** The caller's inbox (contract, sections 3 and 3.1; promise N4: a storm is one message). */

/** What a message tells of: `digest` is several kinds at once, after the hourly bound of N4; `test` tells of nothing, its reader has asked for it;
 * `push_ending`: browsers that take the person's notifications are about to be signed out. */
export const MessageKind = oneOf([...NOTIFICATION_KINDS, 'digest', 'test', 'push_ending'] as const);
export type MessageKind = Static<typeof MessageKind>;

/** The state of a message on one channel of its reader. */
export const ChannelDelivery = Type.Object({ channel: NotificationChannel, state: DeliveryState });
export type ChannelDelivery = Static<typeof ChannelDelivery>;

export const Notification = Type.Object({
  id: Uuid,
  at: Timestamp,
  kind: MessageKind,
  /** Null, like `event`, if the message is about the account itself. */
  organizationId: nullable(Uuid),
  event: nullable(Type.Object({ id: Uuid, name: Type.String() })),
  /** The first signs that the message is about, with their names at that time. */
  signs: Type.Array(Type.Object({ id: Uuid, name: Type.String() }), { maxItems: 50 }),
  /** The number of signs that the message is about. */
  signCount: Count,
  /** The first outages that the message reports. */
  outageIds: Type.Array(Uuid, { maxItems: 50 }),
  title: Type.String(),
  text: Type.String(),
  readAt: nullable(Timestamp),
  /** The channels on which the reader gets the same facts, each with its state. */
  channels: Type.Array(ChannelDelivery),
});
export type Notification = Static<typeof Notification>;

/** GET /api/notifications lists the messages, newest first. An event that the caller can't see has no messages. */
export const NotificationQuery = strictObject({
  ...PageQuery,
  /** Selects only messages without a read mark. */
  unread: Type.Optional(Type.Literal('true')),
  eventId: Type.Optional(Uuid),
});
export type NotificationQuery = Static<typeof NotificationQuery>;

/** `unreadCount` counts the whole inbox, whatever the filters. */
export const NotificationPage = Type.Object({ ...page(Notification).properties, unreadCount: Count });
export type NotificationPage = Static<typeof NotificationPage>;

/** POST /api/notifications/read → 204. Identifiers of other people's messages are ignored. */
export const ReadNotificationsRequest = Type.Union([
  strictObject({ ids: Type.Array(Uuid, { minItems: 1, maxItems: READ_MARKS_MOST }) }),
  strictObject({ all: Type.Literal(true) }),
]);

/**
 * A message that failed to reach a person (promise N7). An admin sees the reason, and can retry the delivery. This
 * route is an addition to the contract.
 */
export const FailedDelivery = Type.Object({
  id: Uuid,
  at: Timestamp,
  channel: NotificationChannel,
  user: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
  event: Type.Object({ id: Uuid, name: Type.String() }),
  title: Type.String(),
  attempts: Count,
  failedAt: Timestamp,
  /** In plain words. */
  error: Type.String(),
});
export type FailedDelivery = Static<typeof FailedDelivery>;

/** GET /api/organizations/:id/failed-deliveries, newest first. */
export const FailedDeliveryPage = page(FailedDelivery);

/**
 * POST /api/organizations/:id/failed-deliveries/:deliveryId/retry → 202. A delivery that has not failed is `not_found`.
 */
export const FailedDeliveryParams = strictObject({ id: Uuid, deliveryId: Uuid });
export const RetriedDelivery = Type.Object({ id: Uuid, state: Type.Literal('queued') });

export const notificationRoutes = {
  'GET /api/notifications': {
    doc: { id: 'listNotifications', tag: 'notifications', summary: 'List the caller’s inbox' },
    role: 'any',
    query: NotificationQuery,
    response: { 200: NotificationPage },
  },
  'POST /api/notifications/read': {
    doc: { id: 'readNotifications', tag: 'notifications', summary: 'Mark messages as read' },
    role: 'any',
    body: ReadNotificationsRequest,
    response: { 204: NoContent },
    audit: null,
  },
  'GET /api/organizations/:id/failed-deliveries': {
    doc: {
      id: 'listFailedDeliveries',
      tag: 'notifications',
      summary: 'List failed deliveries with their reasons, newest first',
    },
    role: 'admin',
    params: IdParams,
    query: ListQuery,
    response: { 200: FailedDeliveryPage },
    audit: 'failed_deliveries.read',
  },
  'POST /api/organizations/:id/failed-deliveries/:deliveryId/retry': {
    doc: { id: 'retryDelivery', tag: 'notifications', summary: 'Retry a failed delivery' },
    role: 'admin',
    params: FailedDeliveryParams,
    response: { 202: RetriedDelivery },
    audit: 'delivery.retry',
  },
} as const satisfies RouteTable;
