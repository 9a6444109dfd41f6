import type { Server } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Cancel, Clock, Random } from '@sign-display/contracts/ports';
import type { ErrorCode } from '@sign-display/contracts/error-codes';
import { LIMITS } from '@sign-display/contracts/limits';
import { addOrganizationRoutes } from './organizations/organizations-routes.ts';
import { createAccountSecurity } from './access/account-security.ts';
import { createAuth } from './access/auth.ts';
import { addAuthRoutes } from './access/auth-routes.ts';
import { bootstrapOwner, type BootstrapResult } from './access/bootstrap.ts';
import { createSessionLookup } from './access/caller.ts';
import { addInvitationRoutes } from './access/invitations-routes.ts';
import { checkRole } from './access/permissions.ts';
import { pruneAttempts } from './access/counted-attempts.ts';
import { sessionCookieName } from './access/session-token.ts';
import { pruneSessions } from './access/sessions-pruning.ts';
import { addMemberRoutes } from './access/members-routes.ts';
import { createPasswordReset } from './access/password-reset.ts';
import { addAuditRoutes } from './audit/audit-routes.ts';
import { createRefusalNotes } from './audit/refused-attempts.ts';
import { addBulkRoutes } from './commands/bulk/bulk-routes.ts';
import { addClaimsRoutes } from './claims/claims-routes.ts';
import { addClonesRoutes } from './clones/clones-routes.ts';
import { addCommandsRoutes } from './commands/commands-routes.ts';
import type { Config } from './config/config.ts';
import { createInlineThinker, type RecurrenceThinker } from './recurrence/recurrence-questions.ts';
import { addSchedulesRoutes } from './signs/content/schedules-routes.ts';
import type { Ping } from './db/ping.ts';
import { startPruning } from './db/pruning.ts';
import { pruneDevices } from './devices/devices-pruning.ts';
import type { ResourceLack } from './db/database-errors.ts';
import type { Database } from './db/database.ts';
import { addEventsRoutes } from './events/events-routes.ts';
import { openEvent } from './events/open-event.ts';
import { within } from './flow/within.ts';
import { createExports } from './http/exports.ts';
import { addHealthRoutes } from './http/health.ts';
import { addOpenApiRoutes } from './http/openapi/openapi-routes.ts';
import { createRateLimit, createRequestLimits } from './http/rate-limits.ts';
import { sendRefusal } from './http/refusals.ts';
import { createRouter } from './http/router.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import { watchUnusedConnections } from './http/unused-connections.ts';
import { createDueJobs } from './jobs/due-jobs.ts';
import { startJobs, type JobTasks, type JobWorker } from './jobs/worker.ts';
import { createPostOffice } from './mail/delivery.ts';
import { classOf, createShedding } from './http/shedding.ts';
import type { SendMail } from './mail/message.ts';
import { createOutbox } from './mail/outbox.ts';
import { createSmtpMailer } from './mail/smtp.ts';
import { composeNode } from './node.ts';
import { createDeliveries } from './notifications/delivery/deliveries.ts';
import { subscribeMaker } from './notifications/inbox/subscriptions-repository.ts';
import { createPlanner } from './notifications/planning/planner.ts';
import { addPushSubscriptionRoutes } from './notifications/inbox/push-subscriptions-routes.ts';
import { addUnsubscribeRoutes } from './notifications/inbox/unsubscribe-routes.ts';
import { pruneNotifications } from './notifications/inbox/notifications-pruning.ts';
import { createPushEndpoints, type PushEndpoints } from './notifications/delivery/push-endpoints.ts';
import { createPushSender, vapidSubject, type SendPush } from './notifications/delivery/push-sender.ts';
import { readQueueFigures } from './notifications/delivery/queue-figures.ts';
import { createVapidKeys } from './notifications/delivery/vapid-keys.ts';
import { countClaimedSigns } from './presence/sign-facts.ts';
import { startPresenceWriter } from './presence/presence-writer.ts';
import { createBoundary } from './sockets/boundary.ts';
import { serveDashboards } from './dashboards/dashboard-namespace.ts';
import type { DashboardTransport } from './sockets/dashboard-transport.ts';
import { createRooms, type Carrier } from './cluster/rooms.ts';
import type { SocketIoTransportDeps } from './sockets/socket-io-transport.ts';
import type { KioskTransport } from './sockets/transport.ts';
import { describeSign } from './signs/sign-view.ts';
import { addSignsRoutes } from './signs/signs-routes.ts';
import { addContentFetchRoutes } from './reports/content-fetches/content-fetches-routes.ts';
import { countRepeatedWarnings } from './logging/counted-warnings.ts';
import type { Metrics } from './metrics/metrics.ts';
import { addNotificationsRoutes } from './notifications/inbox/notifications-routes.ts';
import { addSignMetricsRoutes } from './reports/sign-metrics/sign-metrics-routes.ts';

