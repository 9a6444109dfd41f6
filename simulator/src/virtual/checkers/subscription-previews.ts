import type { SubscriptionPreview } from '@sign-display/contracts/rest/subscriptions';
import { SUBSCRIBERS, PEOPLE } from '../initial-data.ts';
import type { Asked } from '../world.ts';
import { assertPromise } from './assert-promise.ts';
import type { Checker, Watch } from './checker.ts';
import type { NotificationRow } from './row-types.ts';
import { mirror, type Mirror } from './shared-table-mirror.ts';

const PATH = /^\/api\/events\/([^/]+)\/subscription\/preview$/;

/**
 * D18: a preview counts the messages that the planner sent to a person who has these settings since the beginning. The plans that ask for previews are
 * written by hand and delay no planner: only then both plan at the same moments.
 */
export const subscriptionPreviews: Checker = {
  promises: ['D18'],
  begin(world): Watch {
    const rows: Mirror<NotificationRow> = mirror(world, 'notification');

    function check(eventId: string, settings: string, { counts }: SubscriptionPreview): void {
      const subscriber = SUBSCRIBERS.find(
        ({ who: _who, eventId: id, ...own }) =>
          id === eventId && JSON.stringify({ ...own, snoozedUntil: null }) === settings,
      );
      if (!subscriber) return;
      const expected = { email: 0, push: 0, inbox: 0 };
      for (const { user_id: userId, event_id: id, channel } of rows.rows())
        if (userId === PEOPLE[subscriber.who].id && id === eventId) expected[channel] += 1;
      world.coverage.hit('preview compared');
      assertPromise(
        JSON.stringify(counts) === JSON.stringify(expected),
        'D18',
        'a preview counts other messages than the planner sent under the same settings',
        () => ({ seen: counts, expected }),
      );
    }

    world.onAsked(({ request, reply }: Asked) => {
      const eventId = PATH.exec(request.path)?.[1];
      if (eventId !== undefined && reply?.status === 200)
        check(eventId, JSON.stringify(request.body), reply.body as SubscriptionPreview);
    });
    return {};
  },
};
