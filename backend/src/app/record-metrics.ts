import type { ErrorCode } from '@sign-display/contracts/error-codes';
import type { Presence } from '@sign-display/contracts/rest/signs';
import { withTimeout } from '../flow/with-timeout.ts';
import type { AnsweredRequest } from '../http/request-log.ts';
import type { Shedding } from '../http/load-shedding.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Node } from '../node.ts';
import type { NodeDeps } from '../node/deps.ts';
import { readQueueFigures } from '../notifications/delivery/queue-metrics.ts';
import { countClaimedSigns } from '../signs/heartbeat-facts-repository.ts';
import type { AppDeps } from './deps.ts';
import type { OwnFigures } from './node-figures.ts';

/** What a node's parts tell of themselves, as the numbers of Prometheus. */

export const observeNode = (metrics: Metrics, figures: OwnFigures): NodeDeps['observe'] => ({
  claim(outcome, durationMs, loadMs) {
    metrics.claims.inc({ outcome });
    // A claim writes that its sign is online; what is written after it `observeRecords` is told of.
    if (outcome === 'committed') metrics.verdicts.inc({ to: 'online' });
    if (durationMs === null) return;
    metrics.claimDuration.observe({ outcome }, durationMs / 1_000);
    if (loadMs !== null) metrics.claimOverhead.observe(Math.max(0, durationMs - loadMs) / 1_000);
  },
  warmUp: (reason) => metrics.warmUps.inc({ reason }),
  command: (command, state) => metrics.commands.inc({ command, state }),
  heartbeat(lateMs) {
    metrics.heartbeats.inc();
    figures.heartbeat();
    if (lateMs !== null) metrics.heartbeatLag.observe(lateMs / 1_000);
  },
  connections(count) {
    metrics.kioskConnections.set(count);
    figures.kiosks(count);
  },
  refused: (code) => metrics.kioskRefusals.inc({ code }),
  analytics(result, { contentFetch, other, dropped, droppedBytes }) {
    metrics.analyticsBatches.inc({ result });
    metrics.analyticsDropped.inc(dropped);
    metrics.analyticsDroppedBytes.inc(droppedBytes);
    metrics.analyticsEntries.inc({ kind: 'content_fetch' }, contentFetch);
    metrics.analyticsEntries.inc({ kind: 'other' }, other);
  },
});

/** What is told of verdicts that a node has written into records. */
export const observeRecords =
  (metrics: Metrics, figures: OwnFigures) =>
  (to: Presence): void => {
    metrics.verdicts.inc({ to });
    figures.verdict(to);
  };

export const observeDashboards = (metrics: Metrics, figures: OwnFigures) => ({
  connections(count: number) {
    metrics.dashboardConnections.set(count);
    figures.dashboards(count);
  },
  patch(changes: number) {
    metrics.dashboardPatches.inc();
    metrics.dashboardChanges.inc(changes);
  },
  refused: (code: ErrorCode) => metrics.dashboardRefusals.inc({ code }),
});

export const observeAnswers =
  (metrics: Metrics) =>
  ({ method, route, status, durationMs }: AnsweredRequest): void =>
    metrics.requestDuration.observe(
      { method, route: route ?? 'none', status: `${Math.trunc(status / 100)}xx` },
      durationMs / 1_000,
    );

/** A scrape waits for no longer. */
const FIGURES_WITHIN_MS = 1_000;

/** Hands in what is read at each scrape. */
export function provideFigures({ db, clock, metrics, pingCache }: AppDeps, node: Node, shedding: Shedding): void {
  const { presence, membership, storm } = node;
  const forScrape = <Figures>(asked: Promise<Figures>) =>
    withTimeout(
      clock,
      asked.catch(() => null),
      FIGURES_WITHIN_MS,
      null,
    );
  metrics.readFrom({
    ...(pingCache && { pingCache: () => pingCache(FIGURES_WITHIN_MS) }),
    claimedSigns: () => forScrape(countClaimedSigns(db)),
    notificationQueue: () => forScrape(readQueueFigures(db, clock)),
    holdsLease: () => membership.holdsLease,
    presence: presence.counts,
    warmUp: () => presence.warmUp()?.reason ?? null,
    requestsUnderWay: () => shedding.underWay,
    kiosksWaiting: () => ({ handshake: storm.handshakes.waiting, registration: storm.registrations.waiting }),
  });
}
