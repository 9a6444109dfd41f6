import { Unreachable, type Client } from '@sign-display/client/client';
import { connectDashboard, type DashboardSocket, type PlainSocket } from '@sign-display/client/sockets';
import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import type { Refusal } from '@sign-display/contracts/error-codes';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Outage } from '@sign-display/contracts/rest/outages';
import { beginFeed, step, type FeedAction, type Feed, type FeedEvent } from './feed-machine.ts';
import type { Page } from './browser-page-type.ts';

/** The thin edge of a feed: its socket, its list and its clock. */

export interface Subscription {
  organizationId: string;
  eventId?: string;
}

export interface FeedPorts {
  client: Client;
  /** Opens the WebSocket of a connection. */
  openSocket(url: string): PlainSocket;
  clock: Clock;
  /** Uniform in [0, 1). */
  chance(): number;
  page: Page;
  /** Asks who is signed in: the session may have ended. */
  askSession(): void;
}

type Told =
  | 'claim:update'
  | 'claim:attempt'
  | 'command:update'
  | 'clone:update'
  | 'bulk:progress'
  | 'notification'
  | 'notifications:read';
type Listen<Event extends Told> = (told: (update: DashboardUpdateMessage<Event>) => void) => () => void;

/** Who listens to one kind of message, whichever socket brings it. */
function createListeners<Event extends Told>() {
  const all = new Set<(update: DashboardUpdateMessage<Event>) => void>();
  const listen: Listen<Event> = (told) => {
    all.add(told);
    return () => void all.delete(told);
  };
  return { listen, tell: (update: DashboardUpdateMessage<Event>) => all.forEach((told) => told(update)) };
}

export interface RunningFeed {
  feed(): Feed;
  tryNow(): void;
  /** What the service says of the caller's own claims. Returns how not to be told any more. */
  onClaim: Listen<'claim:update'>;
  /** A claim attempt of the event, when it begins and when it ends. Operators alone are told. */
  onAttempt: Listen<'claim:attempt'>;
  /** The newest row of a command of these signs. */
  onCommand: Listen<'command:update'>;
  /** Another machine came under the identity of one of these signs, or was decided about. */
  onClone: Listen<'clone:update'>;
  /** How far the organization's bulk requests are. */
  onBulk: Listen<'bulk:progress'>;
  /** Outages from the response to a request that was sent at the moment `askedAt` of `feed().outages`. */
  takeOutages(items: readonly Outage[], askedAt: number): void;
  /** A message in the caller's inbox. It needs no subscription. */
  onNotification: Listen<'notification'>;
  /** The caller has read messages, in whichever tab. */
  onRead: Listen<'notifications:read'>;
  stop(): void;
}

/** Of a refused handshake; null where the service was not reached. An unknown code is told like any other fault of the service, so no wall loads the table of codes. */
const refusalIn = ({ data }: Error & { data?: unknown }): Refusal | null =>
  typeof (data as Refusal | undefined)?.code === 'string' ? (data as Refusal) : null;

/** `runFeed`, as a parameter. */
export type RunFeed = typeof runFeed;

