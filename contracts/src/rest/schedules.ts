import { Type, type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import type { RouteTable } from '../route.ts';
import {
  Actor,
  Count,
  IdParams,
  NoContent,
  PageUrl,
  TimeZone,
  Timestamp,
  Uuid,
  nullable,
  strictObject,
} from '../common-schemas.ts';

/** Schedules of a sign or of an event (contract, sections 3 and 3.1; promise M2). */

/** The characters of an RRULE value (RFC 5545, `FREQ=WEEKLY;BYDAY=FR`). The backend checks its meaning. */
export const Recurrence = Type.String({ minLength: 6, maxLength: 500, pattern: '^[A-Za-z0-9=;,+-]+$' });

/**
 * The form of a calendar day. The backend checks whether the day exists, and otherwise refuses with
 * `validation_failed`.
 */
export const CalendarDay = Type.String({ pattern: '^[12]\\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' });

const fields = {
  url: PageUrl,
  /**
   * The first occurrence; the others begin and end at the same times on the wall clock of `timeZone`. Where `recurrence` does not name its day, it
   * gives the time of day and the length, and the first occurrence is the next that the rule names.
   */
  startsAt: Timestamp,
  endsAt: Timestamp,
  recurrence: Type.Optional(nullable(Recurrence)),
  /**
   * Days in `timeZone` on which no occurrence of `recurrence` starts; not allowed without `recurrence`. A response has
   * the days in order, each once. COUNT includes the occurrences that these days exclude.
   */
  exdates: Type.Optional(Type.Array(CalendarDay, { maxItems: 100 })),
  timeZone: TimeZone,
  /** The schedule with the larger priority wins. */
  priority: Type.Integer({ minimum: -1_000, maximum: 1_000 }),
  enabled: Type.Boolean(),
};

/** A schedule of a response can be sent unchanged in the next PUT. */
export const Schedule = Type.Object({ id: Uuid, ...fields });
export type Schedule = Static<typeof Schedule>;

/** GET and PUT /api/signs/:id/schedules and /api/events/:id/schedules return the whole set, never a page of it. */
export const ScheduleSet = Type.Object({
  schedules: Type.Array(Schedule),
  /** 0 if the set was never written. Each PUT and each DELETE adds 1. */
  version: Count,
  /** Null if the set was never written, or if an older node last changed it. */
  updatedAt: nullable(Timestamp),
  /** The person who last changed the set; null if not known. */
  updatedBy: nullable(Actor),
});
export type ScheduleSet = Static<typeof ScheduleSet>;

/** PUT: replaces the whole set. A schedule without an `id` is new; an `id` that is not of this set is `validation_failed`. */
export const PutSchedulesRequest = strictObject({
  schedules: Type.Array(strictObject({ id: Type.Optional(Uuid), ...fields }), { maxItems: 500 }),
});
export type PutSchedulesRequest = Static<typeof PutSchedulesRequest>;

const READ = { role: 'viewer', params: IdParams, response: { 200: ScheduleSet }, versioned: true } as const;
const CHANGE = { role: 'operator', params: IdParams, versioned: true, audit: 'schedules.replace' } as const;
const OF_VERSIONS = ['precondition_failed', 'precondition_required'] as const;
const REMOVE = { ...CHANGE, response: { 204: NoContent }, refusals: OF_VERSIONS } as const;
const REPLACE = {
  ...CHANGE,
  body: PutSchedulesRequest,
  bodyBytes: LIMITS.bodyBytesMost,
  response: { 200: ScheduleSet },
  refusals: ['invalid_url', 'quota_exceeded', ...OF_VERSIONS],
} as const;

export const scheduleRoutes = {
  'GET /api/signs/:id/schedules': {
    doc: { id: 'getSignSchedules', tag: 'schedules', summary: 'List the schedules of a sign' },
    ...READ,
  },
  'PUT /api/signs/:id/schedules': {
    doc: {
      id: 'putSignSchedules',
      tag: 'schedules',
      summary: 'Replace the schedules of a sign if they have not changed since you read them',
    },
    ...REPLACE,
  },
  'DELETE /api/signs/:id/schedules': {
    doc: {
      id: 'deleteSignSchedules',
      tag: 'schedules',
      summary: 'Remove the schedules of a sign if they have not changed since you read them',
    },
    ...REMOVE,
  },
  'GET /api/events/:id/schedules': {
    doc: { id: 'getEventSchedules', tag: 'schedules', summary: 'List the schedules of an event' },
    ...READ,
  },
  'PUT /api/events/:id/schedules': {
    doc: {
      id: 'putEventSchedules',
      tag: 'schedules',
      summary: 'Replace the schedules of an event if they have not changed since you read them',
    },
    ...REPLACE,
  },
  'DELETE /api/events/:id/schedules': {
    doc: {
      id: 'deleteEventSchedules',
      tag: 'schedules',
      summary: 'Remove the schedules of an event if they have not changed since you read them',
    },
    ...REMOVE,
  },
} as const satisfies RouteTable;
