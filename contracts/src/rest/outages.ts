import { Type, type Static } from 'typebox';
import { NOTE_LENGTH, OUTAGES_NAMED_MOST } from '../limits.ts';
import type { RouteTable } from '../route.ts';
import {
  Actor,
  Count,
  IdParams,
  PageQuery,
  Timestamp,
  Uuid,
  line,
  nullable,
  oneOf,
  page,
  strictObject,
} from '../common-schemas.ts';
import { DeliveryState, NotificationChannel } from './subscriptions.ts';

/**
 * Outages of signs, the people notified about them, and acknowledgements (contract, sections 3 and 3.2; promise N10).
 */

export const OUTAGE_KINDS = ['offline', 'unreachable', 'error', 'blank'] as const;
export const OutageKind = oneOf(OUTAGE_KINDS);
export type OutageKind = Static<typeof OutageKind>;

/** An acknowledgement, with the person's name at that time. */
export const Acknowledgement = Type.Object({ by: Actor, at: Timestamp, note: nullable(Type.String()) });
export type Acknowledgement = Static<typeof Acknowledgement>;

export const Outage = Type.Object({
  id: Uuid,
  eventId: Uuid,
  kind: OutageKind,
  /** The sign's record. */
  signId: Uuid,
  /** The sign's name when the outage opened. */
  signName: Type.String(),
  /** The sign's location when the outage opened. If it is not known, this and the next three fields are null. */
  location: nullable(Type.String()),
  /** `placeOf` that location. */
  place: nullable(Type.String()),
  /** How many signs at that place had a device then; null if not known. */
  placeSigns: nullable(Count),
  /** `hostOf` the page that the sign was to show then; null if the sign had none, or if not known. */
  host: nullable(Type.String()),
  /** The network address of the sign's device then; null if not known. */
  address: nullable(Type.String()),
  /** When the outage began; for `offline` the time of the last heartbeat. */
  since: Timestamp,
  /** When the service recorded the outage. */
  openedAt: Timestamp,
  /** When the outage ended; null while it is open. */
  until: nullable(Timestamp),
  /** `left`: the device left the sign's record, or the record was deleted. Null while the outage is open. */
  closedBy: nullable(oneOf(['recovered', 'left'] as const)),
  /** The delivered messages about the outage and its end, earliest first. `people`: the number of readers. */
  told: Type.Array(Type.Object({ channel: NotificationChannel, at: Timestamp, people: Count })),
  acknowledged: nullable(Acknowledgement),
});
export type Outage = Static<typeof Outage>;

/**
 * One message about an outage to one person on one channel. While the state is `delayed`, the message does not exist
 * yet. `at`: when the message was sent or given up.
 */
export const OutageDelivery = Type.Object({
  user: Actor,
  channel: NotificationChannel,
  state: DeliveryState,
  at: nullable(Timestamp),
  /** Why the message failed or was dropped, in plain words. Null for people who are neither admin nor owner. */
  detail: nullable(Type.String()),
});
export type OutageDelivery = Static<typeof OutageDelivery>;

/**
 * GET /api/outages/:id. `deliveries` is null once the first deliveries are no longer stored
 * (NOTIFICATION_RETENTION_DAYS after the outage opened).
 */
export const OutageWithDeliveries = Type.Object({
  ...Outage.properties,
  deliveries: nullable(Type.Array(OutageDelivery)),
});
export type OutageWithDeliveries = Static<typeof OutageWithDeliveries>;

/**
 * GET /api/events/:id/outages lists the outages, newest first. Without `state`, the list has open and closed outages.
 */
export const OutageListQuery = strictObject({
  state: Type.Optional(oneOf(['open', 'closed'] as const)),
  signId: Type.Optional(Uuid),
  /**
   * Selects the outages that were open at some moment from `from` up to, but not including, `to`. An outage is open
   * from `since` on.
   */
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
  ...PageQuery,
});
export type OutageListQuery = Static<typeof OutageListQuery>;
export const OutagePage = page(Outage);

const OutageIds = Type.Array(Uuid, { minItems: 1, maxItems: OUTAGES_NAMED_MOST });
/**
 * POST /api/outages/acknowledge acknowledges all of these outages of one organization, or none. A later acknowledgement
 * replaces an earlier one.
 */
export const AcknowledgeRequest = strictObject({ ids: OutageIds, note: Type.Optional(nullable(line(NOTE_LENGTH))) });
export type AcknowledgeRequest = Static<typeof AcknowledgeRequest>;
/**
 * DELETE /api/outages/acknowledge withdraws the acknowledgements. Outages without an acknowledgement stay unchanged.
 */
export const TakeBackRequest = strictObject({ ids: OutageIds });

/** The outages in their present state, each once, in the order of the request. */
export const Outages = Type.Object({ items: Type.Array(Outage) });

export const outageRoutes = {
  'GET /api/events/:id/outages': {
    doc: {
      id: 'listOutages',
      tag: 'outages',
      summary: 'List the outages of an event’s signs, newest first',
    },
    role: 'viewer',
    params: IdParams,
    query: OutageListQuery,
    response: { 200: OutagePage },
  },
  'GET /api/outages/:id': {
    doc: { id: 'getOutage', tag: 'outages', summary: 'Get an outage and its deliveries by person and channel' },
    role: 'viewer',
    params: IdParams,
    response: { 200: OutageWithDeliveries },
  },
  'POST /api/outages/acknowledge': {
    doc: {
      id: 'acknowledgeOutages',
      tag: 'outages',
      summary: 'Acknowledge outages, so that no more reminders are sent',
    },
    role: 'operator',
    body: AcknowledgeRequest,
    response: { 200: Outages },
    refusals: ['conflict'],
    load: 'operator',
    audit: 'outage.acknowledge',
  },
  'DELETE /api/outages/acknowledge': {
    doc: { id: 'takeBackAcknowledgement', tag: 'outages', summary: 'Withdraw an acknowledgement' },
    role: 'operator',
    body: TakeBackRequest,
    response: { 200: Outages },
    refusals: ['conflict'],
    load: 'operator',
    audit: 'outage.take_back',
  },
} as const satisfies RouteTable;
