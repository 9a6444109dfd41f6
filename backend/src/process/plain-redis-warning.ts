import { isLoopbackHost } from '@sign-display/contracts/loopback-hosts';

/** What to log where messages to the Redis server cross a network in clear text; null where they don't. */
export function plainRedisWarning(url: string | null): string | null {
  if (url === null) return null;
  const { protocol, hostname } = new URL(url);
  if (protocol === 'rediss:' || isLoopbackHost(hostname)) return null;
  return 'REDIS_URL is on another machine and does not use rediss: its password and all messages can be read on the network. Use rediss:// or a tunnel.';
}
