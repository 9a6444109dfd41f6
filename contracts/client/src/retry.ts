import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Asked } from './client.ts';
import type { Refusal } from './call-types.ts';

/**
 * Whether a request that was answered `unavailable` does nothing twice: it reads, or its body carries a `requestId`, under which the service does it
 * once. Any other may have been done: a service that loses its database does not know whether the commit was.
 */
const isRepeatable = ({ key, body }: Asked): boolean =>
  key.startsWith('GET ') || (typeof body === 'object' && body !== null && 'requestId' in body);

/**
 * Asks again what was refused for the rate or the load (`rate_limited`, `unavailable`) when the time that the refusal names has passed: at most
 * `tries` times in all, and never for a longer wait than `longestMs`. `mayRepeat`: whether a request may be asked again after `unavailable`.
 * `rate_limited` comes before anything is done.
 */
export function waitAndRetry(
  clock: Pick<Clock, 'after'>,
  tries: number,
  longestMs = Infinity,
  mayRepeat: (asked: Asked) => boolean = isRepeatable,
) {
  return async ({ body }: Refusal, asked: Asked): Promise<boolean> => {
    const { code, retryAfterMs } = body;
    if (code !== 'rate_limited' && !(code === 'unavailable' && mayRepeat(asked))) return false;
    if (retryAfterMs === undefined || retryAfterMs > longestMs || asked.tries >= tries) return false;
    const { signal } = asked;
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const stop = () => {
        cancel();
        reject(signal?.reason);
      };
      const cancel = clock.after(retryAfterMs, () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      });
      signal?.addEventListener('abort', stop, { once: true });
    });
    return true;
  };
}
