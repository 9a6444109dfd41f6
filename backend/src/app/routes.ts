import { addAccountEventRoutes } from '../access/account-events-routes.ts';
import { addAuthRoutes } from '../access/auth-routes.ts';
import { addInvitationRoutes } from '../access/invitations-routes.ts';
import { addPasskeyRoutes } from '../access/second-factor/passkeys/passkey-routes.ts';
import { addSecondFactorRoutes } from '../access/second-factor/second-factor-routes.ts';
import { addMfaResetRoute } from '../access/second-factor/system-routes.ts';
import { createMe } from '../access/me.ts';
import { addMemberSessionsRoutes } from '../access/member-sessions-routes.ts';
import { addMemberRoutes } from '../access/members-routes.ts';
import { checkRole } from '../access/role-checks.ts';
import { sessionCookieName } from '../access/verify-session-token.ts';
import { addAuditRoutes } from '../audit/audit-routes.ts';
import { addClaimsRoutes } from '../claims/claims-routes.ts';
import { addClonesRoutes } from '../clones/clones-routes.ts';
import { addBulkRoutes } from '../commands/bulk/bulk-routes.ts';
import { addCommandsRoutes } from '../commands/commands-routes.ts';
import { addScreenshotRoute } from '../commands/pictures/screenshot-route.ts';
import { addNowRoutes } from '../dashboards/sign-now/now-routes.ts';
import { addEventsRoutes } from '../events/events-routes.ts';
import { openEvent } from '../events/events-repository.ts';
import { createExports } from '../http/exports.ts';
import { addHealthRoutes } from '../http/health.ts';
import { addOpenApiRoutes } from '../http/openapi/openapi-routes.ts';
import { addPagesRoutes } from '../http/pages/pages-routes.ts';
import { addSampleRoute } from '../http/pages/sample-route.ts';
import type { Node } from '../node.ts';
import { addNotificationsRoutes } from '../notifications/inbox/notifications-routes.ts';
import { addPushSubscriptionRoutes } from '../notifications/inbox/push-subscriptions-routes.ts';
import { forgetSubscriptions, subscribeMaker } from '../notifications/inbox/subscriptions-repository.ts';
import { addOutagesRoutes } from '../notifications/outages/outages-routes.ts';
import { addMailLinkRoutes } from '../notifications/inbox/mail-link-routes.ts';
import { addOrganizationRoutes } from '../organizations/organizations-routes.ts';
import { addPageRulesRoutes } from '../organizations/page-rules-routes.ts';
import { addContentFetchRoutes } from '../reports/content-fetches/content-fetches-routes.ts';
import { addSignMetricsRoutes } from '../reports/sign-metrics/sign-metrics-routes.ts';
import { addSchedulesRoutes } from '../signs/content/schedules-routes.ts';
import { addEventFiguresRoutes } from '../signs/event-figures-routes.ts';
import { createEventSummaries } from '../signs/event-summary.ts';
import { describeSign } from '../signs/sign-view.ts';
import { addSnapshotRoute } from '../signs/snapshot/snapshot-routes.ts';
import { createSnapshots } from '../signs/snapshot/snapshots.ts';
import { addSignsRoutes } from '../signs/signs-routes.ts';
import { createStrips } from '../signs/heartbeat-strips.ts';
import { addSystemRoutes } from '../system/system-routes.ts';
import type { AppDeps } from './deps.ts';
import type { Parts } from './service-parts-type.ts';

const DAY_MS = 24 * 3_600_000;

/** Why this node's offline verdicts wait now, in the form of GET /health. */
function tellWarmUp({ presence }: Node) {
  const warmUp = presence.warmUp();
  const timeOf = (atMs: number): string => new Date(atMs).toISOString();
  return warmUp && { reason: warmUp.reason, since: timeOf(warmUp.sinceMs), until: timeOf(warmUp.untilMs) };
}

