import type { Clock } from '@sign-display/contracts/clock-and-random';
import { createAllowances } from '../flow/token-bucket.ts';
import { addressKey, createRateLimit } from '../http/rate-limits.ts';

/** An allowance that is used up is whole again after this: of the default of 2,000 there are 20 a minute. */
const WHOLE_AGAIN_AFTER_MS = 100 * 60_000;

/**
 * How many signIds that nobody knew one address may bring. Each becomes a row that stays, and anybody can make them up; devices that are
 * known are never counted. The allowance fills itself slowly again, so that an address can't bring more by waiting for the next minute.
 *
 * At most `atOnce` new signIds of one address (of IPv6, of a /64), and one more for each `WHOLE_AGAIN_AFTER_MS / atOnce`.
 */
export function createBindingLimit(clock: Clock, atOnce: number) {
  const allowances = createAllowances(clock, { atOnce, wholeAgainAfterMs: WHOLE_AGAIN_AFTER_MS });
  const news = createRateLimit(clock, 1);

  return {
    /** Takes one of the address's allowance; where there is none, how long until there is, and whether that was not told in the last minute. */
    take(address: string): { waitMs: number; isNews: boolean } | null {
      const key = addressKey(address);
      const waitMs = allowances.take(key);
      return waitMs === null ? null : { waitMs, isNews: news.take(key) === null };
    },
  };
}

export type BindingLimit = ReturnType<typeof createBindingLimit>;
