import type { Kysely } from 'kysely';
import type { Clock, Random } from '@sign-display/contracts/ports';
import type { ErrorCode } from '@sign-display/contracts/error-codes';
import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import type { WarmUpReason } from '@sign-display/contracts/presence';
import { makeUuidV7 } from '@sign-display/contracts/identifiers';
import { TAKEOVER_MARGIN_MS } from '@sign-display/contracts/limits';
import type { CommandName, CommandState } from '@sign-display/contracts/rest/commands';
import { NO_QUOTAS, type Quotas } from './access/quotas.ts';
import { createClaimWaiters } from './claims/claim-waiters.ts';
import { findSettledRequests } from './claims/claims-repository.ts';
import { createClaimsService, type ClaimSettings } from './claims/claims-service.ts';
import { createCloneNotes } from './clones/clone-notes.ts';
import { createClonesService } from './clones/clones-service.ts';
import { createCommands } from './commands/commands.ts';
import { createContentSweep } from './signs/content/content-sweep.ts';
import type { RecurrenceThinker } from './recurrence/recurrence-questions.ts';
import { createScheduleLooks } from './signs/content/schedule-looks.ts';
import { createSchedulesService } from './signs/content/schedules-service.ts';
import type { Database } from './db/database.ts';
import { createBindingLimit } from './devices/binding-limit.ts';
import { createGate } from './flow/gate.ts';
import { createAbandonedJobs, type JobsUnderWay } from './jobs/job-locks.ts';
import { createConnectionReleases } from './cluster/connection-releases.ts';
import { createHeldLease } from './cluster/lease.ts';
import { createMembership } from './cluster/membership.ts';
import { createNodeWatch } from './cluster/node-watch.ts';
import { createSweeps, type Sweeper } from './cluster/sweeps.ts';
import { createUnplannedNotices } from './outages/notices.ts';
import { createUnfinishedDeliveries } from './notifications/delivery/unfinished-deliveries.ts';
import { createPresence } from './presence/presence.ts';
import type { Boundary } from './sockets/boundary.ts';
import { createClusterGateway, createClusterTruth } from './kiosks/cluster-gateway.ts';
import { createDashboardFeed, type DashboardFeed } from './cluster/dashboard-feed.ts';
import { deviceRoom, type DeviceMessage } from './cluster/device-messages.ts';
import { createDeviceRooms } from './kiosks/device-rooms.ts';
import { createKioskConnections, isToldClaimed } from './kiosks/kiosk-connections.ts';
import { createKioskHandshake } from './kiosks/kiosk-handshake.ts';
import { createKioskMessageHandlers } from './kiosks/kiosk-messages.ts';
import { serveKiosks } from './kiosks/kiosk-namespace.ts';
import { createUntoldKiosks } from './kiosks/untold-kiosks.ts';
import { createWarmUps } from './cluster/warm-ups.ts';
import { createTakeover } from './kiosks/kiosk-takeover.ts';
import type { Rooms } from './cluster/rooms.ts';
import type { KioskTransport } from './sockets/transport.ts';
import { createConfigSync } from './kiosks/config-sync.ts';
import { createDeviceFacts } from './kiosks/device-facts.ts';
import { createKioskTruth } from './signs/kiosk-truth.ts';
import type { KioskLimits } from './signs/sign-config.ts';
import { createReleaseAtMachine } from './kiosks/release-at-machine.ts';
import { createSignTelling } from './signs/sign-telling.ts';
import { createSignsService } from './signs/signs-service.ts';
import { describeSign } from './signs/sign-view.ts';
import { countRepeatedWarnings } from './logging/counted-warnings.ts';
import type { Logger } from './logging/logger.ts';
import { createTelemetry, type TelemetryObserver } from './kiosks/telemetry.ts';

