import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/**
 * A node's numbers for Prometheus (promise R5). Every app has its own registry: two nodes in one process, as in tests, do not share
 * their counts.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  return {
    registry,
    databaseQueries: new Counter({
      name: 'signs_database_queries_total',
      help: 'Statements sent to the database',
      registers,
    }),
    heartbeats: new Counter({ name: 'signs_heartbeats_total', help: 'Heartbeats received', registers }),
    heartbeatLag: new Histogram({
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
    kioskRefusals: new Counter({
      name: 'signs_kiosk_refusals_total',
      help: 'Handshakes and messages of kiosks that were refused, by code',
      labelNames: ['code'] as const,
      registers,
    }),
    analyticsBatches: new Counter({
      name: 'signs_analytics_batches_total',
      help: 'Analytics batches of kiosks: new, repeated (known already), or of an unclaimed device (dropped)',
      labelNames: ['result'] as const,
      registers,
    }),
    analyticsEntries: new Counter({
      name: 'signs_analytics_entries_total',
      help: 'Analytics entries that were kept, by what they are',
      labelNames: ['kind'] as const,
      registers,
    }),
    shedRequests: new Counter({
      name: 'signs_http_requests_shed_total',
      help: 'Requests that were refused because there was too much to do, by what they are worth',
      labelNames: ['class'] as const,
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
    dashboardRefusals: new Counter({
      name: 'signs_dashboard_refusals_total',
      help: 'Handshakes and messages of dashboards that were refused, by code',
      labelNames: ['code'] as const,
      registers,
    }),
    claims: new Counter({
      name: 'signs_claims_total',
      help: 'Claim attempts by outcome: committed, or the code of the refusal',
      labelNames: ['outcome'] as const,
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