/** All that the service needs of the world. `main.ts` hands in the real ones, tests and the simulator their own. */
export interface AppDeps {
  config: Config;
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  log: FastifyBaseLogger;
  metrics: Metrics;
  version: string;
  /** The key that signs sessions. */
  authSecret: string;
  /** How browsers reach the service; asked when it is first needed, because a free port is known only after listening. */
  publicUrl(): string;
  /** Where mails are written that no server takes. */
  outboxFolder: string;
  /** The seam below the namespaces; where there is no network, there may be no dashboards. */
  makeKioskTransport(
    server: Server,
    more: Omit<SocketIoTransportDeps, 'clock'>,
  ): KioskTransport & { dashboards?: DashboardTransport };
  /** The jobs' own connections (`JOB_CONNECTIONS`). Where it is absent jobs are done when `runDueJobs` is called. */
  jobPool?: Pool;
  /** Takes every mail, in place of the mail server of the configuration or the outbox. */
  sendMail?: SendMail;
  /** Takes every push, in place of the services at the endpoints. */
  sendPush?: SendPush;
  /** Says which endpoints may be subscribed, in place of what asks the machine's resolver. Whoever hands them in closes them. */
  pushEndpoints?: PushEndpoints;
  /** How much there is to do; nothing is known of it where it is absent (promise R4). */
  load?: { eventLoopDelayMs(): number; databaseWaiting(): number };
  /** Computes what the rules of schedules give; where it is absent they are computed inline, under the same budget. */
  thinker?: RecurrenceThinker;
  /** What carries messages to the other nodes; none where this is the only one. */
  carrier?: Carrier;
  /** Asks the server that the carrier goes through. */
  pingCache?: (deadlineMs: number) => Promise<Ping>;
  /** What the database lacks for writes (`db/database-room.ts`). */
  databaseLack?: () => Promise<ResourceLack | null>;
}

export interface App {
  http: HttpServer;
  /** Makes the first owner while there is nobody (promise R1). The database is up and migrated. */
  bootstrap(): Promise<BootstrapResult>;
  /** Answers under /api, takes kiosks, starts what runs in the background; until then requests are `unavailable`. The database is up and migrated. */
  start(): void;
  /**
   * Does what of the jobs is due by the service's clock until nothing is: where nothing does them by itself (tests, virtual time). Resolves
   * with when the next is due, in ms of that clock, or null where there is none: unless a transaction adds one, looking sooner finds nothing.
   */
  runDueJobs(): Promise<number | null>;
  /**
   * Ends what it accepted and takes nothing new: waiting claims are answered (the last after `DRAIN_CLAIMS_MS`), kiosks are sent away,
   * the last heartbeat times are written.
   */
  drain(): Promise<void>;
}

/** The process must be gone within 10 s of a signal; a claim that is under way gets most of it. */
const DRAIN_CLAIMS_MS = 5_000;
/** A mail that is on its way to a server that works is there by then. */
const DRAIN_MAIL_MS = 1_000;
/** Kiosks of a node that drains come back spread over this and a little for each of them, so that no two do at once. */
const RECONNECT_SPREAD_MS = 2_000;
const RECONNECT_SPREAD_PER_KIOSK_MS = 10;

const DAY_MS = 86_400_000;

/** A scrape waits for no longer. */
const FIGURES_WITHIN_MS = 1_000;

