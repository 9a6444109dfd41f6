import type { OpenRecord } from '../access/open-record-with-role.ts';
import type { WarmUps } from '../cluster/watch-node-warm-ups.ts';
import type { Db } from '../db/database-types.ts';
import { answer, answerJson, type Router } from '../http/router.ts';
import type { EventSummaries } from './event-summary.ts';
import type { Strips } from './heartbeat-strips.ts';

/** What walls say of whole events, and of the last hour of their signs, over REST (contract, sections 3 and 3.2). */
export function addEventFiguresRoutes(
  router: Router,
  deps: {
    db: Db;
    openEvent: OpenRecord<{ id: string; organizationId: string }>;
    summaryOf: EventSummaries;
    stripsOf: Strips;
    warmUps: Pick<WarmUps, 'now'>;
  },
): void {
  const { db, openEvent, summaryOf, stripsOf, warmUps } = deps;

  router.route('GET /api/events/:id/summary', async ({ params, caller, role }) => {
    const event = await openEvent(db, params.id, caller.userId, role);
    if ('code' in event) return event;
    return answer(200, { ...(await summaryOf(event)), warmUps: warmUps.now() });
  });

  router.route('GET /api/events/:id/strips', async ({ params, query, caller, role }) => {
    const event = await openEvent(db, params.id, caller.userId, role);
    if ('code' in event) return event;
    const strips = await stripsOf(event.id, query.signIds);
    return typeof strips === 'string' ? answerJson(strips) : strips;
  });
}