/** Adds every route, feature by feature. */
export function addRoutes(deps: AppDeps, { phase, server, node, post, accounts, notifying, streams }: Parts): void {
  const { config, db, clock, random, publicUrl, metrics } = deps;
  const { privatePages } = config;
  const { http, router } = server;
  const quotas = config.quotas.organization;
  const outbox = post.isOutbox ? deps.outboxFolder : null;
  const { contact, vapidKeys } = notifying;
  const pushPublicKey = async () => ('off' in contact() ? null : (await vapidKeys()).publicKey);
  const tellMe = createMe({ db, publicUrl, outbox, systemOwners: config.systemOwners, pushPublicKey });
  const organizations = {
    ...deps,
    quotas,
    telling: node.telling,
    creation: config.organizationCreation,
    tellMe,
    linkHandshakeDefault: config.handshakeEnabled,
  };
  const exports = createExports(streams);
  const snapshots = createSnapshots({
    db,
    clock,
    cut: (reader) => streams.cut(reader, 'newer snapshots need the place'),
    observe: (source) => metrics.snapshots.inc({ source }),
  });
  const invitations = { ...deps, mail: post.mail, tellMe };

  addAuthRoutes(http, { ...deps, ...server, ...accounts });
  addAccountEventRoutes(router, { db });
  addSecondFactorRoutes(router, { ...deps, ...server, ...accounts, mail: post.mail });
  addPasskeyRoutes(router, { ...deps, ...server, ...accounts, mail: post.mail });
  addHealthRoutes(router, {
    ...deps,
    environment: config.environment,
    isServing: () => phase.is === 'serving',
    warmUp: () => tellWarmUp(node),
  });
  addOrganizationRoutes(router, organizations);
  addPageRulesRoutes(router, { db, privatePages });
  addMemberRoutes(router, { ...invitations, forgetSubscriptions });
  addMemberSessionsRoutes(router, invitations);
  addInvitationRoutes(router, { ...invitations, ...accounts, ...server });
  addEventsRoutes(router, { ...organizations, subscribeMaker });
  addClaimsRoutes(router, {
    db,
    clock,
    claims: node.claims,
    nodes: node.nodes,
    attemptsListedMs: config.retention.report * DAY_MS,
  });
  addAuditRoutes(router, { db, clock, exports, checks: notifying.auditChecks, checkRole });
  addSignsRoutes(router, { db, signs: node.signs, describeSign });
  addSnapshotRoute(router, { db, snapshots, streams, openEvent });
  addNowRoutes(router, { db, ...node });
  addClonesRoutes(router, { db, clones: node.clones });
  addSchedulesRoutes(router, { db, schedules: node.schedules, openEvent });
  addCommandsRoutes(router, { db, clock, commands: node.commands, privatePages, quotas });
  addScreenshotRoute(router, { db, random, commands: node.commands });
  addBulkRoutes(router, { db, clock, bulk: node.commands.bulk, privatePages, openEvent });
  addContentFetchRoutes(router, { db, clock, exports });
  addSignMetricsRoutes(router, { db });
  addEventFiguresRoutes(router, {
    db,
    openEvent,
    warmUps: node.warmUps,
    summaryOf: createEventSummaries({ db, clock, versions: node.signVersions }),
    stripsOf: createStrips({ db, clock, heartbeatIntervalMs: config.limits.heartbeatIntervalMs }),
  });
  addOutagesRoutes(router, {
    db,
    clock,
    feed: node.feed,
    deliveriesKeptMs: config.retention.notification * DAY_MS,
  });
  addNotificationsRoutes(router, { db, clock, feed: node.feed, ...notifying });
  addPushSubscriptionRoutes(router, { ...deps, ...notifying });
  addMfaResetRoute(router, { ...invitations, systemOwners: config.systemOwners });
  addSystemRoutes(router, { ...deps, nodes: node.nodes, systemOwners: config.systemOwners });
  addMailLinkRoutes(http as never, { db, clock, secret: deps.authSecret, publicUrl: deps.publicUrl });
  addSampleRoute(http as never);
  if (deps.pages) addPagesRoutes(http as never, deps.pages, config);
  // Last: it tells of the routes above.
  addOpenApiRoutes(http as never, { version: deps.version, publicUrl, sessionCookieName });
}
