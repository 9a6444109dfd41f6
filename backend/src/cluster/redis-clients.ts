import { Redis } from 'ioredis';
import type { Ports } from '@sign-display/contracts/clock-and-random';
import type { Ping } from '../db/open-database.ts';
import { withTimeout } from '../flow/with-timeout.ts';
import type { Logger } from '../logging/logger-type.ts';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;
const CONNECT_WITHIN_MS = 2_000;
/** A server that has not taken a message or answered a question by then hangs: its connection is cut and made anew. */
const ANSWER_WITHIN_MS = 2_000;
const WATCH_EVERY_MS = 5_000;
/** Messages that the server has not taken yet: past this the next one is lost, so that a hanging server fills no memory. */
const MOST_UNDER_WAY = 1_000;
/** The first one with sharded pub/sub. An older one says that it has taken a message, and carries none. */
const OLDEST_MAJOR = 7;

/** What the adapter or the client itself does without looking at its promise must not end the process. */
function neverReject(client: Redis, log: Logger): void {
  for (const name of ['subscribe', 'psubscribe', 'ssubscribe'] as const) {
    const inner = client[name].bind(client) as (...args: unknown[]) => Promise<unknown>;
    // After a lost connection the client subscribes again by itself.
    client[name] = ((...args: unknown[]) =>
      inner(...args).catch((error: Error) => {
        // Its own words, and not a lost connection: it is too old, or this user may not.
        if (error.name === 'ReplyError') log.error({ err: error }, 'Redis rejected messages between nodes');
        return null;
      })) as never;
  }
}

/**
 * The two connections to the Redis server between the nodes. Nothing that goes through them is needed to be right, so that nothing waits for
 * them: a message that can't be sent now is lost, and a server that hangs is one that is away.
 */
export function openRedis(deps: Ports & { url: string; log: Logger }) {
  const { url, clock, random, log } = deps;
  const shared = {
    connectTimeout: CONNECT_WITHIN_MS,
    retryStrategy: (times: number) =>
      Math.round(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(times, 10)) * (0.5 + random.float() / 2)),
  };
  const publisher = new Redis(url, {
    ...shared,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_WITHIN_MS,
  });
  // Its few subscriptions wait for the server, however long it is away.
  const subscriber = new Redis(url, { ...shared, maxRetriesPerRequest: null });
  neverReject(subscriber, log);

  const returnListeners: ((lost: 'sent' | 'received') => void)[] = [];
  const tellReturn = (lost: 'sent' | 'received'): void => {
    for (const hear of returnListeners) hear(lost);
  };
  let isClosed = false;
  let isAway = false;
  let hasLost = false;
  let underWay = 0;
  let isTooOld = false;

  /** A client whose server hangs says that it is ready until the connection has ended. */
  const cutting = new Set<Redis>();
  function cut(client: Redis): void {
    if (cutting.has(client)) return;
    cutting.add(client);
    client.once('close', () => cutting.delete(client));
    client.disconnect(true);
  }
  const isReady = (client: Redis) => client.status === 'ready' && !cutting.has(client);
  const isUp = () => isReady(publisher) && isReady(subscriber);
  const noteError = (error: Error): void => {
    if (isClosed || isAway) return;
    isAway = true;
    log.warn({ err: error }, 'Redis unreachable, node runs without other nodes');
  };
  const noteReady = (): void => {
    if (!isUp()) return;
    if (isAway) log.info('Redis reachable again');
    isAway = false;
  };
  for (const client of [publisher, subscriber]) {
    client.on('error', noteError);
    client.on('close', () => noteError(new Error('The connection to Redis was closed.')));
    client.on('ready', noteReady);
  }
  async function askVersion(): Promise<void> {
    // A server that tells nobody is taken as it is, and one that is gone again is asked when it is back.
    const info = await publisher.info('server').catch(() => '');
    const version = /^redis_version:(\d+)\S*/m.exec(info);
    if (!version) return;
    const wasTooOld = isTooOld;
    isTooOld = Number(version[1]) < OLDEST_MAJOR;
    if (!isTooOld || wasTooOld) return;
    log.error(
      { version: version[0].split(':')[1] },
      'Redis ignored because it is older than version 7, node runs without other nodes',
    );
  }
  publisher.on('ready', () => {
    void askVersion();
    if (hasLost) tellReturn('sent');
    hasLost = false;
  });
  subscriber.on('ready', () => {
    // The client subscribes again in this turn; what is answered after that comes after the subscription.
    clock.after(0, () => {
      void askSubscriber().then((heard) => {
        if (heard) tellReturn('received');
      });
    });
  });

  /** Whether `asking` has an answer in time. */
  function inTime(asking: Promise<unknown>, deadlineMs: number): Promise<boolean> {
    const heard = asking.then(
      () => true,
      () => false,
    );
    return withTimeout(clock, heard, deadlineMs, false);
  }

  const askSubscriber = () => inTime(subscriber.ping(), ANSWER_WITHIN_MS);

  /** A connection whose far end is gone without a word is silent for ever. */
  let cancelWatch = clock.after(WATCH_EVERY_MS, watch);
  function watch(): void {
    const asked = isReady(subscriber) ? askSubscriber() : Promise.resolve(true);
    void asked.then((heard) => {
      if (isClosed) return;
      if (!heard) cut(subscriber);
      cancelWatch = clock.after(WATCH_EVERY_MS, watch);
    });
  }

  const mayPublish = () => isReady(publisher) && underWay < MOST_UNDER_WAY;

  return {
    publisher,
    subscriber,
    /** Sends a message; null: it was lost. Never rejects. */
    async publish(send: () => Promise<unknown>): Promise<unknown> {
      if (!mayPublish()) {
        hasLost = true;
        return null;
      }
      underWay += 1;
      try {
        return await send();
      } catch (error) {
        hasLost = true;
        // A connection that was made anew tells of what was lost.
        if ((error as Error).message === 'Command timed out' && publisher.status === 'ready') cut(publisher);
        return null;
      } finally {
        underWay -= 1;
      }
    },
    /** `hear` is called when both directions work again after messages may have been lost: `sent` those of this node, or `received`. */
    onReturn: (hear: (lost: 'sent' | 'received') => void): void => void returnListeners.push(hear),
    async ping(deadlineMs: number): Promise<Ping> {
      const begin = clock.monotonicMs();
      // Its version was asked for before: it is known when this is answered.
      const up = isUp() && (await inTime(publisher.ping(), deadlineMs)) && !isTooOld;
      return { up, latencyMs: clock.monotonicMs() - begin };
    },
    close(): void {
      isClosed = true;
      cancelWatch();
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

export type RedisClients = ReturnType<typeof openRedis>;
