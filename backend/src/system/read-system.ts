import type { SystemNode, SystemResponse } from '@sign-display/contracts/rest/system';
import { listNodes } from '../cluster/nodes-repository.ts';
import { AVAILABILITY_DAYS, readAvailability } from '../cluster/recorded-lease-stretches.ts';
import type { NodeWatch } from '../cluster/node-watch.ts';
import type { DatabaseFigures } from '../db/database-figures-type.ts';
import type { ServiceDeps } from '../db/database-types.ts';
import { createPing, type Ping } from '../db/open-database.ts';
import { createCachedRead } from '../flow/cached-read.ts';
import { countDelivered, countFailedDeliveries } from '../notifications/delivery/list-and-retry-failed-deliveries.ts';
import { readQueueFigures } from '../notifications/delivery/queue-metrics.ts';
import { countClaimedSigns } from '../signs/heartbeat-facts-repository.ts';
import { countFleet } from './count-fleet.ts';

export interface SystemDeps extends ServiceDeps {
  version: string;
  nodes: Pick<NodeWatch, 'dead'>;
  pingCache?: (deadlineMs: number) => Promise<Ping>;
  machine?: {
    databaseFigures(): Promise<DatabaseFigures>;
    freeBytes(): Promise<number | null>;
    certificateEndsAtMs(): number | null;
  };
}

const ANSWER_WITHIN_MS = 1_000;
/** An open page polls every two seconds; the results of costly database queries are cached for this long. */
const SLOW_KEPT_MS = 10_000;
const DAY_MS = 24 * 3_600_000;

type NodeRow = Awaited<ReturnType<typeof listNodes>>[number];

/** Converts a node's row for the page. A newer node may have written other fields, so each field is checked. Pure. */
export function nodeView({ id, startedAt, seenAt, figures, ...row }: NodeRow): SystemNode {
  const { warmUpReason: reason, warmUpSince: since, warmUpUntil: until, warmUpHeard: heard, warmUpOf: of } = row;
  const counts = heard !== null && of !== null ? { heard, of } : {};
  return {
    nodeId: id,
    hostname: figures?.hostname ?? null,
    version: figures?.version ?? null,
    startedAt: startedAt.toISOString(),
    renewedAt: seenAt.toISOString(),
    kiosks: figures?.kiosks ?? null,
    dashboards: figures?.dashboards ?? null,
    rssBytes: figures?.rssBytes ?? null,
    eventLoopDelayMs: figures?.eventLoopDelayMs ?? null,
    heartbeatsPerSecond: figures?.heartbeatsPerSecond ?? null,
    clockOffsetMs: figures?.clockOffsetMs ?? null,
    warmUp: reason && since && until && { reason, since: since.toISOString(), until: until.toISOString(), ...counts },
  };
}

const viewPing = ({ up, latencyMs }: Ping) =>
  up ? { status: 'up' as const, latencyMs } : { status: 'down' as const, latencyMs: null };

/**
 * Makes the function that reads the state of the installation. The function rejects if the database does not answer.
 */
export function createSystemReader({ db, clock, version, nodes, pingCache, machine }: SystemDeps) {
  const pingDatabase = createPing(db, clock);

  async function readSlow() {
    const nowMs = clock.now();
    const [figures, freeBytes, fleet, sentToday, { awayMs, sinceMs }] = await Promise.all([
      machine?.databaseFigures().catch(() => null),
      machine?.freeBytes().catch(() => null),
      countFleet(db, nodes.dead()),
      countDelivered(db, new Date(Math.floor(nowMs / DAY_MS) * DAY_MS)),
      readAvailability(db, nowMs),
    ]);
    return { figures, freeBytes: freeBytes ?? null, fleet, sentToday, awayMs, sinceMs };
  }
  const slow = createCachedRead({ clock, keptMs: SLOW_KEPT_MS, read: readSlow });

  return async (): Promise<SystemResponse> => {
    const [{ figures, freeBytes, fleet, sentToday, awayMs, sinceMs }, rows, signs, queue, failed, database, cache] =
      await Promise.all([
        slow('', () => 0),
        listNodes(db, nodes.dead()),
        countClaimedSigns(db),
        readQueueFigures(db, clock),
        countFailedDeliveries(db),
        pingDatabase(ANSWER_WITHIN_MS),
        pingCache?.(ANSWER_WITHIN_MS),
      ]);
    const certificateEndsAtMs = machine?.certificateEndsAtMs() ?? null;
    return {
      version,
      nodes: rows.map(nodeView),
      signs: { claimed: signs.online + signs.offline, offline: signs.offline, ...fleet },
      database: {
        ...viewPing(database),
        connections: figures?.connections ?? null,
        sizeBytes: figures?.sizeBytes ?? null,
        freeBytes,
        oldestTransactionSeconds: figures?.oldestTransactionSeconds ?? null,
        replicationLagSeconds: figures?.replicationLagSeconds ?? null,
      },
      cache: cache ? viewPing(cache) : { status: 'embedded', latencyMs: null },
      jobs: { ...queue.jobs, oldestSeconds: queue.oldestMs / 1_000 },
      deliveries: { sentToday, waiting: queue.queued.email + queue.queued.push, failed },
      certificate: certificateEndsAtMs === null ? null : { notAfter: new Date(certificateEndsAtMs).toISOString() },
      availability: {
        days: AVAILABILITY_DAYS,
        awaySeconds: awayMs / 1_000,
        since: new Date(sinceMs).toISOString(),
      },
    };
  };
}
