import { ERROR_CODES, type ErrorCode } from '@sign-display/contracts/error-codes';
import { WARM_UP_REASONS, type WarmUpReason } from '@sign-display/contracts/presence';
import { COMMAND_NAMES, COMMAND_STATES } from '@sign-display/contracts/rest/commands';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { DOORS } from '../sockets/boundary.ts';
import { SHEDDABLE } from '../http/shedding.ts';
import { SOCKET_REFUSALS } from '../sockets/socket-refusals.ts';
import type { QueueFigures } from '../notifications/delivery/queue-figures.ts';
import { createClosedCounter } from './closed-counter.ts';
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

/** A gauge's `collect` as a function of the gauge. */
const readIn = <Name extends string>(read: (gauge: Gauge<Name>) => void | Promise<void>) =>
  function collect(this: Gauge<Name>) {
    return read(this);
  };

/**
 * A node's numbers for Prometheus (promise R5). Every app has its own registry: two nodes in one process, as in tests, do not share
 * their counts. `ofProcess` false leaves out the process's own (memory, event loop, garbage collection), which it watches all the time.
 */
export function createMetrics({ ofProcess = true, version = 'unknown' } = {}) {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) collectDefaultMetrics({ register: registry });

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
    boundaryCaught: createClosedCounter({
      name: 'signs_boundary_caught_total',
      help: 'Errors of ours while handling what a client or another node sent, by where; only its sender was cut off',
      labels: { door: DOORS },
      registers,
    }),
    roomMessagesDropped: new Counter({
      name: 'signs_room_messages_dropped_total',
      help: 'Messages of other nodes that were malformed or of another version, and dropped',
      registers,
    }),
    socketRefusals: createClosedCounter({
      name: 'signs_socket_refusals_total',
      help: 'Connections of the message channel that were refused or ended below its namespaces, by reason',
      labels: { reason: SOCKET_REFUSALS },
      registers,
    }),
    databaseQueries: new Counter({
      name: 'signs_database_queries_total',
      help: 'Statements sent to the database',
      registers,
    }),
    databaseErrors: new Counter({
      name: 'signs_database_errors_total',
      help: 'Statements that failed, also those that could not be sent',
      registers,
    }),
    databaseConnections: new Gauge({
      name: 'signs_database_connections',
      help: 'Connections of this node to its database: idle or in use',
      labelNames: ['state'] as const,
      registers,
      collect: readIn((gauge) => {
        if (!sources.pool) return;
        const { totalCount, idleCount } = sources.pool;
        gauge.set({ state: 'idle' }, idleCount);
        gauge.set({ state: 'used' }, totalCount - idleCount);
      }),
    }),
    databaseWaiting: new Gauge({
      name: 'signs_database_waiting_queries',
      help: 'Queries that wait for a connection',
      registers,
      collect: readIn((gauge) => gauge.set(sources.pool?.waitingCount ?? 0)),
    }),
    cacheUp: new Gauge({
      name: 'signs_cache_up',
      help: 'Whether the cache server answers; embedded: there is none, and nothing to be down',
      labelNames: ['cache'] as const,
      registers,
      collect: readIn(async (gauge) => {
        const cache = sources.pingCache ? 'redis' : 'embedded';
        gauge.set({ cache }, (await sources.pingCache?.())?.up === false ? 0 : 1);
      }),
    }),
    nodeLease: new Gauge({
      name: 'signs_node_lease_held',
      help: 'Whether this node’s lease was renewed when it was last to be: 1, or 0',
      registers,
      collect: readIn((gauge) => gauge.set(sources.holdsLease?.() ? 1 : 0)),
    }),
    eventLoopDelay: new Gauge({
      name: 'signs_event_loop_delay_seconds',
      help: 'How late the event loop is, as load shedding sees it',
      registers,
      collect: readIn((gauge) => gauge.set((sources.eventLoopDelayMs?.() ?? 0) / 1_000)),
    }),
    signs: new Gauge({
      name: 'signs_presence',
      help: 'Devices that this node has the verdict of, by it',
      labelNames: ['presence'] as const,
      registers,
      collect: readIn((gauge) => {
        const counts = sources.presence?.() ?? { online: 0, offline: 0 };
        for (const presence of ['online', 'offline'] as const) gauge.set({ presence }, counts[presence]);
      }),
    }),
    claimedSigns: new Gauge({
      name: 'signs_claimed',
      help: 'Claimed signs by what their records say, of all nodes',
      labelNames: ['presence'] as const,
      registers,
      collect: readIn(async (gauge) => {
        const counts = await sources.claimedSigns?.();
        for (const presence of ['online', 'offline'] as const)
          gauge.set({ presence }, counts?.[presence] ?? Number.NaN);
      }),
    }),
    verdicts: createClosedCounter({
      name: 'signs_presence_changes_total',
      help: 'Presence verdicts that changed, by what they are now',
      labels: { to: ['online', 'offline'] },
      registers,
    }),
    warmUp: new Gauge({
      name: 'signs_presence_warm_up',
      help: 'Whether this node’s offline verdicts wait because the backend blames itself: 1 at the reason, else 0',
      labelNames: ['reason'] as const,
      registers,
      collect: readIn((gauge) => {
        for (const reason of WARM_UP_REASONS) gauge.set({ reason }, sources.warmUp?.() === reason ? 1 : 0);
      }),
    }),
    warmUps: createClosedCounter({
      name: 'signs_presence_warm_ups_total',
      help: 'Warm-ups that have begun, by reason',
      labels: { reason: WARM_UP_REASONS },
      registers,
    }),
    commands: createClosedCounter({
      name: 'signs_commands_total',
      help: 'States that commands have come to',
      labels: { command: COMMAND_NAMES, state: COMMAND_STATES },
      registers,
    }),
    requestDuration,
    requestsUnderWay: new Gauge({
      name: 'signs_http_requests_under_way',
      help: 'Requests under /api that are not answered yet, claims that wait for their kiosks included',
      registers,
      collect: readIn((gauge) => gauge.set(sources.requestsUnderWay?.() ?? 0)),
    }),
    kioskWaiting: new Gauge({
      name: 'signs_kiosks_waiting',
      help: 'Kiosks whose handshake or registration waits for its turn at the database',
      labelNames: ['step'] as const,
      registers,
      collect: readIn((gauge) => {
        const counts = sources.kiosksWaiting?.() ?? { handshake: 0, registration: 0 };
        for (const step of ['handshake', 'registration'] as const) gauge.set({ step }, counts[step]);
      }),
    }),
    notifications: createClosedCounter({
      name: 'signs_notifications_total',
      help: 'Attempts to deliver a message by what became of it: sent, tried again later, failed for good, or dropped (nobody there)',
      labels: { channel: CHANNELS, result: ['sent', 'retried', 'failed', 'dropped'] },
      registers,
    }),
    notificationQueueAge: new Gauge({
      name: 'signs_notification_queue_age_seconds',
      help: 'How long the oldest message that is neither delivered nor given up has been waiting, of all nodes; 0: none',
      registers,
      // It reads for those below too: the registry collects in the order of their making.
      collect: readIn(async (gauge) => {
        queue = sources.notificationQueue?.() ?? Promise.resolve(null);
        gauge.set(((await queue)?.oldestMs ?? Number.NaN) / 1_000);
      }),
    }),
    notificationsQueued: new Gauge({
      name: 'signs_notifications_queued',
      help: 'Messages that are neither delivered nor given up, of all nodes',
      labelNames: ['channel'] as const,
      registers,
      collect: readIn(async (gauge) => {
        const figures = await queue;
        for (const channel of ['email', 'push'] as const)
          gauge.set({ channel }, figures?.queued[channel] ?? Number.NaN);
      }),
    }),
    jobs: new Gauge({
      name: 'signs_jobs',
      help: 'Jobs of all nodes: waiting for their time, due, running, or dead (given up after all attempts)',
      labelNames: ['state'] as const,
      registers,
      collect: readIn(async (gauge) => {
        const figures = await queue;
        for (const state of ['waiting', 'due', 'running', 'dead'] as const)
          gauge.set({ state }, figures?.jobs[state] ?? Number.NaN);
      }),
    }),
    heartbeats: new Counter({ name: 'signs_heartbeats_total', help: 'Heartbeats received', registers }),
    heartbeatLag: createPlainHistogram({
      name: 'signs_heartbeat_lag_seconds',
      help: 'How much later than its interval a heartbeat of a connection came after the one before',
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    kioskConnections: new Gauge({
      name: 'signs_kiosk_connections',
      help: 'Live kiosk connections of this node',
      registers,
    }),
    kioskRefusals: createClosedCounter({
      name: 'signs_kiosk_refusals_total',
      help: 'Handshakes and messages of kiosks that were refused, by code',
      labels: { code: CODES },
      registers,
    }),
    analyticsBatches: createClosedCounter({
      name: 'signs_analytics_batches_total',
      help: 'Analytics batches of kiosks: new, repeated (known already), over_limit (dropped whole: the device had sent its bytes of the day), or of an unclaimed device (dropped)',
      labels: { result: ['new', 'repeated', 'over_limit', 'unclaimed'] },
      registers,
    }),
    analyticsEntries: createClosedCounter({
      name: 'signs_analytics_entries_total',
      help: 'Analytics entries that were kept, by what they are',
      labels: { kind: ['content_fetch', 'other'] },
      registers,
    }),
    analyticsDropped: new Counter({
      name: 'signs_analytics_entries_dropped_total',
      help: 'Analytics entries that were dropped because their device had sent its bytes of the day',
      registers,
    }),
    analyticsDroppedBytes: new Counter({
      name: 'signs_analytics_bytes_dropped_total',
      help: 'Bytes of those entries',
      registers,
    }),
    shedRequests: createClosedCounter({
      name: 'signs_http_requests_shed_total',
      help: 'Requests that were refused because there was too much to do, by what they are worth',
      labels: { class: SHEDDABLE },
      registers,
    }),
    dashboardConnections: new Gauge({
      name: 'signs_dashboard_connections',
      help: 'Live dashboard connections of this node',
      registers,
    }),
    dashboardPatches: new Counter({
      name: 'signs_dashboard_patches_total',
      help: 'Patches of signs sent to dashboards',
      registers,
    }),
    dashboardChanges: new Counter({
      name: 'signs_dashboard_changes_total',
      help: 'Changes of signs in the patches that were sent to dashboards',
      registers,
    }),
    dashboardRefusals: createClosedCounter({
      name: 'signs_dashboard_refusals_total',
      help: 'Handshakes and messages of dashboards that were refused, by code',
      labels: { code: CODES },
      registers,
    }),
    claims: createClosedCounter({
      name: 'signs_claims_total',
      help: 'Claims, links and replacements by outcome: committed, or the code of the refusal; of `claim/start` the refusals',
      labels: { outcome: ['committed', ...CODES] },
      registers,
    }),
    claimOverhead: new Histogram({
      name: 'signs_claim_overhead_seconds',
      help: 'A claim without the kiosk’s own loading: what the service and the way cost',
      buckets: [0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    claimDuration: new Histogram({
      name: 'signs_claim_duration_seconds',
      help: 'From the submitted claim to its outcome, the kiosk’s own loading included',
      labelNames: ['outcome'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30],
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
