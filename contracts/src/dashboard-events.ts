import { Type, type Static, type TSchema } from 'typebox';
import { LOAD_FAILURE_REASONS } from './error-codes.ts';
import type { SocketRefusal } from './kiosk-events.ts';
import { NodeWarmUp } from './backend-warm-up.ts';
import { CloneDecision } from './rest/clones.ts';
import { BulkCounts } from './rest/bulk.ts';
import { ClaimAttempt } from './rest/claims.ts';
import { Command } from './rest/commands.ts';
import { Notification } from './rest/notifications.ts';
import { Outage } from './rest/outages.ts';
import { Sign } from './rest/signs.ts';
import { OUTAGES_PER_UPDATE, READ_MARKS_MOST } from './limits.ts';
import { Count, Detail, Uuid, UuidV4, nullable, oneOf } from './common-schemas.ts';

/**
 * The message channel between a dashboard (or the phone) and the backend (contract, section 4). A client subscribes, reads the list
 * over REST, and is then told what changes. Unknown fields are ignored, as everywhere on the socket.
 */

export { DASHBOARD_NAMESPACE } from './namespaces.ts';

/**
 * A socket gets `signs:patch`, `outage:update`, `bulk:progress` and rows of commands at most this often, whatever
 * happens to the fleet.
 */
export const PATCHES_PER_SECOND = 4;

/** Socket.IO handshake `auth`: the bearer token; a browser sends its session cookie instead. */
export const DashboardHandshake = Type.Object({
  token: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
});
export type DashboardHandshake = Static<typeof DashboardHandshake>;

/** Every message a client may send, by event name. */
export const DashboardToBackend = {
  /** The subscription that this socket gets from now on. A later subscription replaces an earlier one. */
  subscribe: Type.Object({ organizationId: Uuid, eventId: Type.Optional(Uuid) }),
  /** Asks whether the service still answers. A page sends it every 5 s; a page without an answer for 10 s is not live. */
  ping: Type.Object({}),
} as const satisfies Record<string, TSchema>;

export type DashboardEvent = keyof typeof DashboardToBackend;
export type DashboardMessage<Event extends DashboardEvent> = Static<(typeof DashboardToBackend)[Event]>;

export interface DashboardReplies {
  /**
   * `total`: how many signs the subscription covers. The first `signs:patch` has the cursor after this one. `warmUps`: as in
   * `presence:warm_up`; what comes later there takes its place.
   */
  subscribe: { ok: true; cursor: number; total: number; warmUps: NodeWarmUp[] };
  ping: { ok: true };
}
export type DashboardReply<Event extends DashboardEvent> = DashboardReplies[Event] | SocketRefusal;

/** The fields of a sign that changed; the others are as they were. */
export const SignChange = Type.Object({ ...Type.Partial(Sign).properties, id: Uuid });
export type SignChange = Static<typeof SignChange>;

export const CLAIM_STEPS = ['sent', 'acknowledged', 'committed', 'failed'] as const;

/** Every message the backend may send to a client, by event name. */
export const BackendToDashboard = {
  /**
   * `cursor` counts the patches of a subscription, one by one: after a gap, subscribe again and read the list anew. A change of a
   * sign that the client does not know is a new sign, and whole. `removed`: deleted, or no longer of the subscription.
   */
  'signs:patch': Type.Object({ cursor: Count, changes: Type.Array(SignChange), removed: Type.Array(Uuid) }),
  /**
   * The present state of outages that opened, ended, were acknowledged or lost their acknowledgement, at most four
   * times a second. An item may repeat what the client knows.
   */
  'outage:update': Type.Object({ items: Type.Array(Outage, { maxItems: OUTAGES_PER_UPDATE }) }),
  /** Sent to the message's reader, on all of their sockets. */
  notification: Notification,
  /**
   * Sent to the person who read messages, on all of their sockets. `ids`: the messages that have a read mark now; null
   * if all messages that the session can see have one. `unreadCount` counts the whole inbox of the session.
   */
  'notifications:read': Type.Object({
    ids: nullable(Type.Array(Uuid, { maxItems: READ_MARKS_MOST })),
    unreadCount: Count,
  }),
  /**
   * The present row of a command, with its sign record. Only the newest row of each command is sent, not every change.
   */
  'command:update': Type.Object({ ...Command.properties, signId: Uuid }),
  /**
   * To the operator who claims, links or replaces, whatever they have subscribed to; `signId` is the device's. With `failed`: the code and, of a page, the reason. `eventId`: of the sign's
   * record; a node of an older version does not say it.
   */
  'claim:update': Type.Object({
    requestId: Uuid,
    eventId: Type.Optional(Uuid),
    signId: UuidV4,
    step: oneOf(CLAIM_STEPS),
    code: Type.Optional(Type.String()),
    reason: Type.Optional(oneOf(LOAD_FAILURE_REASONS)),
    /** With `acknowledged`: where the page leads, and what of it did not answer, in the sign's words. */
    detail: Type.Optional(Detail),
  }),
  /**
   * The present attempt, sent when it begins and when it ends, to sockets of operators that have subscribed to its
   * event or to its whole organization.
   */
  'claim:attempt': Type.Object({ ...ClaimAttempt.properties, eventId: Uuid }),
  /**
   * Another machine came under the identity of this sign's device (`decision` null), or an admin has decided about one. Which machines, an
   * admin reads over REST.
   */
  'clone:update': Type.Object({ signId: Uuid, cloneId: Uuid, decision: nullable(CloneDecision) }),
  /** Every node whose offline verdicts wait now (promise N2); none: they are given. To all that have subscribed, when it is other than it was. */
  'presence:warm_up': Type.Object({ warmUps: Type.Array(NodeWarmUp) }),
  /** The progress in the form of GET /api/bulk/:id. */
  'bulk:progress': Type.Object({ bulkId: Uuid, total: Count, counts: BulkCounts }),
} as const satisfies Record<string, TSchema>;

export type DashboardUpdate = keyof typeof BackendToDashboard;
export type DashboardUpdateMessage<Event extends DashboardUpdate> = Static<(typeof BackendToDashboard)[Event]>;