/** A node without HTTP: what signs and claims need, and the kiosks' channel. `app.ts` puts REST, background work and a drain around it. */
export interface NodeDeps {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  log: Logger;
  boundary: Boundary;
  /** What reaches the other nodes. */
  rooms: Rooms;
  /** Computes what the rules of schedules give. */
  thinker: RecurrenceThinker;
  settings: ClaimSettings;
  kioskLimits: KioskLimits;
  offlineAfterMs: number;
  warmUpMs: number;
  /** How many new signIds one address may bring at once. */
  newKiosksPerAddress: number;
  /** How long what signs tell of themselves is kept, in days. */
  retention: { contentFetch: number; analyticsEntry: number; signMetric: number; screenshot: number };
  /** What one device may make us keep on one day (UTC). */
  deviceBytesPerDay: number;
  /** Of an organization; none where it is absent. */
  quotas?: Quotas;
  /** For tests. */
  kioskStorm?: typeof KIOSK_STORM;
  observe: TelemetryObserver & {
    /** `durationMs` null: it was refused before there was an attempt. */
    claim(outcome: 'committed' | ErrorCode, durationMs: number | null, loadMs: number | null): void;
    presence(presence: 'online' | 'offline'): void;
    warmUp(reason: WarmUpReason): void;
    command(command: CommandName, state: CommandState): void;
    connections(count: number): void;
    refused(code: ErrorCode): void;
  };
}

/**
 * How much of a fleet that comes at once is dealt with together. Each kind of their reads and writes is batched (db/batch.ts) and takes one or two of
 * the pool's 20 connections; the rest is for people. 2,000 handshakes are through in a second or two; who comes after them comes back later.
 */
const KIOSK_STORM = { handshakes: { atOnce: 200, mostWaiting: 2_000 }, registrations: { atOnce: 200 } };

