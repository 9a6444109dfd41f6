import { LIMITS } from '@sign-display/contracts/limits';
import type { Clock } from '@sign-display/contracts/ports';
import { openEvent } from '../../events/open-event.ts';
import { checkRole } from '../../access/permissions.ts';
import type { Db } from '../../db/database.ts';
import { CURSOR_FORMS, decodeCursor, pageOf, readTimeCursor } from '../../http/cursor.ts';
import { answer, type Router } from '../../http/router.ts';
import { listFailedDeliveries, retryDelivery } from '../delivery/failed-deliveries.ts';
import { countUnread, listInbox, markRead } from './inbox-repository.ts';
import { changeSubscription } from './subscriptions.ts';
import { readSubscription } from './subscriptions-repository.ts';

/** What people want to be told, and their inbox, over REST (contract, sections 3 and 3.1). */
export function addNotificationsRoutes(router: Router, deps: { db: Db; clock: Clock }): void {
  const { db, clock } = deps;

  router.route('GET /api/events/:id/subscription', async ({ params, caller, role }) => {
    const event = await openEvent(db, params.id, caller.userId, role);
    return 'code' in event ? event : answer(200, await readSubscription(db, event.id, caller.userId));
  });

  router.route('PUT /api/events/:id/subscription', async ({ params, body, caller, role, author }) => {
    const event = await openEvent(db, params.id, caller.userId, role);
    if ('code' in event) return event;
    const changed = await changeSubscription(deps, author, event, body);
    return 'code' in changed ? changed : answer(200, changed);
  });

  router.route('GET /api/notifications', async ({ query, caller }) => {
    const from = readTimeCursor(query.cursor);
    if ('code' in from) return from;
    const limit = query.limit ?? LIMITS.pageSize;
    const [rows, unreadCount] = await Promise.all([
      listInbox(db, caller.userId, from.position, limit + 1),
      countUnread(db, caller.userId),
    ]);
    const page = pageOf(
      rows,
      limit,
      (item) => [item.at, item.id],
      (item) => item,
    );
    return answer(200, { ...page, unreadCount });
  });

  router.route('POST /api/notifications/read', async ({ body, caller }) => {
    await markRead(db, caller.userId, 'ids' in body ? body.ids : null, new Date(clock.now()));
    return answer(204);
  });

  router.route('GET /api/organizations/:id/failed-deliveries', async ({ params, query, caller, role }) => {
    const cursor = decodeCursor(query.cursor, [CURSOR_FORMS.uuid]);
    if ('refusal' in cursor) return cursor.refusal;
    const refused = await checkRole(db, caller.userId, params.id, role);
    if (refused) return refused;
    const limit = query.limit ?? LIMITS.pageSize;
    const rows = await listFailedDeliveries(db, params.id, cursor.after?.[0] ?? null, limit + 1);
    return answer(
      200,
      pageOf(
        rows,
        limit,
        ({ id }) => [id],
        (row) => row,
      ),
    );
  });

  router.route(
    'POST /api/organizations/:id/failed-deliveries/:deliveryId/retry',
    async ({ params: { id: organizationId, deliveryId }, caller, role, author }) => {
      const refused =
        (await checkRole(db, caller.userId, organizationId, role)) ??
        (await retryDelivery(deps, author, { organizationId, deliveryId }));
      return refused ?? answer(202, { id: deliveryId, state: 'queued' });
    },
  );
}
