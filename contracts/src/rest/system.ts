import { Type, type Static } from 'typebox';
import { NodeWarmUp, WARM_UP_REASONS, WarmUp } from '../backend-warm-up.ts';
import {
  Count,
  Email,
  NoContent,
  PageQuery,
  Timestamp,
  Uuid,
  nullable,
  oneOf,
  page,
  strictObject,
} from '../common-schemas.ts';
import type { RouteTable } from '../route.ts';

/**
 * The routes for system owners (contract, 3.3). Other callers get `forbidden` before anything else is checked (promise
 * A10).
 */

/** POST /api/system/mfa-reset, for a person who has lost the phone and the recovery codes. */
export const MfaResetRequest = strictObject({ email: Email });

const Amount = Type.Number({ minimum: 0 });

/**
 * The facts that a node last wrote into its row, at most 2 s ago. A fact is null if the node's version does not write
 * it or its machine does not report it.
 */
const SystemNode = Type.Object({
  nodeId: Uuid,
  hostname: nullable(Type.String()),
  version: nullable(Type.String()),
  startedAt: Timestamp,
  /** When the node last renewed its lease, by its own clock. */
  renewedAt: Timestamp,
  /** The number of live connections. */
  kiosks: nullable(Count),
  dashboards: nullable(Count),
  rssBytes: nullable(Count),
  /** The delay of the node's event loop. */
  eventLoopDelayMs: nullable(Amount),
  /** The average over the last ten seconds. */
  heartbeatsPerSecond: nullable(Amount),
  /** The node's clock minus the database's clock. */
  clockOffsetMs: nullable(Type.Number()),
  /** Why the node's offline verdicts wait; null if they don't. */
  warmUp: nullable(
    Type.Object({ ...WarmUp.properties, heard: NodeWarmUp.properties.heard, of: NodeWarmUp.properties.of }),
  ),
});
export type SystemNode = Static<typeof SystemNode>;

/**
 * The signs of all organizations. `byAppVersion`: claimed signs by the version of their kiosk, newest version first.
 */
const SystemSigns = Type.Object({
  claimed: Count,
  offline: Count,
  /** The number of connected devices that show a code. */
  unclaimed: Count,
  /** The number of machines that wait for the decision of an admin. */
  quarantined: Count,
  byAppVersion: Type.Array(Type.Object({ version: Type.String(), signs: Count })),
});

/** A fact is null if the database does not report it, or if only the database's own machine knows it (`freeBytes`). */
const SystemDatabase = Type.Object({
  status: oneOf(['up', 'down'] as const),
  latencyMs: nullable(Amount),
  /** The number of connections to this database, from all nodes and programs. */
  connections: nullable(Count),
  sizeBytes: nullable(Count),
  freeBytes: nullable(Count),
  /** The age of the oldest open transaction; 0 if there is none. */
  oldestTransactionSeconds: nullable(Amount),
  /** The lag of the slowest replica; also null if there is no replica. */
  replicationLagSeconds: nullable(Amount),
});

