import type { Notification } from '@sign-display/contracts/rest/notifications';
import { createEffect, createSignal, on, onCleanup, untrack, type Accessor } from 'solid-js';
import { asked, type Trouble } from '../api/session.ts';
import { errorText } from '../features/error-text.ts';
import { useInboxTools } from '../inbox-context.ts';
import { showToast } from '../ui/toasts.tsx';
import {
  arrived,
  isSelected,
  isUnreadBelow,
  marked,
  released,
  unmarked,
  unreadIds,
  withOlder,
  withReread,
  type MessageFilter,
  type MessageList,
  type MessagePage,
} from './message-list.ts';

type Change = (known: MessageList) => MessageList;

const PAGE = 50;
/** The most messages of one request. */
const PAGE_MOST = 200;
/** Between two pages that are read again: a fifth of one person's requests. */
const REST_MS = 1_000;

export interface Messages {
  /** Undefined until the messages are read. */
  list: Accessor<MessageList | undefined>;
  trouble: Accessor<{ why: Trouble } | undefined>;
  isReadingOlder: Accessor<boolean>;
  read(): void;
  older(): void;
  /** Adds the messages that arrived while the list was held. */
  release(): void;
  /** Holds new messages back while the person reads the list. */
  hold(isHeld: boolean): void;
  /** Marks one message as read, immediately on the page. */
  markRead(message: Notification): void;
  /** Marks the whole inbox as read. */
  markAll(): void;
}

/**
 * Reads the messages that `filter` selects and keeps them live. Read marks show before the service has stored them, and
 * are reverted if the service refuses.
 */
export function createMessages(filter: Accessor<MessageFilter>): Messages {
  const { client, clock, personal, words } = useInboxTools();
  const [list, setList] = createSignal<MessageList>();
  const [trouble, setTrouble] = createSignal<{ why: Trouble }>();
  const [isReadingOlder, setReadingOlder] = createSignal(false);
  /** The number of the newest read. Responses to earlier reads are ignored. */
  let reading = 0;
  let isReading = false;
  let cancelRest = (): void => {};
  /** Nor does one to an earlier filter. */
  let filters = 0;
  let isHeld = false;
  /**
   * Changes during each request. The response may be older than these changes, so they are applied to the response too.
   */
  const changesDuring = new Set<Change[]>();
  function change(step: Change): void {
    setList((known) => known && step(known));
    for (const changes of changesDuring) changes.push(step);
  }
  async function askWithChanges(limit: number, cursor?: string) {
    const changes: Change[] = [];
    changesDuring.add(changes);
    const answer = await ask(limit, cursor);
    changesDuring.delete(changes);
    const withChanges = (known: MessageList): MessageList => changes.reduce((before, step) => step(before), known);
    return { answer, withChanges };
  }

  async function ask(limit: number, cursor?: string) {
    const { eventId, isUnread } = untrack(filter);
    return await asked(
      client.call('GET /api/notifications', {
        query: {
          limit,
          ...(cursor !== undefined && { cursor }),
          ...(eventId !== undefined && { eventId }),
          ...(isUnread && { unread: 'true' as const }),
        },
      }),
    );
  }
  /** Reads the newest page, or the one below `below`, into the list; resolves with the page, or with undefined where a later reading counts. */
  async function readPage(mine: number, limit: number, below?: Notification, cursor?: string) {
    // The changes are made again, to the list as it was at the request: a message that arrived since is not in the response.
    const before = untrack(list);
    const { answer, withChanges } = await askWithChanges(limit, cursor);
    if (mine !== reading) return undefined;
    if (!answer.ok) return void setTrouble({ why: answer.body });
    setTrouble();
    const at = new Date(clock.now()).toISOString();
    const { isUnread } = untrack(filter);
    setList(withChanges(withReread(before, answer.body, { isUnread, below, at })));
    return answer.body;
  }
  async function read(): Promise<void> {
    const mine = (reading += 1);
    cancelRest();
    const known = untrack(list)?.items.length ?? 0;
    isReading = true;
    const page = await readPage(mine, Math.min(PAGE_MOST, Math.max(PAGE, known)));
    if (mine !== reading) return;
    isReading = false;
    if (page) readBelow(mine, page);
  }
  /** A list of thousands takes many requests, so each waits for a second. */
  function readBelow(mine: number, page: MessagePage): void {
    const known = untrack(list);
    const cursor = page.nextCursor;
    if (cursor === null || !known || !isUnreadBelow(known, page)) return;
    const readNext = async (): Promise<void> => {
      const next = await readPage(mine, PAGE_MOST, page.items.at(-1), cursor);
      if (next) readBelow(mine, next);
    };
    cancelRest = clock.after(REST_MS, () => void readNext());
  }
  async function older(): Promise<void> {
    const cursor = list()?.nextCursor;
    if (cursor == null || isReadingOlder()) return;
    const mine = filters;
    setReadingOlder(true);
    const { answer, withChanges } = await askWithChanges(PAGE_MOST, cursor);
    setReadingOlder(false);
    if (mine !== filters) return;
    if (!answer.ok) return void setTrouble({ why: answer.body });
    setTrouble();
    // The list may have begun anew meanwhile: then this page does not follow it.
    change((before) => (before.nextCursor === cursor ? withChanges(withOlder(before, answer.body)) : before));
  }
  createEffect(
    on(
      () => [filter().eventId, filter().isUnread],
      () => {
        filters += 1;
        setList();
        setTrouble();
        void read();
      },
    ),
  );
  onCleanup(() => {
    reading += 1;
    cancelRest();
  });
  onCleanup(
    personal.listen({
      // The list is read even during the first read, whose response may lack messages sent before the socket was
      // connected.
      connected: () => void read(),
      notification: (message) => {
        if (isSelected(untrack(filter), message)) change((known) => arrived(known, message, isHeld));
      },
      read({ ids }) {
        change((known) => marked(known, ids, new Date(clock.now()).toISOString()));
        // A running read may return messages that arrived after the mark and are unread, so the list is read again.
        if (ids === null && isReading) void read();
      },
    }),
  );

  /** Marks messages as read; the whole inbox if `ids` is null. */
  async function mark(ids: string[] | null): Promise<void> {
    const known = list();
    if (!known) return;
    const here = ids ?? unreadIds(known);
    const at = new Date(clock.now()).toISOString();
    change((before) => marked(before, ids, at));
    personal.expectRead(ids === null ? personal.unread() : here.length);
    const answer = await asked(
      client.call('POST /api/notifications/read', { body: ids === null ? { all: true } : { ids } }),
    );
    if (answer.ok) return;
    change((before) => unmarked(before, here, at));
    personal.readCount();
    showToast(`${words.inbox.notMarked} ${errorText(words, answer.body)}`, words.shell.toasts, undefined, 'read marks');
  }

  return {
    list,
    trouble,
    isReadingOlder,
    read: () => void read(),
    older: () => void older(),
    release: () => change(released),
    hold(held) {
      isHeld = held;
    },
    markRead(message) {
      const known = list()?.items.find(({ id }) => id === message.id);
      if (known?.readAt === null) void mark([message.id]);
    },
    markAll: () => void mark(null),
  };
}
