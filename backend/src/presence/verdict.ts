import { isLeaseAlive } from '../nodes/lease.ts';
import type { Presence as PresenceWord } from '@sign-display/contracts/rest/signs';

/**
 * Whether a device that was alive until now still is, from when it was last heard of: a sign is offline when `offlineAfterMs` pass without a
 * heartbeat, whatever the socket says (promise N1), and never inside of a warm-up (promise N2). All times in milliseconds, of one monotonic clock.
 */
export const verdictOf = (
  { heardAtMs }: { heardAtMs: number },
  nowMs: number,
  warmUp: { untilMs: number } | null,
  { offlineAfterMs }: { offlineAfterMs: number },
): PresenceWord =>
  (warmUp !== null && nowMs < warmUp.untilMs) || nowMs - heardAtMs < offlineAfterMs ? 'online' : 'offline';

export type HeldVerdict = 'judged' | 'waiting' | 'left';

/** A heartbeat is written 250 ms after it was heard, by a statement or two; and the nodes' clocks differ by a little. */
const WRITTEN_WITHIN_MS = 1_000;

/**
 * Of a verdict that was due at `dueMs`, by one node on a device that another has by now, which last said at `holderSeenAtMs` that it lives: whether it
 * holds. A holder that lives after that has written what it had heard (unless its database is just back). One that may have died with it is waited for;
 * one that is gone leaves its devices to the warm-up that all of them get (promise N2: that is the backend's own fault).
 */
export function judgeHeldElsewhere(verdict: {
  holderSeenAtMs: number | null;
  dueMs: number;
  nowMs: number;
}): HeldVerdict {
  const { holderSeenAtMs, dueMs, nowMs } = verdict;
  if (holderSeenAtMs === null || !isLeaseAlive(holderSeenAtMs, nowMs)) return 'left';
  return holderSeenAtMs >= dueMs + WRITTEN_WITHIN_MS ? 'judged' : 'waiting';
}
