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

/** The routes of those who run the installation (contract, 3.3). Others are `forbidden`, before anything else about them is checked (promise A10). */

/** POST /api/system/mfa-reset: the person has lost the phone and the recovery codes. */
export const MfaResetRequest = strictObject({ email: Email });

const Amount = Type.Number({ minimum: 0 });

/** What a node last wrote into its row, at most 2 s ago. Null: the node is of a version that does not write it, or its machine does not report it. */
const SystemNode = Type.Object({
  nodeId: Uuid,
  hostname: nullable(Type.String()),
  version: nullable(Type.String()),
  startedAt: Timestamp,
  /** When it last renewed its lease, by its own clock. */
  renewedAt: Timestamp,
  /** Live connections. */
  kiosks: nullable(Count),
  dashboards: nullable(Count),
  rssBytes: nullable(Count),
  /** How late its event loop is. */
  eventLoopDelayMs: nullable(Amount),
  /** Over the last ten seconds. */
  heartbeatsPerSecond: nullable(Amount),
  /** The node's clock minus the database's clock. */
  clockOffsetMs: nullable(Type.Number()),
  /** Why its offline verdicts wait; null where they don't. */
  warmUp: nullable(
    Type.Object({ ...WarmUp.properties, heard: NodeWarmUp.properties.heard, of: NodeWarmUp.properties.of }),
  ),
});
export type SystemNode = Static<typeof SystemNode>;

/** Of all organizations together. `byAppVersion`: claimed signs by the version of their kiosk, newest first as text. */
const SystemSigns = Type.Object({
  claimed: Count,
  offline: Count,
  /** Devices that are connected and show a code. */
  unclaimed: Count,
  /** Machines that wait for the decision of an admin. */
  quarantined: Count,
  byAppVersion: Type.Array(Type.Object({ version: Type.String(), signs: Count })),
});

/** Null: the database does not report it, or only its own machine knows it (`freeBytes`). */
const SystemDatabase = Type.Object({
  status: oneOf(['up', 'down'] as const),
  latencyMs: nullable(Amount),
  /** Connections to this database, of all nodes and programs. */
  connections: nullable(Count),
  sizeBytes: nullable(Count),
  freeBytes: nullable(Count),
  /** How long the oldest open transaction has been open; 0: there is none. */
  oldestTransactionSeconds: nullable(Amount),
  /** How far the slowest replica is behind; null also where there is none. */
  replicationLagSeconds: nullable(Amount),
});

export const JOB_STATES = ['waiting', 'due', 'running', 'dead'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** GET /api/system. The figures equal those of `/metrics`, summed over the nodes (promise R6). */
export const SystemResponse = Type.Object({
  /** Of the node that answers. */
  version: Type.String(),
  /** The nodes that live, in the order of their start. A node that was killed is gone within 15 s. */
  nodes: Type.Array(SystemNode),
  signs: SystemSigns,
  database: SystemDatabase,
  cache: Type.Object({ status: oneOf(['up', 'down', 'embedded'] as const), latencyMs: nullable(Amount) }),
  /** `oldestSeconds`: how long the oldest message has been waiting that is neither delivered nor given up; 0: there is none. */
  jobs: Type.Object({ waiting: Count, due: Count, running: Count, dead: Count, oldestSeconds: Amount }),
  /** Mails and pushes. `sentToday`: since midnight UTC. `lastError` has no addresses (promise A10). */
  deliveries: Type.Object({
    sentToday: Count,
    waiting: Count,
    failed: Type.Array(
      Type.Object({ organizationId: Uuid, name: Type.String(), count: Count, lastError: Type.String() }),
    ),
  }),
  /** Of the https that the service serves by itself; null where it doesn't. */
  certificate: nullable(Type.Object({ notAfter: Timestamp })),
  /**
   * The time in the last `days` during which no node held a lease. `since`: when that record begins, at most `days`
   * ago.
   */
  availability: Type.Object({ days: Type.Literal(30), awaySeconds: Amount, since: Timestamp }),
});
export type SystemResponse = Static<typeof SystemResponse>;

/** GET /api/system/figures: one value for each minute from `from` on; null where the node was not there. */
export const SystemFigures = Type.Object({
  from: Timestamp,
  minutes: Type.Literal(60),
  nodes: Type.Array(
    Type.Object({
      nodeId: Uuid,
      hostname: nullable(Type.String()),
      /** The largest of the minute. */
      eventLoopDelayMs: Type.Array(nullable(Amount)),
      heartbeatsPerSecond: Type.Array(nullable(Amount)),
    }),
  ),
  /** As `jobs.oldestSeconds`: the largest that a node saw. */
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
  /** How many claimed kiosks the node received heartbeats from at its end, of how many; null: not known. */
  heard: nullable(Count),
  of: nullable(Count),
  /** How many signs the node found offline in the ten seconds after it; null: not known yet, or the node died. */
  offlineAfter: nullable(Count),
});

/** GET /api/system/warm-ups: the newest 50 of the last 30 days, newest first. */
export const PastWarmUps = Type.Object({ items: Type.Array(PastWarmUp) });
export type PastWarmUps = Static<typeof PastWarmUps>;

/** A bigint of the queue's. */
export const JobId = Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'the number of a job' });

const SystemJob = Type.Object({
  id: JobId,
  kind: Type.String(),
  state: oneOf(JOB_STATES),
  attempts: Count,
  /** Of the last attempt that failed, without addresses; null where none did. */
  error: nullable(Type.String()),
  /** When it is due, or was. */
  runAt: Timestamp,
});
export type SystemJob = Static<typeof SystemJob>;

/** GET /api/system/jobs: newest first. */
export const JobQuery = strictObject({ state: Type.Optional(oneOf(JOB_STATES)), ...PageQuery });
export const JobPage = page(SystemJob);
export type JobPage = Static<typeof JobPage>;

/** POST /api/system/jobs/:id/retry: has a dead job done once more (promise R12). `conflict` where the job is not dead. */
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
