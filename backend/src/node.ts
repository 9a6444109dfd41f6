import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { createHeldLease } from './cluster/held-lease-duration.ts';
import { createMembership } from './cluster/membership.ts';
import { createSweeps, type Sweeper } from './cluster/due-work-sweeps.ts';
import { createWarmUps } from './cluster/watch-node-warm-ups.ts';
import { createAbandonedJobs, type JobsUnderWay } from './jobs/free-abandoned-jobs.ts';
import { hasReceivedClaim } from './kiosks/kiosk-connections.ts';
import { createOutdatedKiosks } from './kiosks/resync-outdated-kiosks.ts';
import { createKioskArrivals } from './node/kiosk-arrivals.ts';
import type { NodeDeps } from './node/deps.ts';
import { createFeatures } from './node/features.ts';
import { watchPresence } from './node/presence.ts';
import { createOutgoingMessages } from './node/reach-kiosks-and-dashboards.ts';
import { createUnfinishedDeliveries } from './notifications/delivery/fail-unfinished-deliveries.ts';
import { createWarmUpCounts } from './presence/warm-up-counts.ts';
import { createRestartWatch } from './signs/restart-timeouts.ts';
import { createUnstableSigns } from './signs/mark-unstable-signs.ts';
import { createUnplannedNotices } from './outages/notice-queue.ts';

/** Composes a node. It takes kiosks once `serve` was called. */
export function composeNode(deps: NodeDeps) {
  const { db, clock, random, log, rooms } = deps;
  const nodeId = makeUuidV7(clock, random);
  const presence = watchPresence(deps, {
    isClaimed(deviceSignId) {
      const connection = connections.here(deviceSignId);
      return connection !== null && hasReceivedClaim(connection);
    },
    isRestarting: (deviceSignId) => restarts.isRestarting(deviceSignId),
    changed: () => void membership.renewNow(),
  });
  const reach = createOutgoingMessages(deps, nodeId, presence);
  const { connections, nodes } = reach;
  const restarts = createRestartWatch({ db, clock, feed: reach.feed, ended: presence.restartEnded });
  const features = createFeatures(deps, nodeId, reach, presence, restarts);
  const { claims, commands, contentSweep } = features;
  const { deviceRooms, ...arrivals } = createKioskArrivals(deps, nodeId, reach, features, presence);

  const warmUpCounts = createWarmUpCounts({ db, presence });
  const warmUps = createWarmUps({ db, nodes, rooms, log });
  const lease = createHeldLease(clock);
  const sweeps = createSweeps({ db, clock, log });
  const jobsUnderWay: JobsUnderWay = new Set();
  // What lost messages would have told, or what other nodes died over.
  sweeps.add(
    ...deviceRooms.sweepers,
    createOutdatedKiosks({ db, clock, connections, truth: reach.ownTruth }),
    claims.resuming(nodeId),
    warmUpCounts.sweeper,
    warmUps.sweeper,
    createAbandonedJobs({ db, clock, nodes, nodeId, underWay: jobsUnderWay }),
    createUnfinishedDeliveries(db, clock),
    createUnplannedNotices(db),
    restarts.sweeper,
    createUnstableSigns({ db, clock, feed: reach.feed }),
  );
  const own = { warmUp: warmUpCounts.warmUp, warmUpWritten: warmUps.written, figures: deps.figures ?? (() => null) };
  const membership = createMembership({ db, clock, nodeId, log, lease, watch: nodes, sweeps, ...own });
  rooms.onGap(() => {
    deviceRooms
      .catchUpAll()
      .catch((error: unknown) => log.warn({ err: error }, 'kiosks not resynchronized after the Redis outage'));
  });

  return {
    nodeId,
    presence,
    ...reach,
    ...features,
    ...arrivals,
    warmUps,
    lease,
    jobsUnderWay,
    membership,
    /** What time does, which any node does for all. To be called before `membership.join`. */
    addSweeps: (...more: readonly Sweeper[]) => sweeps.add(claims.sweeper, contentSweep, ...commands.sweepers, ...more),
  };
}
export type Node = ReturnType<typeof composeNode>;
