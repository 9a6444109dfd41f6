import { NO_QUOTAS } from '../access/check-quotas.ts';
import { createClaimWaiters } from '../claims/claim-waiters.ts';
import { findSettledRequests } from '../claims/claims-repository.ts';
import { createClaimsService } from '../claims/claims-service.ts';
import { createCloneNotes } from '../clones/record-detected-clones.ts';
import { createClonesService } from '../clones/clones-service.ts';
import { createCommands } from '../commands/assemble-command-services.ts';
import { createFrameChecks } from '../frames/admit-frame-checks.ts';
import { createConfigSync } from '../kiosks/merge-settings-from-kiosk.ts';
import { createReleaseAtMachine } from '../kiosks/release-at-machine.ts';
import { createKioskReports } from '../kiosks/kiosk-reports.ts';
import type { Presence } from '../presence/presence.ts';
import { createContentSweep } from '../signs/content/content-sweep.ts';
import { createScheduleOccurrences } from '../signs/content/schedule-occurrences.ts';
import { createSchedulesService } from '../signs/content/schedules-service.ts';
import { describeSign } from '../signs/sign-view.ts';
import type { RestartWatch } from '../signs/restart-timeouts.ts';
import { createSignsService } from '../signs/signs-service.ts';
import type { NodeDeps } from './deps.ts';
import type { OutgoingMessages } from './reach-kiosks-and-dashboards.ts';

/** What people and kiosks can ask of a node, feature by feature. */
export function createFeatures(
  deps: NodeDeps,
  nodeId: string,
  reach: OutgoingMessages,
  presence: Presence,
  restarts: RestartWatch,
) {
  const { db, clock, random, log, rooms, settings, observe, thinker, quotas = NO_QUOTAS } = deps;
  const { feed, telling, truth, toDevice } = reach;
  const { privatePages } = settings;
  const shared = { ...reach, db, clock, random, log, thinker, privatePages, describeSign, quotas };
  const tellEvicted = (deviceSignId: string) => toDevice(deviceSignId, { type: 'evicted' });

  const waiters = createClaimWaiters({ clock, rooms, findSettled: (ids) => findSettledRequests(db, ids) });
  const claims = createClaimsService({ ...shared, presence, waiters, settings, observe: observe.claim });
  const signs = createSignsService({ ...shared, presence });
  const clones = createClonesService({ ...shared, signs, tellEvicted });
  const schedules = createSchedulesService(shared);
  const commands = createCommands({
    ...shared,
    nodeId,
    restarts,
    askForDelivery: (deviceSignId) => toDevice(deviceSignId, { type: 'commands' }),
    screenshotDays: deps.retention.screenshot,
    deviceBytesPerDay: deps.deviceBytesPerDay,
  });
  const reports = createKioskReports({ ...deps, presence, heartbeatIntervalMs: deps.kioskLimits.heartbeatIntervalMs });
  return {
    waiters,
    claims,
    signs,
    clones,
    schedules,
    commands,
    reports,
    cloneNotes: createCloneNotes({ db, clock, random, feed, log }),
    contentSweep: createContentSweep({ db, clock, telling, looks: createScheduleOccurrences(shared) }),
    checkFrames: createFrameChecks({ db, clock, privatePages, checkFrame: deps.checkFrame }),
    syncConfig: createConfigSync({ ...deps, truth, feed }),
    releases: createReleaseAtMachine({ ...shared, signs, claims, tellEvicted }),
  };
}
export type Features = ReturnType<typeof createFeatures>;
