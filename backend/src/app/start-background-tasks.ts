import type { Cancel } from '@sign-display/contracts/clock-and-random';
import type { SessionLookup } from '../access/find-caller.ts';
import { pruneAccountEvents } from '../access/account-events.ts';
import { pruneAttempts } from '../access/count-limited-attempts.ts';
import { pruneSessions } from '../access/sessions-pruning.ts';
import { pruneWrongPasswords } from '../access/delay-after-wrong-passwords.ts';
import type { AuditChecks } from '../audit/audit-checks.ts';
import { readAttemptUpdates } from '../claims/claim-attempts.ts';
import { readClaimUpdates } from '../claims/read-claim-updates.ts';
import { pruneClones } from '../clones/clones-repository.ts';
import { pruneStretches } from '../cluster/recorded-lease-stretches.ts';
import { serveDashboards } from '../dashboards/dashboard-namespace.ts';
import { startPruning } from '../db/run-pruning-tasks.ts';
import { pruneDevices } from '../devices/devices-pruning.ts';
import { repeat, type Repetition } from '../flow/repeated-task.ts';
import { pruneSupersededJobs } from '../jobs/prune-and-hasten-jobs.ts';
import { startJobs } from '../jobs/worker.ts';
import type { Node } from '../node.ts';
import type { EndingEndpoints } from '../notifications/inbox/warn-of-expiring-push.ts';
import { pruneNotifications } from '../notifications/inbox/notifications-pruning.ts';
import { pruneOutages } from '../outages/outages-repository.ts';
import { pruneTakenNotices } from '../outages/taken-notices.ts';
import { startPresenceWriter } from '../presence/presence-writer.ts';
import type { Boundary } from '../sockets/error-boundary.ts';
import { startRecording } from '../system/record-figures.ts';
import type { AppDeps, AppTransport } from './deps.ts';
import type { OwnFigures } from './node-figures.ts';
import { observeDashboards, observeRecords } from './record-metrics.ts';
import type { Notifying } from './notifications.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Forgets what nobody needs any more, now and then. */
function startForgetting({ config, db, clock, log }: AppDeps, { claims, commands }: Node): Cancel {
  const { unclaimedDevice, notification } = config.retention;
  return startPruning({
    clock,
    log,
    tasks: {
      pendingSigns: claims.prune,
      'old commands': commands.prune,
      'old bulk requests': commands.bulk.prune,
      'expired sessions': () => pruneSessions(db, clock.now()),
      'counted attempts': async () => {
        for (const prune of [pruneAttempts, pruneWrongPasswords, pruneAccountEvents]) await prune(db, clock.now());
      },
      'old stretches of leases': () => pruneStretches(db, clock.now()),
      'unused devices': () => pruneDevices(db, clock.now(), unclaimedDevice * DAY_MS),
      // One task and not four: `startPruning` starts its tasks together, and virtual time's hashes hold the order of these statements.
      'old notifications, outages, clones and jobs': async () => {
        const beforeMs = clock.now() - notification * DAY_MS;
        for (const prune of [pruneNotifications, pruneOutages, pruneClones, pruneSupersededJobs])
          await prune(db, beforeMs);
        await pruneTakenNotices(db, clock.now());
      },
    },
  });
}

/** Warns people hourly of push endpoints that end within a week. */
const startWarnings = ({ clock, log }: AppDeps, endingEndpoints: EndingEndpoints): Repetition =>
  repeat(
    clock,
    () => HOUR_MS,
    () =>
      endingEndpoints
        .warn()
        .catch((error: unknown) =>
          log.warn({ err: error }, 'warnings about expiring push endpoints not sent, retrying in an hour'),
        ),
  );

/** Begins the checks of the audit logs each night. */
const startAuditChecks = ({ clock, log }: AppDeps, auditChecks: AuditChecks): Repetition =>
  repeat(
    clock,
    () => HOUR_MS,
    () =>
      auditChecks
        .startNightly()
        .catch((error: unknown) => log.warn({ err: error }, 'checks of audit logs not begun, retrying in an hour')),
  );

/** Takes kiosks and dashboards, and starts what runs beside requests. The node joins the others. */
export function startBackground(
  deps: AppDeps,
  node: Node,
  parts: {
    transport: AppTransport;
    boundary: Boundary;
    sessions: SessionLookup;
    notifying: Notifying;
    figures: OwnFigures;
  },
) {
  const { offlineAfterMs, warmUpMs } = deps.config.limits;
  const { transport, boundary, sessions, notifying, figures } = parts;
  const { tasks, endingEndpoints, auditChecks } = notifying;
  const { nodeId, jobsUnderWay: underWay } = node;
  const written = { observe: observeRecords(deps.metrics, figures) };
  const presenceWriter = startPresenceWriter({ ...deps, ...node, ...written, offlineAfterMs, warmUpMs });
  node.addSweeps(presenceWriter.sweeper);
  void node.membership.join();
  const kiosks = node.serve(transport);
  const observe = observeDashboards(deps.metrics, figures);
  const dashboards =
    transport.dashboards &&
    serveDashboards({
      ...deps,
      ...node,
      transport: transport.dashboards,
      boundary,
      sessions,
      observe,
      readClaims: (userId, requestIds) => readClaimUpdates(deps.db, userId, requestIds),
      readAttempts: (organizationId, ids) => readAttemptUpdates(deps.db, organizationId, ids),
    });
  node.reports.start();
  const stopForgetting = startForgetting(deps, node);
  const warnings = startWarnings(deps, endingEndpoints);
  const nightlyChecks = startAuditChecks(deps, auditChecks);
  const jobs = deps.jobPool && startJobs({ ...deps, pool: deps.jobPool, nodeId, tasks, underWay });
  const recording = deps.machine && startRecording({ ...deps, nodeId, figures, warmUp: node.presence.warmUp });
  return { presenceWriter, kiosks, dashboards, stopForgetting, warnings, nightlyChecks, jobs, recording };
}
export type Background = ReturnType<typeof startBackground>;
