import type { Clock } from '@sign-display/contracts/clock-and-random';

/**
 * A node that has not renewed its lease for this long holds nothing any more: its kiosks are not connected, for everybody. Five times the
 * interval, so that a database that is slow for a moment disconnects nobody. Each node measures it by its own monotonic clock (`node-watch.ts`).
 */
export const LEASE_MS = 10_000;
export const RENEW_LEASE_EVERY_MS = 2_000;

/** For how long this node has held its lease without a gap. */
export function createHeldLease(clock: Clock) {
  let sinceMs = Infinity;
  let renewedAtMs = -Infinity;
  const isGap = (nowMs: number): boolean => nowMs - renewedAtMs >= LEASE_MS / 2;
  return {
    renewed(): void {
      const nowMs = clock.monotonicMs();
      if (isGap(nowMs)) sinceMs = nowMs;
      renewedAtMs = nowMs;
    },
    /** 0 where it was not renewed lately. */
    heldForMs(): number {
      const nowMs = clock.monotonicMs();
      return isGap(nowMs) ? 0 : nowMs - sinceMs;
    },
  };
}

export type HeldLease = ReturnType<typeof createHeldLease>;