/** Composes a node. It takes kiosks once `serve` was called. */
export function composeNode(deps: NodeDeps) {
  const { db, clock, random, log, rooms, settings, kioskLimits, offlineAfterMs, observe } = deps;
  const { heartbeatIntervalMs } = kioskLimits;
  const times = { offlineAfterMs, heartbeatIntervalMs, warmUpMs: deps.warmUpMs };
  const presence = createPresence({
    clock,
    ...times,
    isClaimed(deviceSignId) {
      const connection = connections.here(deviceSignId);
      return connection !== null && isToldClaimed(connection);
    },
    observe: observe.presence,
    observeWarmUp(warmUp) {
      if (warmUp) {
        const { reason, sinceMs, untilMs, vanished, of } = warmUp;
        log.warn(
          { reason, forMs: untilMs - sinceMs, vanished, of },
          'offline verdicts wait: the backend blames itself',
        );
        observe.warmUp(reason);
      } else log.info('offline verdicts are given again');
      void membership.renewNow();
    },
  });
  const toDashboards = createDashboardFeed(rooms);
  const feed: DashboardFeed = {
    ...toDashboards,
    toOrganization(organizationId, event, message) {
      if (event === 'command:update') {
        const { command, state } = message as DashboardUpdateMessage<'command:update'>;
        observe.command(command as CommandName, state);
      }
      toDashboards.toOrganization(organizationId, event, message);
    },
  };
  const nodeId = makeUuidV7(clock, random);
  const connections = createKioskConnections({ clock, claimChanged: presence.claimChanged });
  const nodes = createNodeWatch(clock);
  const gateway = createClusterGateway({ db, nodes, rooms, connections, nodeId });
  const ownTruth = createKioskTruth({ db, gateway: connections, kioskLimits, log });
  const truth = createClusterTruth({ own: ownTruth, rooms, connections });
  const waiters = createClaimWaiters({ clock, rooms, findSettled: (ids) => findSettledRequests(db, ids) });
  const telling = createSignTelling({ gateway, truth, feed });
  const quotas = deps.quotas ?? NO_QUOTAS;
  const shared = { db, clock, random, gateway, truth, feed, describeSign, quotas };
  const claims = createClaimsService({ ...shared, log, waiters, settings, observe: observe.claim });
  const signs = createSignsService({ ...shared, telling, presence, privatePages: settings.privatePages });
  const cloneNotes = createCloneNotes({ db, clock, random, feed, log });
  const tellEvicted = (deviceSignId: string) =>
    rooms.publish(deviceRoom(deviceSignId), { type: 'evicted' } satisfies DeviceMessage);
  const releasesAtMachine = createReleaseAtMachine({ db, clock, signs, claims, tellEvicted, log });
  const clones = createClonesService({ db, clock, random, signs, feed, tellEvicted });
  const { thinker } = deps;
  const schedules = createSchedulesService({
    db,
    clock,
    random,
    telling,
    thinker,
    privatePages: settings.privatePages,
    quotas,
  });
  const looks = createScheduleLooks({ db, clock, log, thinker });
  const syncConfig = createConfigSync({ ...deps, truth, feed });
  const commands = createCommands({
    ...shared,
    nodeId,
    nodes,
    log,
    telling,
    askForDelivery: (deviceSignId) =>
      rooms.publish(deviceRoom(deviceSignId), { type: 'commands' } satisfies DeviceMessage),
    screenshotDays: deps.retention.screenshot,
    deviceBytesPerDay: deps.deviceBytesPerDay,
    quotas,
  });
  const telemetry = createTelemetry({ ...deps, presence, heartbeatIntervalMs });
  const { handshakes, registrations } = deps.kioskStorm ?? KIOSK_STORM;
  const storm = {
    handshakes: createGate(handshakes),
    registrations: createGate({ ...registrations, mostWaiting: Infinity }),
  };
  const bindings = createBindingLimit(clock, deps.newKiosksPerAddress);
  const waitMs = heartbeatIntervalMs + TAKEOVER_MARGIN_MS;
  /** All that the record says, then the attempt and the commands that the kiosk may have missed (promises C7, M3). */
  async function catchUp(deviceSignId: string): Promise<void> {
    await ownTruth.tell(deviceSignId);
    await claims.resume(deviceSignId);
    await commands.deliver(deviceSignId);
  }
  const releases = createConnectionReleases({ db, clock, log });
  const own = { db, clock, nodes, rooms, connections, nodeId, waitMs };
  const deviceRooms = createDeviceRooms({
    ...own,
    truth: ownTruth,
    catchUp,
    deliver: commands.deliver,
    release: releases.add,
    log,
  });
  const takeover = createTakeover(own);
  const warmUps = createWarmUps({ db, nodes, rooms, log });
  const lease = createHeldLease(clock);
  const sweeps = createSweeps({ db, clock, log });
  const jobsUnderWay: JobsUnderWay = new Set();
  // What lost messages would have told, or what other nodes died over.
  sweeps.add(
    ...deviceRooms.sweepers,
    createUntoldKiosks({ db, clock, connections, truth: ownTruth }),
    claims.resuming(nodeId),
    warmUps.sweeper,
    createAbandonedJobs({ db, clock, nodes, nodeId, underWay: jobsUnderWay }),
    createUnfinishedDeliveries(db, clock),
    createUnplannedNotices(db),
  );
  const ownWarmUp = { warmUp: presence.warmUp, warmUpWritten: warmUps.written };
  const membership = createMembership({ db, clock, nodeId, log, lease, watch: nodes, sweeps, ...ownWarmUp });
  rooms.onGap(() => {
    deviceRooms
      .catchUpAll()
      .catch((error: unknown) => log.warn({ err: error }, 'kiosks not told again what other nodes may have sent'));
  });

  return {
    nodeId,
    nodes,
    lease,
    jobsUnderWay,
    membership,
    gateway,
    claims,
    signs,
    clones,
    commands,
    connections,
    presence,
    warmUps,
    telemetry,
    storm,
    truth,
    telling,
    schedules,
    /** What time does, which any node does for all. To be called before `membership.join`. */
    addSweeps: (...more: readonly Sweeper[]) =>
      sweeps.add(claims.sweeper, createContentSweep({ db, clock, telling, looks }), ...commands.sweepers, ...more),
    waiters,
    rooms,
    feed,
    serve(transport: KioskTransport) {
      return serveKiosks({
        transport,
        boundary: deps.boundary,
        connections,
        log,
        authorize: createKioskHandshake({
          db,
          clock,
          random,
          takeover,
          bindings,
          log: countRepeatedWarnings(log, clock),
          gate: storm.handshakes,
          clones: cloneNotes,
        }),
        handlers: createKioskMessageHandlers({
          db,
          clock,
          claims,
          commands,
          presence,
          catchUp,
          deviceFacts: createDeviceFacts({ db, feed }),
          truth: ownTruth,
          telemetry,
          registrations: storm.registrations,
          syncConfig,
          releases: releasesAtMachine,
          log,
          heartbeatIntervalMs,
        }),
        observe,
        opened: deviceRooms.opened,
        closed(connection) {
          deviceRooms.closed(connection);
          presence.letGo(connection.signId);
        },
      });
    },
  };
}
