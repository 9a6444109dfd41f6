import type { Clock } from '@sign-display/contracts/clock-and-random';

/**
 * For how long things have stayed the same, as this node has seen it. Whoever looks again and again hands over all that are there, and is given for how
 * many milliseconds each of them has been there without a gap: 0 for a new one. What must not change is part of the key.
 *
 * Only this node's monotonic clock is asked. That a time in the database looks old, or lies in the future, says nothing by itself: perhaps somebody has set
 * a wall clock (decision 16).
 */
export function createUnchangedFor<Item>(clock: Pick<Clock, 'monotonicMs'>, keyOf: (item: Item) => string) {
  let sinceMs = new Map<string, number>();
  return (items: readonly Item[]) => {
    const nowMs = clock.monotonicMs();
    const known = sinceMs;
    const now = new Map(items.map(keyOf).map((key) => [key, known.get(key) ?? nowMs]));
    sinceMs = now;
    return (item: Item): number => nowMs - now.get(keyOf(item))!;
  };
}
