import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import type { FeedMessage } from './room-messages.ts';
import type { Rooms } from './rooms.ts';

/**
 * What dashboards are told of, from whichever node it happened on (contract, section 4). Call it after the commit: of a sign the feed only
 * says that it changed, and the node that has the dashboards reads what it is now.
 */
export interface DashboardFeed {
  /** These records were made, changed or removed. */
  signsChanged(organizationId: string, signRecordIds: readonly string[]): void;
  /** These bulk requests are further than they were. */
  bulksChanged(organizationId: string, bulkIds: readonly string[]): void;
  /** To every dashboard that may see the organization's signs. Of a command they are told what its row is by then. */
  toOrganization<Event extends 'command:update' | 'clone:update'>(
    organizationId: string,
    event: Event,
    message: DashboardUpdateMessage<Event>,
  ): void;
  /** To one person, on all of their sockets. */
  toUser<Event extends 'claim:update' | 'notification'>(
    userId: string,
    event: Event,
    message: DashboardUpdateMessage<Event>,
  ): void;
}

/** These records, of whatever organizations, were made, changed or removed. */
export function tellSignsChanged(
  feed: Pick<DashboardFeed, 'signsChanged'>,
  signs: readonly { id: string; organizationId: string }[],
): void {
  for (const [organizationId, ofOne] of Map.groupBy(signs, (sign) => sign.organizationId))
    feed.signsChanged(
      organizationId,
      ofOne.map(({ id }) => id),
    );
}

export const organizationRoom = (organizationId: string): string => `organization:${organizationId}`;
export const userRoom = (userId: string): string => `user:${userId}`;

export function createDashboardFeed(rooms: Rooms): DashboardFeed {
  return {
    signsChanged(organizationId, ids) {
      if (ids.length > 0) rooms.publish(organizationRoom(organizationId), { type: 'signs', ids } satisfies FeedMessage);
    },
    bulksChanged(organizationId, ids) {
      if (ids.length > 0) rooms.publish(organizationRoom(organizationId), { type: 'bulks', ids } satisfies FeedMessage);
    },
    toOrganization(organizationId, event, message) {
      rooms.publish(organizationRoom(organizationId), { type: 'event', event, message } satisfies FeedMessage);
    },
    toUser(userId, event, message) {
      rooms.publish(userRoom(userId), { type: 'event', event, message } satisfies FeedMessage);
    },
  };
}
