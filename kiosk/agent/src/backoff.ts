/** How long to wait before trying again (contract, section 5). Pure: `chance` is uniform in [0, 1). */

export interface Backoff {
  firstMs: number;
  longestMs: number;
}

/** The bound of the wait before attempt number `attempt` (0 is the first retry): `firstMs` doubling to `longestMs`. */
export function backoffCeilingMs({ firstMs, longestMs }: Backoff, attempt: number): number {
  // 2 ** 31 is beyond any longestMs; without the bound a sign that is offline for a year would reach Infinity.
  return Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 31));
}

/** Full jitter: anywhere in [0, ceiling). Spreads a fleet that lost its backend in the same instant. */
export function fullJitterMs(backoff: Backoff, attempt: number, chance: number): number {
  return chance * backoffCeilingMs(backoff, attempt);
}

/** Equal jitter: in [ceiling / 2, ceiling). For retries against one page, where a wait of almost nothing is of no use. */
export function equalJitterMs(backoff: Backoff, attempt: number, chance: number): number {
  return ((1 + chance) / 2) * backoffCeilingMs(backoff, attempt);
}

/** An interval that is never the same twice: in [0.75, 1.25) of `intervalMs`, on average `intervalMs`. */
export function jitteredIntervalMs(intervalMs: number, chance: number): number {
  return intervalMs * (0.75 + chance / 2);
}
