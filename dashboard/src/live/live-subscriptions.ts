import { createSignal, onCleanup, type Accessor } from 'solid-js';
import type { Feed } from './feed-machine.ts';
import type { FeedPorts, RunFeed, RunningFeed, Subscription } from './run-feed.ts';

/** A subscription as components see it. */
export interface Live extends Pick<
  RunningFeed,
  'tryNow' | 'onClaim' | 'onAttempt' | 'onCommand' | 'onClone' | 'onBulk' | 'onNotification' | 'onRead' | 'takeOutages'
> {
  /** At most one change a frame, and none while nobody sees the page. */
  feed: Accessor<Feed>;
}

export interface LiveSubscriptions {
  /**
   * The one of this subscription, made where there is none. To be called by a component: it lives as long as one that called. `runFeed` is handed in, so
   * that pages without a feed don't load its socket.
   */
  of(subscription: Subscription, runFeed: RunFeed): Live;
  /** The one that was asked for last and lives: of it the top bar tells. */
  current: Accessor<Live | undefined>;
}

interface Held extends Live {
  users: number;
  stop(): void;
}

/** From one page to the next of the same event nothing is read again. */
const KEPT_MS = 5_000;

/** Whether at most the signs differ, which may wait for who acts. Whatever else a feed says is an answer, or a warning. */
const areBothLive = (one: Feed, other: Feed): boolean =>
  one.step.is === 'live' &&
  other.step.is === 'live' &&
  one.trueUntil === other.trueUntil &&
  one.warmUps === other.warmUps;

export function createLiveSubscriptions(ports: FeedPorts): LiveSubscriptions {
  const held = new Map<string, Held>();
  const [current, setCurrent] = createSignal<Live>();

  function start(subscription: Subscription, runFeed: RunFeed): Held {
    let isAsked = false;
    let isResting = false;
    let isDrawing = false;
    const draw = (): void => {
      isDrawing = false;
      drawn = running.feed();
      setFeed(() => drawn);
    };
    // A patch of a thousand changes is parsed, laid over the rows and shown, each in a short frame of its own, and in none that answers a person. While one acts, patches wait for each other.
    const lay = (): void => {
      isDrawing = true;
      running.feed().signs?.lay();
      ports.page.atIdleFrame(draw);
    };
    const layAtRest = (): void => {
      isResting = false;
      if (!isDrawing) lay();
    };
    function look(): void {
      isAsked = false;
      if (!areBothLive(drawn, running.feed())) {
        isDrawing = true;
        ports.page.atIdleFrame(lay);
      } else if (!isResting) {
        isResting = true;
        ports.page.atRest(layAtRest);
      }
    }
    const running = runFeed(ports, subscription, () => {
      // What is on its way to be drawn takes this along.
      if (isAsked || isDrawing) return;
      isAsked = true;
      ports.page.atNextFrame(look);
    });
    let drawn = running.feed();
    const [feed, setFeed] = createSignal(drawn);
    const { tryNow, onClaim, onAttempt, onCommand, onClone, onBulk, onNotification, onRead, takeOutages, stop } =
      running;
    const listens = { onClaim, onAttempt, onCommand, onClone, onBulk, onNotification, onRead };
    return { feed, tryNow, ...listens, takeOutages, stop, users: 0 };
  }

  return {
    current,
    of(subscription, runFeed) {
      const key = `${subscription.organizationId} ${subscription.eventId ?? ''}`;
      const live = held.get(key) ?? start(subscription, runFeed);
      held.set(key, live);
      live.users += 1;
      setCurrent(live);
      onCleanup(() => {
        live.users -= 1;
        ports.clock.after(KEPT_MS, () => {
          if (live.users > 0 || held.get(key) !== live) return;
          held.delete(key);
          live.stop();
          if (current() === live) setCurrent(undefined);
        });
      });
      return live;
    },
  };
}