/** Runs a feed until `stop`. `changed` is told after each change, which may be often: who draws waits for a frame. */
export function runFeed(ports: FeedPorts, subscription: Subscription, changed: () => void): RunningFeed {
  const { client, clock, page } = ports;
  const claims = createListeners<'claim:update'>();
  const attempts = createListeners<'claim:attempt'>();
  const commands = createListeners<'command:update'>();
  const clones = createListeners<'clone:update'>();
  const bulks = createListeners<'bulk:progress'>();
  const notifications = createListeners<'notification'>();
  const reads = createListeners<'notifications:read'>();
  let socket: DashboardSocket | null = null;
  let reading: AbortController | null = null;
  let cancelTimer = () => {};
  let timerMs: number | null = null;
  let heardAt = clock.now();
  let isStopped = false;

  const moment = () => ({ nowMs: clock.monotonicMs(), wallMs: clock.now(), chance: ports.chance() });
  const [first, ...firstDeeds] = beginFeed(moment());
  let feed = first;

  function happen(happening: FeedEvent): void {
    if (isStopped) return;
    const before = feed;
    const [next, ...wallActions] = step(feed, happening, moment());
    feed = next;
    if (feed.attempt !== before.attempt) reading?.abort();
    setTimer();
    for (const action of wallActions) DO[action]();
    if (feed !== before) changed();
  }

  function setTimer(): void {
    const untilMs = 'untilMs' in feed.step ? feed.step.untilMs : null;
    if (untilMs === timerMs) return;
    cancelTimer();
    timerMs = untilMs;
    if (untilMs === null) return void (cancelTimer = () => {});
    cancelTimer = clock.after(Math.max(0, untilMs - clock.monotonicMs()), () => {
      timerMs = null;
      happen({ is: 'due' });
    });
  }

  function disconnect(): void {
    const old = socket;
    socket = null;
    old?.removeAllListeners();
    old?.io.engine?.removeAllListeners('packet');
    old?.disconnect();
  }

  function connect(): void {
    disconnect();
    const { attempt } = feed;
    const mine = connectDashboard({ origin: '', openSocket: ports.openSocket });
    // When to try again is the feed's decision.
    mine.io.reconnection(false);
    socket = mine;
    const hear = () => (heardAt = clock.now());
    mine.on('connect', () => {
      hear();
      mine.io.engine.on('packet', hear);
      happen({ is: 'connected', attempt });
    });
    mine.on('connect_error', (error) => happen({ is: 'refused', attempt, why: refusalIn(error) }));
    mine.on('disconnect', () => happen({ is: 'lost', heardAt }));
    mine.on('signs:patch', (patch) => happen({ is: 'patch', patch }));
    mine.on('presence:warm_up', ({ warmUps }) => happen({ is: 'warm-ups', warmUps }));
    mine.on('outage:update', ({ items }) => happen({ is: 'outages', items }));
    mine.on('claim:update', claims.tell);
    mine.on('claim:attempt', attempts.tell);
    mine.on('command:update', commands.tell);
    mine.on('clone:update', clones.tell);
    mine.on('bulk:progress', bulks.tell);
    mine.on('notification', notifications.tell);
    mine.on('notifications:read', reads.tell);
  }

  function subscribe(): void {
    const { attempt } = feed;
    // Not emitWithAck: a patch that comes in one piece with the reply would be told of before the promise is.
    socket?.emit('subscribe', subscription, (reply) =>
      happen(reply.ok ? { is: 'subscribed', attempt, reply } : { is: 'refused', attempt, why: reply.error }),
    );
  }

  function ping(): void {
    const { attempt } = feed;
    // An older node refuses `ping`; its refusal also counts as an answer.
    socket?.emit('ping', {}, () => happen({ is: 'answered', attempt }));
  }

  async function list(): Promise<void> {
    const { attempt } = feed;
    const mine = new AbortController();
    reading = mine;
    try {
      const answer = await client.lines('GET /api/signs/snapshot', { query: subscription, signal: mine.signal });
      happen(answer.ok ? { is: 'listed', attempt, rows: answer.items } : { is: 'refused', attempt, why: answer.body });
    } catch (error) {
      if (mine.signal.aborted) return;
      if (!(error instanceof Unreachable)) throw error;
      happen({ is: 'refused', attempt, why: null });
    }
  }

  const DO: Record<FeedAction, () => void> = {
    connect,
    disconnect,
    subscribe,
    ping,
    list: () => void list(),
    'ask-session': () => ports.askSession(),
  };

  const stopWatching = page.onWorthATry(() => happen({ is: 'wanted' }));
  setTimer();
  for (const action of firstDeeds) DO[action]();

  return {
    feed: () => feed,
    tryNow: () => happen({ is: 'wanted' }),
    onClaim: claims.listen,
    onAttempt: attempts.listen,
    onCommand: commands.listen,
    onClone: clones.listen,
    onBulk: bulks.listen,
    takeOutages: (items, askedAt) => happen({ is: 'outages', items, askedAt }),
    onNotification: notifications.listen,
    onRead: reads.listen,
    stop() {
      isStopped = true;
      stopWatching();
      cancelTimer();
      reading?.abort();
      disconnect();
    },
  };
}
