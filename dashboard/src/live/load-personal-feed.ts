import { createSignal, getOwner, onCleanup, runWithOwner } from 'solid-js';
import type { LiveSubscriptions } from './live-subscriptions.ts';
import type { PersonalFeed } from './personal-feed.ts';
import type { FeedPorts } from './run-feed.ts';

/**
 * Loads the script of `personal-feed.ts` when a component first uses the feed, so that no page waits for the bell's
 * count.
 */
export function loadPersonalFeed(ports: FeedPorts, lives: LiveSubscriptions): PersonalFeed {
  const [feed, setFeed] = createSignal<PersonalFeed>();
  let loading: Promise<PersonalFeed> | undefined;
  const load = (): Promise<PersonalFeed> =>
    (loading ??= import('./personal-feed.ts').then(
      ({ createPersonalFeed }) => {
        const created = createPersonalFeed(ports, lives);
        setFeed(() => created);
        return created;
      },
      (error: unknown) => {
        // A later use loads the script again.
        loading = undefined;
        throw error;
      },
    ));
  const ignore = (): void => undefined;
  return {
    unread: () => feed()?.unread() ?? 0,
    use() {
      const loaded = feed();
      if (loaded) return loaded.use();
      const owner = getOwner();
      let isOver = false;
      onCleanup(() => (isOver = true));
      // Without a network the bell shows no count.
      void load().then((created) => isOver || runWithOwner(owner, created.use), ignore);
    },
    listen(listeners) {
      let isOver = false;
      let stop = ignore;
      void load().then((created) => {
        if (!isOver) stop = created.listen(listeners);
      }, ignore);
      return () => {
        isOver = true;
        stop();
      };
    },
    expectRead: (count) => feed()?.expectRead(count),
    readCount: () => feed()?.readCount(),
  };
}
