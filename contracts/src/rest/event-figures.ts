import { Type, type Static } from 'typebox';
import { STRIPS_MOST } from '../limits.ts';
import { NodeWarmUp } from '../backend-warm-up.ts';
import type { RouteTable } from '../route.ts';
import { Count, IdParams, Timestamp, Uuid, strictObject } from '../common-schemas.ts';
import { SIGN_STATUSES, type SignStatus } from './signs.ts';

/** The figures of a whole event on a wall, and of the last hour of its signs (contract, sections 3 and 3.2). */

const CountedStatuses = Type.Object(
  Object.fromEntries(SIGN_STATUSES.map((status) => [status, Type.Optional(Count)])) as Record<
    SignStatus,
    ReturnType<typeof Type.Optional<typeof Count>>
  >,
);

/** GET /api/events/:id/summary. Statuses that no sign has are left out. */
export const EventSummary = Type.Object({
  total: Count,
  byStatus: CountedStatuses,
  /**
   * The number of unstable signs (promise N5), and of signs whose screen is one colour (promise K9), whatever their
   * status.
   */
  unstable: Count,
  blank: Count,
  /** The places, sorted by name. `place`: `placeOf` the signs' locations (group-outages-by-cause.ts). */
  places: Type.Array(Type.Object({ place: Type.String(), total: Count, byStatus: CountedStatuses })),
  /** The nodes whose offline verdicts wait, as in the answer to `subscribe`. */
  warmUps: Type.Array(NodeWarmUp),
});
export type EventSummary = Static<typeof EventSummary>;

export const STRIP_MINUTES = 60;
const ONE_ID = '[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
export const STRIPS_PATTERN = `^${ONE_ID}(,${ONE_ID}){0,${STRIPS_MOST - 1}}$`;
/** GET /api/events/:id/strips: the identifiers of sign records, separated by commas. */
export const StripsQuery = strictObject({
  signIds: Type.String({
    pattern: STRIPS_PATTERN,
    description: `Identifiers of up to ${STRIPS_MOST} signs, separated by commas`,
  }),
});

/** When the service itself was not there: no node renewed its lease. What signs missed meanwhile is not their fault. */
export const Absence = Type.Object({ from: Timestamp, to: Timestamp });
export type Absence = Static<typeof Absence>;

/** GET /api/events/:id/strips. All by the wall clock of the service. */
export const Strips = Type.Object({
  /** The beginning of the first minute. The last one has ended, and all its heartbeats are written. */
  from: Timestamp,
  minutes: Type.Literal(STRIP_MINUTES),
  /** Of a sign that misses none. */
  expectedPerMinute: Type.Number({ minimum: 0, maximum: 255 }),
  /** By sign record, one count for each of the minutes; at most 255. */
  counts: Type.Record(Uuid, Type.Array(Type.Integer({ minimum: 0, maximum: 255 }))),
  /** Of the last 24 hours, earliest first; longer than 10 s each. */
  away: Type.Array(Absence),
});
export type Strips = Static<typeof Strips>;

export const eventFigureRoutes = {
  'GET /api/events/:id/summary': {
    doc: { id: 'summarizeEvent', tag: 'events', summary: 'Count the signs of an event by status and place' },
    role: 'viewer',
    params: IdParams,
    response: { 200: EventSummary },
  },
  'GET /api/events/:id/strips': {
    doc: { id: 'getStrips', tag: 'events', summary: 'Count the heartbeats of signs per minute in the last hour' },
    role: 'viewer',
    params: IdParams,
    query: StripsQuery,
    response: { 200: Strips },
  },
} as const satisfies RouteTable;
