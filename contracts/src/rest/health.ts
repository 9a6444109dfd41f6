import { Type, type Static } from 'typebox';
import { WarmUp } from '../backend-warm-up.ts';
import type { RouteTable } from '../route.ts';
import { Count, nullable, oneOf } from '../common-schemas.ts';

/** Health (contract, section 3; interface specification, 4.1): public, outside of /api, never rate-limited. */

const LatencyMs = Type.Number({ minimum: 0 });
const UptimeSeconds = Type.Number({ minimum: 0 });

const HEALTH_REASONS = [
  'database_down',
  'disk_full',
  'out_of_memory',
  'too_many_connections',
  'insufficient_resources',
  'cache_down',
] as const;

/** GET /health → 200, or 503 only if the database is down. A cache problem, or a database that lacks something for writes, is `degraded`, with 200. */
export const HealthResponse = Type.Object({
  status: oneOf(['ok', 'degraded', 'down'] as const),
  /**
   * Why the state is not `ok`; null if it is. With `disk_full` and the next three reasons, writes fail but reads may
   * work.
   */
  reason: nullable(oneOf(HEALTH_REASONS)),
  version: Type.String(),
  environment: Type.String(),
  uptimeSeconds: UptimeSeconds,
  /** `latencyMs` is null where no answer came. */
  database: Type.Object({ status: oneOf(['up', 'down'] as const), latencyMs: nullable(LatencyMs) }),
  /** `latencyMs` is null when embedded, and where no answer came. */
  cache: Type.Object({ status: oneOf(['up', 'down', 'embedded'] as const), latencyMs: nullable(LatencyMs) }),
  /** Whether this node's offline verdicts wait now, and why; a note, and no failure. */
  presence: Type.Optional(Type.Object({ warmUp: nullable(WarmUp) })),
  memory: Type.Object({ rssBytes: Count, heapUsedBytes: Count, heapTotalBytes: Count }),
});
export type HealthResponse = Static<typeof HealthResponse>;

/** GET /health/ready → 200 if the database responds, else 503 with the same body. */
export const ReadyResponse = Type.Object({ ready: Type.Boolean() });
export type ReadyResponse = Static<typeof ReadyResponse>;

/** GET /health/live → 200, always; makes no external call. */
export const LiveResponse = Type.Object({ status: Type.Literal('live'), uptimeSeconds: UptimeSeconds });
export type LiveResponse = Static<typeof LiveResponse>;

export const serviceRoutes = {
  'GET /health': {
    doc: { id: 'health', tag: 'service', summary: 'Get the health of the service; 503 only if the database is down' },
    role: 'none',
    response: { 200: HealthResponse, 503: HealthResponse },
    load: 'spared',
    ignoresUnknown: true,
  },
  'GET /health/ready': {
    doc: { id: 'ready', tag: 'service', summary: 'Check whether this node accepts requests' },
    role: 'none',
    response: { 200: ReadyResponse, 503: ReadyResponse },
    load: 'spared',
    ignoresUnknown: true,
  },
  'GET /health/live': {
    doc: { id: 'live', tag: 'service', summary: 'Check whether the process is running' },
    role: 'none',
    response: { 200: LiveResponse },
    load: 'spared',
    ignoresUnknown: true,
  },
  'GET /api/openapi.json': {
    doc: { id: 'openApi', tag: 'service', summary: 'Get this API description' },
    role: 'none',
    response: {},
    produces: ['application/json'],
    ignoresUnknown: true,
  },
  'GET /api/docs': {
    doc: { id: 'docs', tag: 'service', summary: 'Browse this API description' },
    role: 'none',
    response: {},
    produces: ['text/html'],
    ignoresUnknown: true,
  },
} as const satisfies RouteTable;
