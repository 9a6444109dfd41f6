import type { Clock } from '@sign-display/contracts/ports';
import { addressKey } from '../http/rate-limits.ts';

/**
 * How many signIds that nobody knew one address may bring. Each becomes a row that stays, and anybody can make them up; devices that are
 * known are never counted. The allowance fills itself slowly again, so that an address can't bring more by waiting for the next minute.
 */
export interface BindingLimit {
  /** Takes one of the address's allowance; where there is none, how long until there is, and whether that was not told in the last minute. */
  take(address: string): { waitMs: number; isNews: boolean } | null;
}

/** An allowance that is used up is whole again after this: of the default of 2,000 there are 20 a minute. */
const WHOLE_AGAIN_AFTER_MS = 100 * 60_000;
const TELL_EVERY_MS = 60_000;
/** So many addresses are kept, a few megabytes. Whoever has more of them has more allowance than forgetting one gives. */
const MOST_ADDRESSES = 20_000;

interface Use {
  /** When the allowance is whole again: as far ahead of now as much is used of it. */
  wholeAtMs: number;
  toldAtMs: number;
}

/** At most `atOnce` new signIds of one address (of IPv6, of a /64), and one more for each `WHOLE_AGAIN_AFTER_MS / atOnce`. */
export function createBindingLimit(clock: Clock, atOnce: number): BindingLimit {
  const uses = new Map<string, Use>();
  const perSignMs = WHOLE_AGAIN_AFTER_MS / atOnce;

  /** First those that lose nothing by it, then those that have been quiet for longest: they come first in the map. */
  function forget(now: number): void {
    for (const [key, { wholeAtMs }] of uses) if (wholeAtMs <= now) uses.delete(key);
    for (const key of uses.keys()) {
      if (uses.size <= MOST_ADDRESSES / 2) return;
      uses.delete(key);
    }
  }

  return {
    take(address) {
      const key = addressKey(address);
      const now = clock.monotonicMs();
      const { wholeAtMs, toldAtMs } = uses.get(key) ?? { wholeAtMs: now, toldAtMs: -Infinity };
      const nextWholeAtMs = Math.max(wholeAtMs, now) + perSignMs;
      const waitMs = nextWholeAtMs - now - WHOLE_AGAIN_AFTER_MS;
      // Less than a thousandth is what adding fractions leaves.
      const isTaken = waitMs < 0.001;
      const isNews = !isTaken && now - toldAtMs >= TELL_EVERY_MS;
      uses.delete(key);
      uses.set(key, { wholeAtMs: isTaken ? nextWholeAtMs : wholeAtMs, toldAtMs: isNews ? now : toldAtMs });
      if (uses.size > MOST_ADDRESSES) forget(now);
      return isTaken ? null : { waitMs: Math.ceil(waitMs), isNews };
    },
  };
}
