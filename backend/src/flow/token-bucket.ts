import type { Clock } from '@sign-display/contracts/clock-and-random';
import { forgetOldest } from './bound-map-size.ts';

/** So many keys are kept, a few megabytes. Whoever has more of them has more allowance than forgetting one gives. */
const MOST_KEYS = 20_000;

/** An allowance for each key, such as an address, that refills steadily while it is not used: at most `atOnce` of one key, and one more for each `wholeAgainAfterMs / atOnce`. */
export function createAllowances(
  clock: Pick<Clock, 'monotonicMs'>,
  { atOnce, wholeAgainAfterMs }: { atOnce: number; wholeAgainAfterMs: number },
) {
  /** By key: when its allowance is whole again, monotonic: as far ahead of now as much is used of it. The key that was used last is the last. */
  const wholeAtMs = new Map<string, number>();

  return {
    /** Takes one of the key's allowance: null. Where it is used up: how long until there is one again, in whole milliseconds, and nothing is taken. */
    take(key: string): number | null {
      const now = clock.monotonicMs();
      const beforeMs = Math.max(wholeAtMs.get(key) ?? now, now);
      const afterMs = beforeMs + wholeAgainAfterMs / atOnce;
      const waitMs = afterMs - now - wholeAgainAfterMs;
      // Less than a thousandth is what adding fractions leaves.
      const isTaken = waitMs < 0.001;
      wholeAtMs.delete(key);
      wholeAtMs.set(key, isTaken ? afterMs : beforeMs);
      forgetOldest(wholeAtMs, MOST_KEYS, (eachMs) => eachMs <= now);
      return isTaken ? null : Math.ceil(waitMs);
    },
  };
}
