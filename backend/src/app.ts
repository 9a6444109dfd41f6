import { LIMITS } from '@sign-display/contracts/limits';
import { bootstrapOwner } from './access/create-first-owner.ts';
import { checkRole } from './access/role-checks.ts';
import { openPost, createAccounts } from './app/accounts.ts';
import { startBackground, type Background } from './app/start-background-tasks.ts';
import type { AppDeps, Phase } from './app/deps.ts';
import { createNodeFigures, type OwnFigures } from './app/node-figures.ts';
import { drain } from './app/drain.ts';
import { provideFigures, observeNode } from './app/record-metrics.ts';
import { createNotifying } from './app/notifications.ts';
import type { Parts } from './app/service-parts-type.ts';
import { addRoutes } from './app/routes.ts';
import { openServer } from './app/http-server-without-routes.ts';
import { claimUrlOf } from './urls/claim-page-url.ts';
import { createFrameCheck } from './frames/frame-check.ts';
import { createOwnPages } from './frames/request-page-in-process.ts';
import { createLookUp } from './dns/host-lookup.ts';
import { createRooms } from './cluster/node-messaging.ts';
import type { HttpServer } from './http/create-http-server.ts';
import { createGuardedStreams } from './http/guard-response-streams.ts';
import { watchUnusedConnections } from './http/unused-connections.ts';
import { createDueJobs } from './jobs/virtual-job-runner.ts';
import { countRepeatedWarnings } from './logging/warning-throttle.ts';
import { composeNode, type Node } from './node.ts';
import { hasSigns } from './signs/signs-repository.ts';
import { createInlineThinker } from './recurrence/recurrence-questions.ts';
import { createBoundary, type Boundary } from './sockets/error-boundary.ts';

export type { AppDeps } from './app/deps.ts';

/** What signs and claims need, with the settings of this service and its numbers. */
function buildNode(deps: AppDeps, boundary: Boundary, http: () => HttpServer, figures: OwnFigures): Node {
  const { config, clock, log, metrics, publicUrl, lookUpPages = createLookUp() } = deps;
  const { limits, quotas, privatePages, handshakeEnabled } = config;
  const { heartbeatIntervalMs, loadTimeoutMs, reachabilityIntervalMs } = limits;
  const warnings = countRepeatedWarnings(log, clock);
  return composeNode({
    ...deps,
    boundary,
    rooms: createRooms(deps.carrier, {
      caught: (error) => boundary.caught('room', error),
      dropped(why) {
        metrics.roomMessagesDropped.inc();
        warnings.warn({ why }, 'message between nodes rejected: forged, replayed, too old, or from another version');
      },
    }),
    thinker: deps.thinker ?? createInlineThinker(),
    settings: { ...limits, shortCodeWindowMs: LIMITS.shortCodeWindowMs, handshakeEnabled, privatePages },
    kioskLimits: { heartbeatIntervalMs, loadTimeoutMs, reachabilityIntervalMs },
    claimUrl: () => claimUrlOf(publicUrl()),
    checkFrame: createFrameCheck({ clock, publicUrl, lookUpAll: lookUpPages, ownPage: createOwnPages(http as never) }),
    offlineAfterMs: limits.offlineAfterMs,
    warmUpMs: limits.warmUpMs,
    newKiosksPerAddress: limits.newKiosksPerAddress,
    retention: config.retention,
    deviceBytesPerDay: quotas.deviceBytesPerDay,
    quotas: quotas.organization,
    observe: observeNode(metrics, figures),
    figures: figures.read,
  });
}

/** Composes a node. Nothing runs before `start`. */
export async function buildApp(deps: AppDeps) {
  const { config, db, clock, log, metrics } = deps;
  const phase: Phase = { is: 'starting' };
  const boundary = createBoundary({ log, observe: (source) => metrics.boundaryCaught.inc({ source }) });
  const figures = createNodeFigures(deps);
  const node = buildNode(deps, boundary, () => http, figures);
  const server = openServer(deps, phase);
  const { http, sessions } = server;
  provideFigures(deps, node, server.shedding);
  const streams = createGuardedStreams({
    clock,
    async mayRead({ headers }, organizationId, role) {
      const caller = await sessions.findCaller(headers);
      return caller !== null && (await checkRole(db, caller, organizationId, role)) === null;
    },
  });
  const post = openPost(deps);
  const accounts = createAccounts(deps, post);
  const notifying = createNotifying(deps, node, post);
  const parts: Parts = { phase, server, node, post, accounts, notifying, streams };
  addRoutes(deps, parts);

  const unused = watchUnusedConnections(http.server);
  const transport = deps.makeKioskTransport(http.server, {
    boundary,
    trustProxy: config.http.trustProxy,
    limits: config.limits,
    observe: { refused: (reason) => metrics.socketRefusals.inc({ reason }) },
  });
  const { tasks } = notifying;
  const dueJobs = createDueJobs({ db, clock, nodeId: node.nodeId, tasks, underWay: node.jobsUnderWay });
  let background: Background | null = null;
  let draining: Promise<void> | null = null;

  return {
    http,
    /** Makes the first owner while there is nobody (promise R1). The database is up and migrated. */
    bootstrap: () => bootstrapOwner(deps),
    /** Whether there is a sign in any organization. Needs a migrated database. */
    hasSigns: () => hasSigns(db),
    /** Answers under /api, takes kiosks, starts what runs in the background; until then requests are `unavailable`. The database is up and migrated. */
    start(): void {
      if (phase.is !== 'starting') return;
      phase.is = 'serving';
      background = startBackground(deps, node, { transport, boundary, sessions, notifying, figures });
    },
    /**
     * Does what of the jobs is due by the service's clock until nothing is: where nothing does them by itself (tests, virtual time). Resolves
     * with when the next is due, in ms of that clock, or null where there is none: unless a transaction adds one, looking sooner finds nothing.
     */
    runDueJobs: dueJobs.runDueAndNext,
    /**
     * Ends what it accepted and takes nothing new: waiting claims are answered (the last after `DRAIN_CLAIMS_MS`), kiosks are sent away,
     * the last heartbeat times are written.
     */
    drain: (): Promise<void> => (draining ??= drain(parts, { random: deps.random, background, transport, unused })),
  };
}

export type App = Awaited<ReturnType<typeof buildApp>>;