export const JOB_STATES = ['waiting', 'due', 'running', 'dead'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** GET /api/system. The figures equal those of `/metrics`, summed over the nodes (promise R6). */
export const SystemResponse = Type.Object({
  /** The version of the node that answers. */
  version: Type.String(),
  /** The living nodes, in the order of their start. A killed node disappears within 15 s. */
  nodes: Type.Array(SystemNode),
  signs: SystemSigns,
  database: SystemDatabase,
  cache: Type.Object({ status: oneOf(['up', 'down', 'embedded'] as const), latencyMs: nullable(Amount) }),
  /**
   * `oldestSeconds`: how long the oldest message that is neither delivered nor given up has been waiting; 0 if there is
   * none.
   */
  jobs: Type.Object({ waiting: Count, due: Count, running: Count, dead: Count, oldestSeconds: Amount }),
  /** The mails and pushes. `sentToday` counts since midnight UTC. `lastError` has no addresses (promise A10). */
  deliveries: Type.Object({
    sentToday: Count,
    waiting: Count,
    failed: Type.Array(
      Type.Object({ organizationId: Uuid, name: Type.String(), count: Count, lastError: Type.String() }),
    ),
  }),
  /** The certificate of the service's own https; null if the service does not serve https itself. */
  certificate: nullable(Type.Object({ notAfter: Timestamp })),
  /**
   * The time in the last `days` during which no node held a lease. `since`: when that record begins, at most `days`
   * ago.
   */
  availability: Type.Object({ days: Type.Literal(30), awaySeconds: Amount, since: Timestamp }),
});
export type SystemResponse = Static<typeof SystemResponse>;

/**
 * GET /api/system/figures returns one value for each minute from `from` on; null for minutes in which the node did not
 * run.
 */
export const SystemFigures = Type.Object({
  from: Timestamp,
  minutes: Type.Literal(60),
  nodes: Type.Array(
    Type.Object({
      nodeId: Uuid,
      hostname: nullable(Type.String()),
      /** The largest delay of each minute. */
      eventLoopDelayMs: Type.Array(nullable(Amount)),
      heartbeatsPerSecond: Type.Array(nullable(Amount)),
    }),
  ),
  /** The largest `jobs.oldestSeconds` that any node saw in each minute. */
  queueAgeSeconds: Type.Array(nullable(Amount)),
});
export type SystemFigures = Static<typeof SystemFigures>;

/** A period in which a node gave no offline verdicts (promise N2). */
const PastWarmUp = Type.Object({
  nodeId: Uuid,
  hostname: nullable(Type.String()),
  reason: oneOf(WARM_UP_REASONS),
  since: Timestamp,
  until: Timestamp,
  /** From how many of `of` claimed kiosks the node received heartbeats by the end of the warm-up; null if not known. */
  heard: nullable(Count),
  of: nullable(Count),
  /**
   * How many signs the node found offline in the ten seconds after the warm-up; null until that is known, and if the
   * node died.
   */
  offlineAfter: nullable(Count),
});

/** GET /api/system/warm-ups lists the newest 50 warm-ups of the last 30 days, newest first. */
export const PastWarmUps = Type.Object({ items: Type.Array(PastWarmUp) });
export type PastWarmUps = Static<typeof PastWarmUps>;

/** The job queue's identifier, a bigint. */
export const JobId = Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'the number of a job' });

const SystemJob = Type.Object({
  id: JobId,
  kind: Type.String(),
  state: oneOf(JOB_STATES),
  attempts: Count,
  /** The error of the last failed attempt, without addresses; null if none failed. */
  error: nullable(Type.String()),
  /** When the job is or was due. */
  runAt: Timestamp,
});
export type SystemJob = Static<typeof SystemJob>;

/** GET /api/system/jobs lists the jobs, newest first. */
export const JobQuery = strictObject({ state: Type.Optional(oneOf(JOB_STATES)), ...PageQuery });
export const JobPage = page(SystemJob);
export type JobPage = Static<typeof JobPage>;

/**
 * POST /api/system/jobs/:id/retry runs a dead job once more (promise R12). The response is `conflict` if the job is not
 * dead.
 */
export const JobParams = strictObject({ id: JobId });
export const RetriedJob = Type.Object({ id: JobId, state: Type.Literal('due') });

export const systemRoutes = {
  'GET /api/system': {
    doc: { id: 'getSystem', tag: 'system', summary: 'Get the state of the installation' },
    role: 'systemOwner',
    response: { 200: SystemResponse },
    audit: 'system.read',
  },
  'GET /api/system/figures': {
    doc: { id: 'getSystemFigures', tag: 'system', summary: 'Get figures of the last hour by minute' },
    role: 'systemOwner',
    response: { 200: SystemFigures },
    audit: 'system.read',
  },
  'GET /api/system/warm-ups': {
    doc: { id: 'listWarmUps', tag: 'system', summary: 'List when offline verdicts waited, newest first' },
    role: 'systemOwner',
    response: { 200: PastWarmUps },
    audit: 'system.read',
  },
  'GET /api/system/jobs': {
    doc: { id: 'listJobs', tag: 'system', summary: 'List jobs, newest first' },
    role: 'systemOwner',
    query: JobQuery,
    response: { 200: JobPage },
    audit: 'system.read',
  },
  'POST /api/system/jobs/:id/retry': {
    doc: { id: 'retryJob', tag: 'system', summary: 'Retry a job that was given up' },
    role: 'systemOwner',
    params: JobParams,
    response: { 202: RetriedJob },
    refusals: ['not_found', 'conflict'],
    audit: 'system.retry',
  },
  'POST /api/system/mfa-reset': {
    doc: {
      id: 'resetSecondFactor',
      tag: 'system',
      summary: 'Remove the second factor and the passkeys of a person and end their sessions',
    },
    role: 'systemOwner',
    body: MfaResetRequest,
    response: { 204: NoContent },
    /** `mfa_required`: the caller has a second factor, and this session was opened without it. */
    refusals: ['not_found', 'mfa_required'],
    audit: 'mfa.reset',
  },
} as const satisfies RouteTable;
