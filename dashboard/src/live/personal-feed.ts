import { Unreachable } from '@sign-display/client/client';
import type { Notification } from '@sign-display/contracts/rest/notifications';
import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import { createEffect, createMemo, createRoot, createSignal, onCleanup, untrack, type Accessor } from 'solid-js';
import type { LiveSubscriptions } from './live-subscriptions.ts';
import type { FeedPorts } from './run-feed.ts';
import { NONE_UNREAD, stepUnread, type UnreadEvent } from './unread-count.ts';

type ReadMarks = DashboardUpdateMessage<'notifications:read'>;

/** What the service sends to a person on all of their sockets. */
export interface PersonalListeners {
  /** The socket is connected, for the first time or again: messages may have been missed before. */
  connected(): void;
  notification(message: Notification): void;
  read(marks: ReadMarks): void;
}

export interface PersonalFeed {
  /** Of the whole inbox. */
  unread: Accessor<number>;
  /** Call this in a component: the feed runs while at least one component that called it is mounted. */
  use(): void;
  /** Until the function that it returns is called. */
  listen(listeners: PersonalListeners): () => void;
  /** So many messages were read here; the service does not know yet. */
  expectRead(count: number): void;
  /** Asks the service for the count. */
  readCount(): void;
}

/** The feed stays open this long, so that it survives a change of page. */
const KEPT_MS = 5_000;
/** A page with a feed of signs opens the socket that the person's messages come by; others wait for it no longer than this. */
const OWN_SOCKET_AFTER_MS = 500;

/**
 * The messages of the person who is signed in (contract, section 4: they need no `subscribe`). They come by the socket of the feed that the page has, or else
 * by a socket of its own, whose script is loaded then.
 */
export function createPersonalFeed(ports: FeedPorts, lives: LiveSubscriptions): PersonalFeed {
  const { client, clock } = ports;
  const [state, setState] = createSignal(NONE_UNREAD);
  const all = new Set<PersonalListeners>();
  let users = 0;
  let stop: (() => void) | null = null;

  function take(event: UnreadEvent): void {
    const [next, asks] = stepUnread(untrack(state), event);
    setState(next);
    if (asks) void readCount();
  }
  async function readCount(): Promise<void> {
    try {
      const answer = await client.call('GET /api/notifications', { query: { limit: 1 } });
      take(answer.ok ? { is: 'answered', count: answer.body.unreadCount } : { is: 'failed' });
    } catch (error) {
      take({ is: 'failed' });
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
