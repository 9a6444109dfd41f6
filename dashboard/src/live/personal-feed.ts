import { Unreachable } from '@sign-display/client/client';
import type { Notification } from '@sign-display/contracts/rest/notifications';
import type { Problem } from '@sign-display/contracts/rest/problem';
import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import { createEffect, createMemo, createRoot, createSignal, onCleanup, untrack, type Accessor } from 'solid-js';
import type { LiveSubscriptions } from './live-subscriptions.ts';
import { makeRetries, type Retries } from './retry-schedule.ts';
import type { FeedPorts } from './run-feed.ts';
import { NONE_UNREAD, stepUnread, type UnreadEvent } from './unread-count.ts';

type ReadMarks = DashboardUpdateMessage<'notifications:read'>;

/** Listeners for the messages that the service sends a person on all of their sockets. */
export interface PersonalListeners {
  /** The socket has connected, for the first time or again. Messages may have been missed before. */
  connected(): void;
  notification(message: Notification): void;
  read(marks: ReadMarks): void;
}

export interface PersonalFeed {
  /** The unread count of the whole inbox. */
  unread: Accessor<number>;
  /** Call this in a component: the feed runs while at least one component that called it is mounted. */
  use(): void;
  /** Adds listeners. Call the returned function to remove them. */
  listen(listeners: PersonalListeners): () => void;
  /** Subtracts messages that were read on this page, before the service knows. */
  expectRead(count: number): void;
  /** Requests the count from the service. */
  readCount(): void;
}

/** The feed stays open this long, so that it survives a change of page. */
const KEPT_MS = 5_000;
/**
 * On a page with a feed of signs, the person's messages come on the feed's socket. Other pages open their own socket
 * after this time.
 */
const OWN_SOCKET_AFTER_MS = 500;
const ignore = (): void => undefined;

/**
 * Receives the messages of the signed-in person (contract, section 4: they need no `subscribe`). They come on the
 * socket of the page's feed, or else on a separate socket, whose script is then loaded.
 */
export function createPersonalFeed(ports: FeedPorts, lives: LiveSubscriptions): PersonalFeed {
  const { client, clock, page, chance } = ports;
  const [state, setState] = createSignal(NONE_UNREAD);
  const all = new Set<PersonalListeners>();
  let users = 0;
  let stop: (() => void) | null = null;
  /** Until a read succeeds: its waits grow. */
  let retries: Retries | null = null;

  function take(event: UnreadEvent): void {
    const [next, asks] = stepUnread(untrack(state), event);
    setState(next);
    if (asks) void readCount();
  }
  /** Without it, a count whose read failed stayed wrong until the next message. */
  function failed(why: Problem | null): void {
    take({ is: 'failed' });
    if (stop === null) return;
    retries ??= makeRetries({ clock, page, chance }, () => take({ is: 'wanted' }), ignore);
    retries.failed(why);
  }
  function endRetries(): void {
    retries?.stop();
    retries = null;
  }
  async function readCount(): Promise<void> {
    try {
      const answer = await client.call('GET /api/notifications', { query: { limit: 1 } });
      if (!answer.ok) return failed(answer.body);
      endRetries();
      take({ is: 'answered', count: answer.body.unreadCount });
    } catch (error) {
      failed(null);
      if (!(error instanceof Unreachable)) throw error;
    }
  }
  const listeners: PersonalListeners = {
    connected() {
      take({ is: 'wanted' });
      for (const one of all) one.connected();
    },
    notification(message) {
      take({ is: 'arrived' });
      for (const one of all) one.notification(message);
    },
    read(marks) {
      take({ is: 'marked', count: marks.unreadCount });
      for (const one of all) one.read(marks);
    },
  };

  function openOwn(): void {
    let isOver = false;
    let close = () => {};
    const cancel = clock.after(OWN_SOCKET_AFTER_MS, () => {
      void import('./run-personal-socket.ts').then(
        ({ runPersonalSocket }) => {
          if (!isOver) close = runPersonalSocket(ports, listeners);
        },
        // A page without a network keeps its count; the next page tries again.
        () => undefined,
      );
    });
    onCleanup(() => {
      isOver = true;
      cancel();
      close();
    });
  }

  const start = (): void =>
    createRoot((dispose) => {
      stop = dispose;
      onCleanup(endRetries);
      take({ is: 'wanted' });
      const step = createMemo(() => lives.current()?.feed().step.is);
      const feed = createMemo(() => (step() === 'ended' ? undefined : lives.current()));
      createEffect(() => {
        const live = feed();
        if (!live) return openOwn();
        onCleanup(live.onNotification(listeners.notification));
        onCleanup(live.onRead(listeners.read));
        createEffect(() => step() === 'live' && untrack(listeners.connected));
      });
    });

  return {
    unread: () => state().count,
    use() {
      users += 1;
      if (stop === null) untrack(start);
      // Another person may have signed in since.
      else if (users === 1) take({ is: 'wanted' });
      onCleanup(() => {
        users -= 1;
        clock.after(KEPT_MS, () => {
          if (users > 0) return;
          stop?.();
          stop = null;
          setState(NONE_UNREAD);
        });
      });
    },
    listen(own) {
      all.add(own);
      return () => void all.delete(own);
    },
    expectRead: (by) => take({ is: 'expected', by }),
    readCount: () => take({ is: 'wanted' }),
  };
}
