import { Type, type Static } from 'typebox';
import type { RouteTable } from '../route.ts';
import {
  Count,
  IdParams,
  ListQuery,
  Name,
  NoContent,
  TimeZone,
  Timestamp,
  Uuid,
  line,
  nullable,
  page,
  strictObject,
} from '../common-schemas.ts';

/** Events: what signs are claimed for (contract, section 3). */

export const Event = Type.Object({
  id: Uuid,
  organizationId: Uuid,
  name: Type.String(),
  timeZone: Type.String(),
  venue: nullable(Type.String()),
  startsAt: nullable(Timestamp),
  endsAt: nullable(Timestamp),
  /** How long a sign may be offline before people are notified; null for the service's default (OFFLINE_GRACE_MS). */
  offlineGraceSeconds: nullable(Count),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Event = Static<typeof Event>;

/** GET /api/organizations/:id/events */
export const EventPage = page(Event);

/** A day at the most: a longer grace would hide an outage for the whole of an event. */
export const OfflineGraceSeconds = Type.Integer({ minimum: 0, maximum: 86_400 });

const details = {
  venue: Type.Optional(nullable(line(200))),
  startsAt: Type.Optional(nullable(Timestamp)),
  endsAt: Type.Optional(nullable(Timestamp)),
  offlineGraceSeconds: Type.Optional(nullable(OfflineGraceSeconds)),
};

/** POST /api/organizations/:id/events → 201 Event. `endsAt` before `startsAt` is `validation_failed` (the backend's check). */
export const CreateEventRequest = strictObject({ name: Name, timeZone: TimeZone, ...details });
export type CreateEventRequest = Static<typeof CreateEventRequest>;

/** PATCH /api/events/:id → Event */
export const PatchEventRequest = Type.Object(
  { name: Type.Optional(Name), timeZone: Type.Optional(TimeZone), ...details },
  { additionalProperties: false, minProperties: 1 },
);
export type PatchEventRequest = Static<typeof PatchEventRequest>;

export const eventRoutes = {
  'GET /api/organizations/:id/events': {
    doc: { id: 'listEvents', tag: 'events', summary: 'List the events of an organization' },
    role: 'viewer',
    params: IdParams,
    query: ListQuery,
    response: { 200: EventPage },
  },
  'POST /api/organizations/:id/events': {
    doc: { id: 'createEvent', tag: 'events', summary: 'Create an event' },
    role: 'admin',
    params: IdParams,
    body: CreateEventRequest,
    response: { 201: Event },
    refusals: ['quota_exceeded'],
    audit: 'event.create',
  },
  'GET /api/events/:id': {
    doc: { id: 'getEvent', tag: 'events', summary: 'Get an event' },
    role: 'viewer',
    params: IdParams,
    response: { 200: Event },
  },
  'PATCH /api/events/:id': {
    doc: { id: 'patchEvent', tag: 'events', summary: 'Change an event' },
    role: 'admin',
    params: IdParams,
    body: PatchEventRequest,
    response: { 200: Event },
    audit: 'event.update',
  },
  'DELETE /api/events/:id': {
    doc: { id: 'deleteEvent', tag: 'events', summary: 'Delete an event that has no signs' },
    role: 'admin',
    params: IdParams,
    response: { 204: NoContent },
    refusals: ['conflict'],
    audit: 'event.delete',
  },
} as const satisfies RouteTable;
