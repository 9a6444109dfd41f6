import type { DashboardUpdate, DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import type { FeedMessage, ReadAgain } from './check-node-message.ts';
import type { Rooms } from './node-messaging.ts';

/**
 * What dashboards are told of, from whichever node it happened on (contract, section 4). Call it after the commit: dashboards of other nodes are told what
 * their node reads then, and so are all of a sign, which the feed only says has changed.
 */
export interface DashboardFeed {
  /** These records were made, changed or removed. */
  signsChanged(organizationId: string, signRecordIds: readonly string[]): void;
  /** These bulk requests are further than they were. */
  bulksChanged(organizationId: string, bulkIds: readonly string[]): void;
  /** These claim attempts began or ended: told to operators alone. */
  attemptsChanged(organizationId: string, attemptIds: readonly string[]): void;
  /** To every dashboard that may see the organization's signs. Of a command they are told what its row is by then. */
  toOrganization<Event extends 'command:update' | 'clone:update'>(
    organizationId: string,
    event: Event,
    message: DashboardUpdateMessage<Event>,
  ): void;
  /** To one person, on all of their sockets whose session may see the organization; null: it is about none. */
  toUser<Event extends 'claim:update' | 'notification'>(
    person: { userId: string; organizationId: string | null },
    event: Event,
    message: DashboardUpdateMessage<Event>,
  ): void;
  /**
   * The person marked these messages as read; null: all. Each node then reads the read marks
   * and the unread count again for its own sockets. Throws for an empty list, which other
   * nodes would take for all.
   */
  messagesRead(userId: string, ids: readonly string[] | null): void;
}

/** These records, of whatever organizations, were made, changed or removed. */
export function notifySignsChanged(
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

/** What dashboards of other nodes read again instead of a message. Null: another message follows, which says it too. */
function carriedOf(event: DashboardUpdate, message: object): ReadAgain | null {
  const { commandId, cloneId, requestId, step, id } = message as Record<string, string>;
  if (event === 'command:update') return { type: 'commands', ids: [commandId!] };
  if (event === 'clone:update') return { type: 'clones', ids: [cloneId!] };
  if (event === 'notification') return { type: 'notifications', ids: [id!] };
  return step === 'acknowledged' ? null : { type: 'claims', ids: [requestId!] };
}

export function createDashboardFeed(rooms: Rooms): DashboardFeed {
  function tell<Event extends DashboardUpdate>(
    { room, organizationId }: { room: string; organizationId: string | null },
    event: Event,
    message: DashboardUpdateMessage<Event>,
  ): void {
    rooms.publishHere(room, { type: 'event', event, message, organizationId } satisfies FeedMessage);
    const carried = carriedOf(event, message);
    if (carried !== null) rooms.publishElsewhere(room, carried);
  }
  const readAgain = (organizationId: string, message: ReadAgain): void => {
    if (message.ids.length > 0) rooms.publish(organizationRoom(organizationId), message);
  };
  return {
    signsChanged: (organizationId, ids) => readAgain(organizationId, { type: 'signs', ids }),
    bulksChanged: (organizationId, ids) => readAgain(organizationId, { type: 'bulks', ids }),
    attemptsChanged: (organizationId, ids) => readAgain(organizationId, { type: 'attempts', ids }),
    toOrganization: (organizationId, event, message) =>
      tell({ room: organizationRoom(organizationId), organizationId }, event, message),
    toUser: ({ userId, organizationId }, event, message) =>
      tell({ room: userRoom(userId), organizationId }, event, message),
    messagesRead(userId, ids) {
      if (ids?.length === 0) throw new Error('no messages were named');
      rooms.publish(userRoom(userId), { type: 'reads', ids: ids ?? [] } satisfies ReadAgain);
    },
  };
}
