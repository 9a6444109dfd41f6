import { ERROR_CODES, type ErrorCode } from '@sign-display/contracts/error-codes';
import { WARM_UP_REASONS, type WarmUpReason } from '@sign-display/contracts/backend-warm-up';
import { COMMAND_NAMES, COMMAND_STATES } from '@sign-display/contracts/rest/commands';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { DOORS } from '../sockets/error-boundary.ts';
import { SHEDDABLE } from '../http/load-shedding.ts';
import { SOCKET_REFUSALS } from '../sockets/socket-refusals.ts';
import type { QueueFigures } from '../notifications/delivery/queue-metrics.ts';
import { createClosedCounter } from './fixed-label-counter.ts';
import { createPlainHistogram } from './plain-histogram.ts';

interface MetricSources {
  pool?: { totalCount: number; idleCount: number; waitingCount: number };
  /** Resolves within its deadline, and never rejects. */
  pingCache?(): Promise<{ up: boolean }>;
  holdsLease?(): boolean;
  eventLoopDelayMs?(): number;
  presence?(): Record<'online' | 'offline', number>;
  warmUp?(): WarmUpReason | null;
  requestsUnderWay?(): number;
  kiosksWaiting?(): Record<'handshake' | 'registration', number>;
  /** How many claimed signs of all nodes are what. Null where the database does not answer in time; never rejects. */
  claimedSigns?(): Promise<Record<'online' | 'offline', number> | null>;
  /** Read once a scrape. Null where the database does not answer in time; never rejects. */
  notificationQueue?(): Promise<QueueFigures | null>;
}

const CODES = Object.keys(ERROR_CODES) as ErrorCode[];
const CHANNELS = ['email', 'push'] as const;

type Figures = Readonly<Record<string, number>>;
/** Where the database does not answer in time. */
const UNKNOWN = {
  presence: { online: Number.NaN, offline: Number.NaN },
  queued: { email: Number.NaN, push: Number.NaN },
  jobs: { waiting: Number.NaN, due: Number.NaN, running: Number.NaN, dead: Number.NaN },
};

/**
 * A node's numbers for Prometheus (promise R5). Every app has its own registry: two nodes in one process, as in tests, do not share
 * their counts. `ofProcess` false leaves out the process's own (memory, event loop, garbage collection), which it watches all the time.
 */
