import type { Notification } from '@sign-display/contracts/rest/notifications';

/** The messages of the inbox that a page has, newest first, with what arrives, what is read and what is read anew. Pure. */

export interface MessageFilter {
  eventId: string | undefined;
  isUnread: boolean;
}

export interface MessageList {
  items: readonly Notification[];
  /** Arrived while somebody read the list; newest first. They are shown on request. */
  waiting: readonly Notification[];
  /** For the older messages; null: there are none. */
  nextCursor: string | null;
}

export interface MessagePage {
  items: readonly Notification[];
  nextCursor: string | null;
}

const newestFirst = (a: Notification, b: Notification): number => b.at.localeCompare(a.at) || (a.id < b.id ? 1 : -1);

/** Each message once, of the first that has it. */
function merged(...lists: (readonly Notification[])[]): Notification[] {
  const known = new Map<string, Notification>();
  for (const message of lists.flat()) if (!known.has(message.id)) known.set(message.id, message);
  return [...known.values()].toSorted(newestFirst);
}

export const isSelected = ({ eventId, isUnread }: MessageFilter, message: Notification): boolean =>
  (eventId === undefined || message.event?.id === eventId) && (!isUnread || message.readAt === null);

/** The list with the page that follows. */
export const withOlder = (list: MessageList, page: MessagePage): MessageList => ({
  ...list,
  items: merged(list.items, page.items),
  nextCursor: page.nextCursor,
});

/**
 * The list after its newest messages were read anew. Older ones stay where the page reaches them. A message that is read by now stays, as it is shown, until the
 * page is opened again.
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

/** These messages have a read mark now; null: all have one. */
export function marked(list: MessageList, ids: readonly string[] | null, at: string): MessageList {
  const named = ids === null ? null : new Set(ids);
  const [items, waiting] = [markedIn(list.items, named, at), markedIn(list.waiting, named, at)];
  return items === list.items && waiting === list.waiting ? list : { ...list, items, waiting };
}

/** Takes marks back that could not be stored: those of `at`. */
export const unmarked = (list: MessageList, ids: readonly string[], at: string): MessageList => {
  const named = new Set(ids);
  const back = (one: Notification) => (named.has(one.id) && one.readAt === at ? { ...one, readAt: null } : one);
  return { ...list, items: list.items.map(back), waiting: list.waiting.map(back) };
};

export const unreadIds = (list: MessageList): string[] =>
  [...list.items, ...list.waiting].filter(({ readAt }) => readAt === null).map(({ id }) => id);

/** The identifiers of the messages by their days. */
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
