import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import type { ServiceDeps } from '../db/database-types.ts';
import { createGate } from '../flow/gate.ts';
import { spreadRetryMs } from '../http/load-shedding.ts';
import type { Presence } from '../presence/presence.ts';
import type { KioskConnection } from './kiosk-connections.ts';
import type { KioskMessageHandlers } from './kiosk-namespace.ts';
import { createAnalytics, type AnalyticsCounts, type BatchResult } from '../reports/analytics/analytics-service.ts';
import { createContentReports } from '../reports/content-reports/content-reports.ts';
import type { Logger } from '../logging/logger-type.ts';
import { startPartitionMaintenance } from '../reports/partitions/partition-maintenance.ts';
import { startSignMetricsWriter } from '../reports/sign-metrics/sign-metrics-writer.ts';
import { createSignMetrics } from '../reports/sign-metrics/gather-sign-metrics.ts';

/** What kiosks tell of themselves and their content: kept, bounded and dropped here. */

export interface ReportsObserver {
  /** `lateMs`: how much later than its interval it came after the one before it; null for a connection's first. */
  heartbeat(lateMs: number | null): void;
  analytics(result: BatchResult, entries: AnalyticsCounts): void;
}

/** After an outage a whole fleet has batches to send: they take two connections of the pool, and people the rest. */
const ANALYTICS = { atOnce: 2, mostWaiting: 500 };

export function createKioskReports(
  deps: ServiceDeps & {
    log: Logger;
    presence: Presence;
    heartbeatIntervalMs: number;
    /** In days. */
    retention: { contentFetch: number; analyticsEntry: number; signMetric: number };
    deviceBytesPerDay: number;
    observe: ReportsObserver;
  },
) {
  const { db, clock, random, log, heartbeatIntervalMs, retention, observe } = deps;
  const analytics = createAnalytics({ ...deps, observe: observe.analytics });
  const gate = createGate(ANALYTICS);
  const reports = createContentReports(deps);
  const metrics = createSignMetrics();
  let running: { stop(): Promise<void> }[] = [];

  return {
    handlers: {
      async 'sign:analytics'({ signId }, batch) {
        const taken = await gate.run(() => analytics.take(signId, batch));
        if (taken) return taken.result;
        const detail = 'Too many batches arrived at the same time.';
        return { ok: false, error: { code: 'unavailable', detail, retryAfterMs: spreadRetryMs(random) } };
      },
      'sign:content_displayed': ({ signId }, message) => reports.take(signId, 'sign:content_displayed', message),
      'sign:content_error': ({ signId }, message) => reports.take(signId, 'sign:content_error', message),
      'sign:content_unreachable': ({ signId }, message) => reports.take(signId, 'sign:content_unreachable', message),
      'sign:content_recovered': ({ signId }, message) => reports.take(signId, 'sign:content_recovered', message),
      'sign:status': ({ signId }, message) => reports.take(signId, 'sign:status', message),
    } satisfies KioskMessageHandlers,
    /** A heartbeat that has arrived now: its figures go into the sign's metrics. */
    heard(connection: KioskConnection, heartbeat: KioskMessage<'heartbeat'>): void {
      const { lastBeatAtMs, arrivedAtMs, lastLifeAtMs } = connection;
      connection.lastBeatAtMs = arrivedAtMs;
      metrics.add(connection.signId, heartbeat.metrics, lastLifeAtMs);
      const isFirst = lastBeatAtMs === -Infinity;
      observe.heartbeat(isFirst ? null : Math.max(0, arrivedAtMs - lastBeatAtMs - heartbeatIntervalMs));
    },
    /** Begins to keep partitions and to write metrics; `stop` writes what is left. */
    start(): void {
      const days = {
        content_fetch: retention.contentFetch,
        analytics_entry: retention.analyticsEntry,
        sign_metric: retention.signMetric,
        analyticsBatch: retention.analyticsEntry,
      };
      running = [
        reports.sweepRegularly(),
        startPartitionMaintenance({ db, clock, log, retention: days }),
        startSignMetricsWriter({ db, metrics, clock, random, log }),
      ];
    },
    async stop(): Promise<void> {
      await Promise.all(running.map((each) => each.stop()));
      running = [];
    },
  };
}

export type KioskReports = ReturnType<typeof createKioskReports>;
