import type { Notification } from '@sign-display/contracts/rest/notifications';

/** Holds the inbox messages of a page, newest first, and adds arrivals, read marks and new reads to them. Pure. */

export interface MessageFilter {
  eventId: string | undefined;
  isUnread: boolean;
}

export interface MessageList {
  items: readonly Notification[];
  /** Messages that arrived while the person read the list, newest first. They are shown on request. */
  waiting: readonly Notification[];
  /** The cursor of the older messages; null if there are none. */
  nextCursor: string | null;
}

export interface MessagePage {
  items: readonly Notification[];
  nextCursor: string | null;
}

const newestFirst = (a: Notification, b: Notification): number => b.at.localeCompare(a.at) || (a.id < b.id ? 1 : -1);

/** Merges lists, newest first. If several lists have a message, the first list's version counts. */
function merged(...lists: (readonly Notification[])[]): Notification[] {
  const known = new Map<string, Notification>();
  for (const message of lists.flat()) if (!known.has(message.id)) known.set(message.id, message);
  return [...known.values()].toSorted(newestFirst);
}

export const isSelected = ({ eventId, isUnread }: MessageFilter, message: Notification): boolean =>
  (eventId === undefined || message.event?.id === eventId) && (!isUnread || message.readAt === null);

/** Appends the next page of older messages to the list. */
export const withOlder = (list: MessageList, page: MessagePage): MessageList => ({
  ...list,
  items: merged(list.items, page.items),
  nextCursor: page.nextCursor,
});

/**
 * Updates the list after its newest messages were read again. Older messages stay if the page reaches them. A message
 * that no longer passes the filter, because it was marked as read, stays until the page is opened again.
 */
export function withNewest(list: MessageList | undefined, page: MessagePage): MessageList {
  const oldest = page.items.at(-1);
  const reaches = page.nextCursor === null || (oldest && list?.items.some(({ id }) => id === oldest.id));
  if (!list || !reaches) return { items: merged(page.items), waiting: [], nextCursor: page.nextCursor };
  return {
    items: merged(page.items, list.items),
    waiting: [],
    nextCursor: page.nextCursor === null ? null : list.nextCursor,
  };
}

/** Adds a new message. `isHeld`: the person reads the list, so nothing may move. */
export function arrived(list: MessageList, message: Notification, isHeld: boolean): MessageList {
  if (list.items.some(({ id }) => id === message.id)) return list;
  return isHeld
    ? { ...list, waiting: merged([message], list.waiting) }
    : { ...list, items: merged([message], list.waiting, list.items), waiting: [] };
}

export const released = (list: MessageList): MessageList =>
  list.waiting.length === 0 ? list : { ...list, items: merged(list.waiting, list.items), waiting: [] };

const markedIn = (
  messages: readonly Notification[],
  ids: ReadonlySet<string> | null,
  at: string,
): readonly Notification[] =>
  messages.some(({ id, readAt }) => readAt === null && (ids === null || ids.has(id)))
    ? messages.map((one) => (one.readAt === null && (ids === null || ids.has(one.id)) ? { ...one, readAt: at } : one))
    : messages;

/** Gives these messages a read mark; all messages if `ids` is null. */
export function marked(list: MessageList, ids: readonly string[] | null, at: string): MessageList {
  const named = ids === null ? null : new Set(ids);
  const [items, waiting] = [markedIn(list.items, named, at), markedIn(list.waiting, named, at)];
  return items === list.items && waiting === list.waiting ? list : { ...list, items, waiting };
}

/** Reverts the marks with the time `at`, which the service could not store. */
export const unmarked = (list: MessageList, ids: readonly string[], at: string): MessageList => {
  const named = new Set(ids);
  const back = (one: Notification) => (named.has(one.id) && one.readAt === at ? { ...one, readAt: null } : one);
  return { ...list, items: list.items.map(back), waiting: list.waiting.map(back) };
};

export const unreadIds = (list: MessageList): string[] =>
  [...list.items, ...list.waiting].filter(({ readAt }) => readAt === null).map(({ id }) => id);

/** Groups the identifiers of the messages by day. */
export function byDay(
  messages: readonly Notification[],
  dayOf: (message: Notification) => string,
): ReadonlyMap<string, readonly string[]> {
  const days = new Map<string, string[]>();
  for (const message of messages) {
    const day = dayOf(message);
    const ids = days.get(day);
    if (ids) ids.push(message.id);
    else days.set(day, [message.id]);
  }
  return days;
}
