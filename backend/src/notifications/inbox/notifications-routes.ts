import type { Clock } from '@sign-display/contracts/clock-and-random';
import { openEvent } from '../../events/events-repository.ts';
import { checkRole } from '../../access/role-checks.ts';
import type { DashboardFeed } from '../../cluster/dashboard-feed.ts';
import type { Db } from '../../db/database-types.ts';
import { asItIs, BY_ID, BY_TIME_AND_ID, openPage } from '../../http/pagination.ts';
import { answer, type Router } from '../../http/router.ts';
import type { TestChannels } from '../delivery/send-test-messages.ts';
import type { PreviewSubscription } from '../planning/preview-subscription.ts';
import { listFailedDeliveries, retryDelivery } from '../delivery/list-and-retry-failed-deliveries.ts';
import { countUnread, listInbox, markRead } from './inbox-repository.ts';
import { changeSubscription, checkSettings } from './change-subscription.ts';
import { readSubscription } from './subscriptions-repository.ts';

/** Adds the routes of subscriptions and the inbox (contract, sections 3 and 3.1). */
export function addNotificationsRoutes(
  router: Router,
  deps: {
    db: Db;
    clock: Clock;
    feed: Pick<DashboardFeed, 'messagesRead'>;
    testChannels: TestChannels;
    previewSubscription: PreviewSubscription;
  },
): void {
  const { db, clock, feed, testChannels, previewSubscription } = deps;

  router.route('GET /api/events/:id/subscription', async ({ params, caller, role }) => {
    const event = await openEvent(db, params.id, caller, role);
    return 'code' in event ? event : answer(200, await readSubscription(db, event.id, caller.userId));
  });

  router.route('PUT /api/events/:id/subscription', async ({ params, body, caller, role, author }) => {
    const event = await openEvent(db, params.id, caller, role);
    if ('code' in event) return event;
    const changed = await changeSubscription(deps, author, event, body);
    return 'code' in changed ? changed : answer(200, changed);
  });

  router.route('POST /api/events/:id/subscription/preview', async ({ params, body, caller, role, raw }) => {
    const event = await openEvent(db, params.id, caller, role);
    if ('code' in event) return event;
    const settings = await checkSettings(db, event.id, body);
    if ('code' in settings) return settings;
    const snoozedUntil = settings.snoozedUntil === null ? null : new Date(settings.snoozedUntil);
    const isClosed = () => raw.raw.socket.destroyed;
    const preview = await previewSubscription(caller.userId, event, { ...settings, snoozedUntil }, isClosed);
    return 'code' in preview ? preview : answer(200, preview);
  });

  router.route('POST /api/events/:id/subscription/test', async ({ params, caller, role, author }) => {
    const event = await openEvent(db, params.id, caller, role);
    if ('code' in event) return event;
    const tested = await testChannels(author, event);
    return 'code' in tested ? tested : answer(200, tested);
  });

  router.route('GET /api/notifications', async ({ query, caller }) => {
    const page = openPage(BY_TIME_AND_ID, query);
    if ('code' in page) return page;
    const [found, unreadCount] = await Promise.all([
      page.read((after, limit) => listInbox(db, caller, { ...query, after, limit }), asItIs),
      countUnread(db, caller),
    ]);
    return answer(200, { ...found, unreadCount });
  });

  router.route('POST /api/notifications/read', async ({ body, caller }) => {
    const ids = 'ids' in body ? body.ids : null;
    const isChanged = await markRead(db, caller, ids, new Date(clock.now()));
    if (isChanged) feed.messagesRead(caller.userId, ids);
    return answer(204);
  });

  router.route('GET /api/organizations/:id/failed-deliveries', async ({ params, query, caller, role }) => {
    const page = openPage(BY_ID, query);
    if ('code' in page) return page;
    const refused = await checkRole(db, caller, params.id, role);
    if (refused) return refused;
    return answer(200, await page.read((after, most) => listFailedDeliveries(db, params.id, after, most), asItIs));
  });

  router.route(
    'POST /api/organizations/:id/failed-deliveries/:deliveryId/retry',
    async ({ params: { id: organizationId, deliveryId }, caller, role, author }) => {
      const refused =
        (await checkRole(db, caller, organizationId, role)) ??
        (await retryDelivery(deps, author, { organizationId, deliveryId }));
      return refused ?? answer(202, { id: deliveryId, state: 'queued' });
    },
  );
}
