import { LIMITS } from '@sign-display/contracts/limits';

/**
 * How much one kiosk may send: `LIMITS.messagesPerSecond`, averaged over `LIMITS.messageWindowSeconds` (contract, section 5). A token
 * bucket: a full window's worth at once, then the steady rate.
 */
export function createMessageBudget(startMs: number): { spend(nowMs: number): boolean } {
  const most = LIMITS.messagesPerSecond * LIMITS.messageWindowSeconds;
  let left: number = most;
  let lastMs = startMs;
  return {
    /** False: over the limit. `nowMs` is monotonic. */
    spend(nowMs) {
      left = Math.min(most, left + ((nowMs - lastMs) / 1_000) * LIMITS.messagesPerSecond);
      lastMs = nowMs;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
