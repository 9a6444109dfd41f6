import type { Pool, PoolClient } from 'pg';

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  giveBack: (error?: Error | boolean) => void,
) => void;

/**
 * The same pool, whose connections may be given back twice by who asks for them with a callback. Version 0.18 of graphile-worker does so where
 * LISTEN fails while it stops. pg's pool throws the second time, in a promise that graphile-worker does not wait for: that would end the process.
 */
export function releaseOnce(pool: Pool): Pool {
  const connect = (connected?: Connected): unknown => {
    if (connected === undefined) return pool.connect();
    return pool.connect((error, client, giveBack) => {
      // A pool that has ended gives no function, whatever pg's types say.
      let left: typeof giveBack | undefined = giveBack;
      connected(error, client, (reason) => {
        const first = left;
        left = undefined;
        first?.(reason);
      });
    });
  };
  return new Proxy(pool, { get: (own, key) => (key === 'connect' ? connect : Reflect.get(own, key)) as unknown });
}
