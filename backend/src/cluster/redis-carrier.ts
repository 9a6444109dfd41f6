import { createAdapter, createShardedAdapter } from '@socket.io/redis-adapter';
import type { Redis } from 'ioredis';
import { Server } from 'socket.io';
import type { Carrier } from './rooms.ts';
import type { RedisClients } from './redis-clients.ts';

/** Which of the adapter's two ways: `sharded` publishes to one node of a Redis cluster (from Redis 7), `classic` to all of them. */
type RedisAdapterKind = 'classic' | 'sharded';

/** Other programs may use Socket.IO's adapters on the same server. */
const CHANNELS = 'sign-display';
/** Only nodes are in this namespace. */
const NODES_NAMESPACE = '/nodes';

/** The client, with what its listeners throw caught: others may write to the same channels, and the adapter takes what they write for its own. */
function guardListeners(client: Redis, caught: (error: unknown) => void): Redis {
  const on = (event: string, listener: (...args: unknown[]) => void): Redis =>
    client.on(event, (...args: unknown[]) => {
      try {
        listener(...args);
      } catch (error) {
        caught(error);
      }
    });
  return new Proxy(client, {
    get: (target, name) => {
      if (name === 'on') return on;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/**
 * Carries messages between the nodes through Socket.IO's Redis adapter (decision 5). Of the adapter only what passes between servers is
 * used: who hears a message is decided by each node's rooms.
 */
export function createRedisCarrier(clients: RedisClients, kind: RedisAdapterKind): Carrier {
  const { publisher, publish, onReturn } = clients;
  let caught: (error: unknown) => void = () => {};
  const subscriber = guardListeners(clients.subscriber, (error) => caught(error));
  // What the adapter needs to publish; it does not look at what became of it.
  const sender = {
    on: publisher.on.bind(publisher),
    publish: (channel: string, message: string) => publish(() => publisher.publish(channel, message)),
    spublish: (channel: string, message: string) => publish(() => publisher.spublish(channel, message)),
  } as unknown as Redis;
  const adapter =
    kind === 'classic'
      ? createAdapter(sender, subscriber, { key: CHANNELS })
      : createShardedAdapter(sender, subscriber, { channelPrefix: CHANNELS });
  // Without an HTTP server: nobody connects to it.
  const nodes = new Server({ adapter, serveClient: false }).of(NODES_NAMESPACE);

  return {
    send: (room, message) => void nodes.serverSideEmit('room', room, message),
    receive(hear, observe = () => {}) {
      caught = observe;
      nodes.on('room', hear);
    },
    onGap(hear) {
      nodes.on('gap', hear);
      onReturn((lost) => {
        if (lost === 'received') hear();
        else nodes.serverSideEmit('gap');
      });
    },
  };
}