export function createMetrics({ ofProcess = true, version = 'unknown' } = {}) {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) collectDefaultMetrics({ register: registry });

  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const counterBy = <const Labels extends Record<string, readonly string[]>>(
    name: string,
    help: string,
    labels: Labels,
  ) => createClosedCounter({ name, help, labels, registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  /** A gauge that takes its value from `read` at each scrape. */
  const readGauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  /** The same with a label: `read` gives a value for each of its values. */
  const readGaugeBy = (name: string, help: string, label: string, read: () => Figures | Promise<Figures>) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      async collect() {
        for (const [value, figure] of Object.entries(await read())) this.set({ [label]: value }, figure);
      },
    });

  const build = new Gauge({
    name: 'signs_build_info',
    help: 'Always 1: which version runs, on which Node',
    labelNames: ['version', 'node'] as const,
    registers,
  });
  build.set({ version, node: process.version }, 1);
  const requestDuration = new Histogram({
    name: 'signs_http_request_duration_seconds',
    help: 'From a request’s headers to the end of its answer, by route (`none`: there is no such route) and class of status (2xx, 4xx, …)',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  // There from the start, as in `createClosedCounter`: the first failure of all is an increase.
  for (const status of ['2xx', '4xx', '5xx']) requestDuration.zero({ method: 'GET', route: 'none', status });
  const sources: MetricSources = {};
  let queue: Promise<QueueFigures | null> = Promise.resolve(null);

  return {
    registry,
    /** Where the gauges that are read at each scrape take their values from; whoever makes a source hands it in. */
    readFrom: (more: MetricSources) => void Object.assign(sources, more),
    boundaryCaught: counterBy(
      'signs_boundary_caught_total',
      'Errors of the service while it handled a message of a client or another node, by source; only the sender was disconnected',
      { source: DOORS },
    ),
    roomMessagesDropped: counter(
      'signs_node_messages_dropped_total',
      'Messages of other nodes that were dropped: malformed, of another version, or not signed by this service',
    ),
    socketRefusals: counterBy(
      'signs_socket_refusals_total',
      'Connections of the message channel that were refused or ended below its namespaces, by reason',
      { reason: SOCKET_REFUSALS },
    ),
    databaseQueries: counter('signs_database_queries_total', 'Statements sent to the database'),
    databaseErrors: counter('signs_database_errors_total', 'Statements that failed, also those that could not be sent'),
    databaseConnections: readGaugeBy(
      'signs_database_connections',
      'Connections of this node to its database: idle or in use',
      'state',
      () => {
        if (!sources.pool) return {};
        const { totalCount, idleCount } = sources.pool;
        return { idle: idleCount, used: totalCount - idleCount };
      },
    ),
    databaseWaiting: readGauge(
      'signs_database_waiting_queries',
      'Queries that wait for a connection',
      () => sources.pool?.waitingCount ?? 0,
    ),
    cacheUp: readGaugeBy(
      'signs_cache_up',
      'Whether the cache server answers; embedded: there is none, and nothing to be down',
      'cache',
      async () => {
        const isDown = (await sources.pingCache?.())?.up === false;
        return { [sources.pingCache ? 'redis' : 'embedded']: isDown ? 0 : 1 };
      },
    ),
    nodeLease: readGauge(
      'signs_node_lease_held',
      'Whether the last renewal of this node’s lease succeeded: 1, or 0',
      () => (sources.holdsLease?.() ? 1 : 0),
    ),
    eventLoopDelay: readGauge(
      'signs_event_loop_delay_seconds',
      'How late the event loop is, as load shedding sees it',
      () => (sources.eventLoopDelayMs?.() ?? 0) / 1_000,
    ),
    signs: readGaugeBy(
      'signs_presence',
      'Devices that this node judges, by verdict',
      'presence',
      () => sources.presence?.() ?? { online: 0, offline: 0 },
    ),
    claimedSigns: readGaugeBy(
      'signs_claimed',
      'Claimed signs of all nodes, by the presence in their records',
      'presence',
      async () => (await sources.claimedSigns?.()) ?? UNKNOWN.presence,
    ),
    verdicts: counterBy('signs_presence_changes_total', 'Verdicts that this node wrote into sign records, by verdict', {
      to: ['online', 'offline'],
    }),
    warmUp: readGaugeBy(
      'signs_presence_warm_up',
      'Whether this node’s offline verdicts wait because it suspects a fault of the backend: 1 for the reason, else 0',
      'reason',
      () => Object.fromEntries(WARM_UP_REASONS.map((reason) => [reason, sources.warmUp?.() === reason ? 1 : 0])),
    ),
    warmUps: counterBy('signs_presence_warm_ups_total', 'Warm-ups that have begun, by reason', {
      reason: WARM_UP_REASONS,
    }),
    commands: counterBy('signs_commands_total', 'State changes of commands, by command and new state', {
      command: COMMAND_NAMES,
      state: COMMAND_STATES,
    }),
    requestDuration,
    requestsUnderWay: readGauge(
      'signs_http_requests_under_way',
      'Requests under /api that are not answered yet, claims that wait for their kiosks included',
      () => sources.requestsUnderWay?.() ?? 0,
    ),
    kioskWaiting: readGaugeBy(
      'signs_kiosks_waiting',
      'Kiosks whose handshake or registration waits for its turn at the database',
      'step',
      () => sources.kiosksWaiting?.() ?? { handshake: 0, registration: 0 },
    ),
    notifications: counterBy(
      'signs_notifications_total',
      'Attempts to deliver a message, by result: sent, tried again later, failed for good, or dropped (nobody there, or mail is not set up)',
      { channel: CHANNELS, result: ['sent', 'retried', 'failed', 'dropped'] },
    ),
    notificationQueueAge: readGauge(
      'signs_notification_queue_age_seconds',
      'How long the oldest message that is neither delivered nor given up has been waiting, of all nodes; 0: none',
      async () => {
        // It reads for those below too: the registry collects in the order of their making.
        queue = sources.notificationQueue?.() ?? Promise.resolve(null);
        return ((await queue)?.oldestMs ?? Number.NaN) / 1_000;
      },
    ),
    notificationsQueued: readGaugeBy(
      'signs_notifications_queued',
      'Messages that are neither delivered nor given up, of all nodes',
      'channel',
      async () => (await queue)?.queued ?? UNKNOWN.queued,
    ),
    deliveriesFailed: readGaugeBy(
      'signs_notifications_failed',
      'Messages that failed and that nobody has retried, of all nodes',
      'channel',
      async () => (await queue)?.failed ?? UNKNOWN.queued,
    ),
    jobs: readGaugeBy(
      'signs_jobs',
      'Jobs of all nodes: waiting for their time, due, running, or dead (given up after all attempts)',
      'state',
      async () => (await queue)?.jobs ?? UNKNOWN.jobs,
    ),
    heartbeats: counter('signs_heartbeats_total', 'Heartbeats received'),
    heartbeatLag: createPlainHistogram({
      name: 'signs_heartbeat_lag_seconds',
      help: 'How much later than its interval a heartbeat of a connection came after the one before',
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    kioskConnections: gauge('signs_kiosk_connections', 'Live kiosk connections of this node'),
    kioskRefusals: counterBy(
      'signs_kiosk_refusals_total',
      'Handshakes and messages of kiosks that were refused, by code',
      { code: CODES },
    ),
    analyticsBatches: counterBy(
      'signs_analytics_batches_total',
      'Analytics batches of kiosks: new, repeated (known already), over_limit (dropped whole: the device had sent its bytes of the day), or of an unclaimed device (dropped)',
      { result: ['new', 'repeated', 'over_limit', 'unclaimed'] },
    ),
    analyticsEntries: counterBy('signs_analytics_entries_total', 'Analytics entries that were stored, by kind', {
      kind: ['content_fetch', 'other'],
    }),
    analyticsDropped: counter(
      'signs_analytics_entries_dropped_total',
      'Analytics entries that were dropped because their device had sent its bytes of the day',
    ),
    analyticsDroppedBytes: counter(
      'signs_analytics_bytes_dropped_total',
      'Bytes of analytics entries that were dropped because their device had sent its bytes of the day',
    ),
    shedRequests: counterBy(
      'signs_http_requests_shed_total',
      'Requests that were refused because the node was overloaded, by priority class',
      { class: SHEDDABLE },
    ),
    dashboardConnections: gauge('signs_dashboard_connections', 'Live dashboard connections of this node'),
    dashboardPatches: counter('signs_dashboard_patches_total', 'Patches of signs sent to dashboards'),
    dashboardChanges: counter(
      'signs_dashboard_changes_total',
      'Changes of signs in the patches that were sent to dashboards',
    ),
    dashboardRefusals: counterBy(
      'signs_dashboard_refusals_total',
      'Handshakes and messages of dashboards that were refused, by code',
      { code: CODES },
    ),
    snapshots: counterBy(
      'signs_snapshots_total',
      'Snapshots of signs that were answered: read from the database, or from the cache where nothing had changed',
      { source: ['database', 'cache'] },
    ),
    claims: counterBy(
      'signs_claims_total',
      'Claims, links and replacements by outcome: committed, or the code of the refusal; of `claim/start` the refusals',
      { outcome: ['committed', ...CODES] },
    ),
    claimOverhead: new Histogram({
      name: 'signs_claim_overhead_seconds',
      help: 'The time of a claim without the kiosk’s loading: service and network',
      buckets: [0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    claimDuration: new Histogram({
      name: 'signs_claim_duration_seconds',
      help: 'From the submitted claim to its outcome, including the time in which the kiosk loads the page',
      labelNames: ['outcome'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30],
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
