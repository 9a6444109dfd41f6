import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { ClaimAttemptFilters } from '@sign-display/contracts/rest/claims';
import type { NodeWatch } from '../cluster/node-watch.ts';
import { openEvent } from '../events/events-repository.ts';
import type { Db } from '../db/database-types.ts';
import { BY_TIME_AND_ID, openPage } from '../http/pagination.ts';
import type { RestRefusal } from '../http/problem.ts';
import { answer, type Answer, type Router } from '../http/router.ts';
import { claimAttempt, listClaimAttempts, summarizeClaimAttempts, type AttemptScope } from './claim-attempts.ts';
import type { ClaimReply } from './outcome-handling.ts';
import type { ClaimsService } from './claims-service.ts';
import { listReplacements, replacementView } from './replacements.ts';

/** 201 for a claim that this request committed, 200 for one that its requestId had already (contract, section 3). */
function claimAnswer(reply: ClaimReply): Answer | RestRefusal {
  if ('code' in reply) return reply;
  const { body, replayed } = reply;
  return answer(replayed ? 200 : 201, body, { etag: `"${body.sign.version}"` });
}

interface ClaimsRoutesDeps {
  db: Db;
  clock: Clock;
  claims: ClaimsService;
  nodes: Pick<NodeWatch, 'dead'>;
  /** For so long attempts are listed (REPORT_RETENTION_DAYS). */
  attemptsListedMs: number;
}

/** Claiming over REST: translates, decides nothing. */
export function addClaimsRoutes(router: Router, deps: ClaimsRoutesDeps): void {
  const { db, clock, claims, nodes, attemptsListedMs } = deps;
  const scopeOf = (eventId: string, { actorId, outcome, from, to }: ClaimAttemptFilters): AttemptScope => ({
    eventId,
    actorId,
    outcome,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    since: new Date(clock.now() - attemptsListedMs),
  });

  router.route('POST /api/signs/claim/start', async ({ body, author }) => {
    const started = await claims.start(author, body);
    return 'code' in started ? started : answer(201, started);
  });

  router.route(
    'DELETE /api/signs/claim/:pendingId',
    async ({ params, author }) => (await claims.withdraw(author, params.pendingId)) ?? answer(204),
  );

  router.route('POST /api/signs/claim', async ({ body, author }) => claimAnswer(await claims.claim(author, body)));

  router.route('POST /api/signs/:id/link', async ({ body, author, params }) =>
    claimAnswer(await claims.link(author, params.id, body)),
  );

  router.route('POST /api/signs/:id/replace', async ({ body, author, params }) =>
    claimAnswer(await claims.replace(author, params.id, body)),
  );

  router.route('GET /api/events/:id/claim-attempts', async ({ params, query, caller, role }) => {
    const event = await openEvent(db, params.id, caller, role);
    if ('code' in event) return event;
    const page = openPage(BY_TIME_AND_ID, query);
    if ('code' in page) return page;
    const scope = scopeOf(event.id, query);
    return answer(200, await page.read((after, most) => listClaimAttempts(db, scope, after, most), claimAttempt));
  });

  router.route('GET /api/events/:id/claim-attempts/summary', async ({ params, query, caller, role }) => {
    const event = await openEvent(db, params.id, caller, role);
    if ('code' in event) return event;
    return answer(200, await summarizeClaimAttempts(db, scopeOf(event.id, query)));
  });

  router.route('GET /api/events/:id/replacements', async ({ params, query, caller, role }) => {
    const event = await openEvent(db, params.id, caller, role);
    if ('code' in event) return event;
    const page = openPage(BY_TIME_AND_ID, query);
    if ('code' in page) return page;
    const of = { eventId: event.id, dead: nodes.dead() };
    return answer(200, await page.read((after, most) => listReplacements(db, of, after, most), replacementView));
  });
}