/** Composes a node. Nothing runs before `start`. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { config, db, clock, random, log, metrics } = deps;
  const { limits, privatePages } = config;
  let state: 'starting' | 'serving' | 'draining' = 'starting';

  const boundary = createBoundary({ log, observe: (door) => metrics.boundaryCaught.inc({ door }) });
  const warnings = countRepeatedWarnings(log, clock);
  const node = composeNode({
    db,
    clock,
    random,
    log,
    boundary,
    rooms: createRooms(deps.carrier, {
      caught: (error) => boundary.caught('room', error),
      dropped() {
        metrics.roomMessagesDropped.inc();
        warnings.warn({}, 'message of another node dropped: it is malformed, or of another version');
      },
    }),
    thinker: deps.thinker ?? createInlineThinker(),
    settings: {
      ...limits,
      shortCodeWindowMs: LIMITS.shortCodeWindowMs,
      handshakeEnabled: config.handshakeEnabled,
      privatePages,
    },
    kioskLimits: {
      heartbeatIntervalMs: limits.heartbeatIntervalMs,
      loadTimeoutMs: limits.loadTimeoutMs,
      reachabilityIntervalMs: limits.reachabilityIntervalMs,
    },
    offlineAfterMs: limits.offlineAfterMs,
    warmUpMs: limits.warmUpMs,
    newKiosksPerAddress: limits.newKiosksPerAddress,
    retention: config.retention,
    deviceBytesPerDay: config.quotas.deviceBytesPerDay,
    quotas: config.quotas.organization,
    observe: {
      claim(outcome, durationMs, loadMs) {
        metrics.claims.inc({ outcome });
        if (durationMs === null) return;
        metrics.claimDuration.observe({ outcome }, durationMs / 1_000);
        if (loadMs !== null) metrics.claimOverhead.observe(Math.max(0, durationMs - loadMs) / 1_000);
      },
      presence: (to) => metrics.verdicts.inc({ to }),
      warmUp: (reason) => metrics.warmUps.inc({ reason }),
      command: (command, state) => metrics.commands.inc({ command, state }),
      heartbeat(lateMs) {
        metrics.heartbeats.inc();
        if (lateMs !== null) metrics.heartbeatLag.observe(lateMs / 1_000);
      },
      connections: (count) => metrics.kioskConnections.set(count),
      refused: (code) => metrics.kioskRefusals.inc({ code }),
      analytics(result, { contentFetch, other, dropped, droppedBytes }) {
        metrics.analyticsBatches.inc({ result });
        metrics.analyticsDropped.inc(dropped);
        metrics.analyticsDroppedBytes.inc(droppedBytes);
        metrics.analyticsEntries.inc({ kind: 'content_fetch' }, contentFetch);
        metrics.analyticsEntries.inc({ kind: 'other' }, other);
      },
    },
  });
  const observeDashboards = {
    connections: (count: number) => metrics.dashboardConnections.set(count),
    patch(changes: number) {
      metrics.dashboardPatches.inc();
      metrics.dashboardChanges.inc(changes);
    },
    refused: (code: ErrorCode) => metrics.dashboardRefusals.inc({ code }),
  };
  const { claims, signs, connections, presence, waiters, membership, feed } = node;

  const requestLimits = createRequestLimits(clock, limits.requestsPerMinute);
  const http = createHttpServer({
    countUnrouted: requestLimits.ofAddress,
    log,
    random,
    trustProxy: config.http.trustProxy ?? false,
    isHttps: config.http.publicUrl?.startsWith('https:') ?? false,
    answered: ({ method, route, status, durationMs }) =>
      metrics.requestDuration.observe(
        { method, route: route ?? 'none', status: `${Math.trunc(status / 100)}xx` },
        durationMs / 1_000,
      ),
  });
  http.addHook('onRequest', async (request, reply) => {
    if (state === 'serving' || !request.url.startsWith('/api/')) return;
    const detail = `This node is ${state === 'starting' ? 'starting' : 'going down'}. Ask again.`;
    return sendRefusal(reply, { code: 'unavailable', detail, retryAfterMs: 1_000 });
  });
  const { load } = deps;
  const shedding = createShedding({
    random,
    signals: () => ({
      eventLoopDelayMs: load?.eventLoopDelayMs() ?? 0,
      databaseWaiting: load?.databaseWaiting() ?? 0,
    }),
    observe: { shed: (requestClass) => metrics.shedRequests.inc({ class: requestClass }) },
  });
  const forScrape = <Figures>(asked: Promise<Figures>) =>
    within(
      clock,
      asked.catch(() => null),
      FIGURES_WITHIN_MS,
      null,
    );
  metrics.readFrom({
    ...(deps.pingCache && { pingCache: () => deps.pingCache!(FIGURES_WITHIN_MS) }),
    claimedSigns: () => forScrape(countClaimedSigns(db)),
    notificationQueue: () => forScrape(readQueueFigures(db, clock)),
    holdsLease: () => membership.holdsLease,
    presence: presence.counts,
    warmUp: () => presence.warmUp()?.reason ?? null,
    requestsUnderWay: () => shedding.underWay,
    kiosksWaiting: () => ({ handshake: node.storm.handshakes.waiting, registration: node.storm.registrations.waiting }),
  });
  http.addHook('onRequest', async (request, reply) => {
    const admitted = shedding.admit(classOf(request));
    if ('refusal' in admitted) return sendRefusal(reply, admitted.refusal);
    // Also where the client has gone before its answer.
    reply.raw.once('close', admitted.done);
  });
  http.addHook('onSend', async (_request, reply) => {
    // A client that kept its connection would keep the node: the drain ends when the last one is closed.
    if (state === 'draining') reply.header('connection', 'close');
  });
  const sessions = createSessionLookup({ db, clock, secret: deps.authSecret, publicUrl: deps.publicUrl });
  const router = createRouter({
    http: http as never,
    authenticate: (request) => sessions.findCaller(request.headers),
    limits: requestLimits,
    noteRefusal: createRefusalNotes({ db, clock }),
  });
  const exports = createExports({
    clock,
    async mayRead({ headers }, organizationId, role) {
      const caller = await sessions.findCaller(headers);
      return caller !== null && (await checkRole(db, caller.userId, organizationId, role)) === null;
    },
  });
  const { smtpUrl, from } = config.mail;
  const { publicUrl } = deps;
  const smtp = smtpUrl && !deps.sendMail ? createSmtpMailer({ url: smtpUrl, from, publicUrl, clock, random }) : null;
  const send =
    deps.sendMail ?? smtp?.send ?? createOutbox({ folder: deps.outboxFolder, from, publicUrl, clock, random });
  const mail = createPostOffice({ send, clock, log });
  const betterAuth = createAuth({
    db,
    clock,
    random,
    log,
    secret: deps.authSecret,
    publicUrl: deps.publicUrl,
    sendPasswordReset: (email, token) => passwordReset.sendLink(email, token),
  });
  const security = createAccountSecurity({ db, clock, log });
  const passwordReset = createPasswordReset({ db, clock, log, betterAuth, publicUrl: deps.publicUrl, mail });
  const invitations = { db, clock, random, publicUrl: deps.publicUrl, mail };
  const addressLimit = createRateLimit(clock, limits.signInsPerMinute);
  addAuthRoutes(http, {
    betterAuth,
    publicUrl: deps.publicUrl,
    sessions,
    passwordReset,
    security,
    addressLimit,
    limits: requestLimits,
  });
  addHealthRoutes(router, {
    db,
    clock,
    version: deps.version,
    environment: config.environment,
    isServing: () => state === 'serving',
    warmUp() {
      const warmUp = presence.warmUp();
      const timeOf = (atMs: number): string => new Date(atMs).toISOString();
      return warmUp && { reason: warmUp.reason, since: timeOf(warmUp.sinceMs), until: timeOf(warmUp.untilMs) };
    },
    ...(deps.pingCache && { pingCache: deps.pingCache }),
    ...(deps.databaseLack && { databaseLack: deps.databaseLack }),
  });
  addOrganizationRoutes(router, {
    quotas: config.quotas.organization,
    db,
    clock,
    random,
    telling: node.telling,
    creation: config.organizationCreation,
  });
  addMemberRoutes(router, invitations);
  addInvitationRoutes(router, { ...invitations, betterAuth, sessions, addressLimit });
  addEventsRoutes(router, {
    quotas: config.quotas.organization,
    db,
    clock,
    random,
    telling: node.telling,
    subscribeMaker,
  });
  addClaimsRoutes(router, { db, claims });
  addAuditRoutes(router, { db, clock, exports, checkRole });
  addSignsRoutes(router, { db, signs, describeSign });
  addClonesRoutes(router, { db, clones: node.clones });
  addSchedulesRoutes(router, { db, schedules: node.schedules, openEvent });
  addCommandsRoutes(router, { db, clock, commands: node.commands, privatePages, quotas: config.quotas.organization });
  addBulkRoutes(router, { db, clock, bulk: node.commands.bulk, privatePages });
  addContentFetchRoutes(router, { db, clock, exports });
  addSignMetricsRoutes(router, { db });
  const ownEndpoints = deps.pushEndpoints ? null : createPushEndpoints({ allowPrivate: config.push.allowPrivate });
  const pushEndpoints = deps.pushEndpoints ?? ownEndpoints!;
  const vapidKeys = createVapidKeys({ db, clock });
  addNotificationsRoutes(router, { db, clock });
  addPushSubscriptionRoutes(router, { db, clock, random, pushEndpoints, vapidKeys });
  addUnsubscribeRoutes(http as never, { db, clock, secret: deps.authSecret });
  // Last: it tells of the routes above.
  addOpenApiRoutes(http as never, { version: deps.version, publicUrl: deps.publicUrl, sessionCookieName });

  const unused = watchUnusedConnections(http.server);
  const transport = deps.makeKioskTransport(http.server, {
    boundary,
    trustProxy: config.http.trustProxy,
    limits,
    observe: { refused: (reason) => metrics.socketRefusals.inc({ reason }) },
  });
  let background: { stop(): Promise<void> } | null = null;
  let kiosks: ReturnType<typeof node.serve> | null = null;
  let dashboards: ReturnType<typeof serveDashboards> | null = null;
  let cancelPruning: Cancel = () => {};
  let draining: Promise<void> | null = null;
  const sendPush =
    deps.sendPush ??
    createPushSender({
      clock,
      endpoints: pushEndpoints,
      vapidKeys,
      subject: () => vapidSubject(deps.publicUrl(), from),
    });
  const deliveries = createDeliveries({
    db,
    clock,
    log,
    publicUrl: deps.publicUrl,
    secret: deps.authSecret,
    sendMail: send,
    sendPush,
    observe: (channel, result) => metrics.notifications.inc({ channel, result }),
  });
  const planner = createPlanner({ db, clock, random, feed, settings: limits });
  const tasks: JobTasks = {
    plan_notices: ({ eventId }) => planner.planEvent(eventId),
    deliver_mail: ({ notificationId }) => deliveries.deliver(notificationId),
    deliver_notification: ({ notificationId }) => deliveries.deliver(notificationId),
  };
  const dueJobs = createDueJobs({ db, clock, nodeId: node.nodeId, tasks, underWay: node.jobsUnderWay });
  let jobs: JobWorker | null = null;

  function sendKiosksAway(): void {
    const spreadMs = RECONNECT_SPREAD_MS + connections.size * RECONNECT_SPREAD_PER_KIOSK_MS;
    for (const { socket } of connections.all())
      socket.send('server:reconnect', { afterMs: Math.round(random.float() * spreadMs) });
  }

  async function drain(): Promise<void> {
    state = 'draining';
    presence.drain();
    cancelPruning();
    // At once: what claims still get is counted from the signal on. Jobs are given back while this node still has its lease.
    await Promise.all([waiters.drain(DRAIN_CLAIMS_MS), node.commands.stop(), jobs?.stop()]);
    // A kiosk whose answer has just been committed hears of it before it is sent away.
    await kiosks?.settled();
    sendKiosksAway();
    dashboards?.stop();
    await transport.close();
    await membership.leave();
    // A claim that was only being opened has come to wait since, for a kiosk that can't answer here any more.
    await waiters.drain(0);
    await background?.stop();
    exports.cut();
    await node.telemetry.stop();
    await Promise.all([passwordReset.settled(), security.settled()]);
    await mail.drain(DRAIN_MAIL_MS);
    smtp?.close();
    ownEndpoints?.close();
    unused.cut();
    await http.close();
  }

  return {
    http,
    bootstrap: () => bootstrapOwner({ db, config, clock, random }),
    start() {
      if (state !== 'starting') return;
      state = 'serving';
      const { offlineAfterMs, warmUpMs } = limits;
      const presenceWriter = startPresenceWriter({
        ...deps,
        nodeId: node.nodeId,
        presence,
        feed,
        lease: node.lease,
        nodes: node.nodes,
        offlineAfterMs,
        warmUpMs,
      });
      background = presenceWriter;
      node.addSweeps(presenceWriter.sweeper);
      void membership.join();
      kiosks = node.serve(transport);
      if (transport.dashboards) {
        const { rooms, warmUps } = node;
        dashboards = serveDashboards({
          ...deps,
          transport: transport.dashboards,
          boundary,
          rooms,
          warmUps,
          sessions,
          observe: observeDashboards,
        });
      }
      node.telemetry.start();
      cancelPruning = startPruning({
        clock,
        log,
        tasks: {
          pendingSigns: claims.prune,
          'old commands': node.commands.prune,
          'old bulk requests': node.commands.bulk.prune,
          'expired sessions': () => pruneSessions(db, clock.now()),
          'counted attempts': () => pruneAttempts(db, clock.now()),
          'unused devices': () => pruneDevices(db, clock.now(), config.retention.unclaimedDevice * DAY_MS),
          'old notifications': () => pruneNotifications(db, clock.now() - config.retention.notification * DAY_MS),
        },
      });
      if (deps.jobPool) {
        const { nodeId, jobsUnderWay: underWay } = node;
        jobs = startJobs({ ...deps, pool: deps.jobPool, nodeId, tasks, underWay });
      }
    },
    runDueJobs: dueJobs.runDueAndNext,
    drain: () => (draining ??= drain()),
  };
}
