import type { Clock } from '@sign-display/contracts/ports';
import type { Asked } from './client.ts';
import type { Refusal } from './answers.ts';

/**
 * Asks again what was refused for the rate or the load (`rate_limited`, `unavailable`) when the time that the refusal names has passed: at most
 * `tries` times in all, and never for a longer wait than `longestMs`. Those refusals come before anything is done, so any route may be asked again.
 */
export function waitAndRetry(clock: Pick<Clock, 'after'>, tries: number, longestMs = Infinity) {
  return async ({ body }: Refusal, asked: Asked): Promise<boolean> => {
    const { code, retryAfterMs } = body;
    if (code !== 'rate_limited' && code !== 'unavailable') return false;
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
