import { isLoopbackHost } from '@sign-display/contracts/loopback-hosts';

/** What to log where messages to the Redis server cross a network in clear text; null where they don't. */
export function plainRedisWarning(url: string | null): string | null {
  if (url === null) return null;
  const { protocol, hostname } = new URL(url);
  if (protocol === 'rediss:' || isLoopbackHost(hostname)) return null;
  return 'REDIS_URL is another machine and not rediss: its password, and which signs and people change, can be read on the way. Use rediss://, or a tunnel.';
}
