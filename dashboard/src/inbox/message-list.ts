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

/** How a page of messages was read: under which filter, below which message (none: the newest page), and when. */
export interface PageRead {
  isUnread: boolean;
  below: Notification | undefined;
  at: string;
}

const isOlder = (message: Notification, than: Notification): boolean => newestFirst(message, than) > 0;

/** The messages of the list with those of the page. Unread messages that a page of unread messages no longer has are read by now; they stay until the page is opened again. */
function withPage(
  items: readonly Notification[],
  page: MessagePage,
  { isUnread, below, at }: PageRead,
): Notification[] {
  const oldest = page.nextCursor === null ? undefined : page.items.at(-1);
  const isCovered = (one: Notification): boolean =>
    (below === undefined || isOlder(one, below)) && (oldest === undefined || !isOlder(one, oldest));
  const known = isUnread
    ? items.map((one) => (one.readAt === null && isCovered(one) ? { ...one, readAt: at } : one))
    : items;
  return merged(page.items, known);
}

/**
 * The list after a page was read anew: its newest messages, or those below a message of it. Older ones stay where the page reaches them; else the list begins
 * anew, so that it has no hole.
 */
export function withReread(list: MessageList | undefined, page: MessagePage, read: PageRead): MessageList {
  const [oldest, newestKnown, oldestKnown] = [page.items.at(-1), list?.items[0], list?.items.at(-1)];
  const reaches =
    read.below !== undefined || page.nextCursor === null || (oldest && newestKnown && !isOlder(newestKnown, oldest));
  if (!list || !reaches) return { items: merged(page.items), waiting: [], nextCursor: page.nextCursor };
  const goesBeyond = page.nextCursor === null || (oldest && oldestKnown && !isOlder(oldestKnown, oldest));
  return {
    items: withPage(list.items, page, read),
    waiting: read.below === undefined ? [] : list.waiting,
    nextCursor: goesBeyond ? page.nextCursor : list.nextCursor,
  };
}

/** Whether read marks may be missing below the page that was read last: an unread message is older than its last one. */
export const isUnreadBelow = (list: MessageList, page: MessagePage): boolean => {
  const oldest = page.nextCursor === null ? undefined : page.items.at(-1);
  return oldest !== undefined && list.items.some((one) => one.readAt === null && isOlder(one, oldest));
};

/** `isHeld`: somebody reads the list, so that nothing may move. */
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
