import type { Presence as PresenceWord } from '@sign-display/contracts/rest/signs';

/**
 * Whether a device that was alive until now still is, from when its silence counts: a sign is offline when `offlineAfterMs` pass without a
 * heartbeat, whatever the socket says (promise N1), and never inside of a warm-up (promise N2). It counts from its last heartbeat, or from the end of a
 * restart that was ordered (promise N9). All times in milliseconds, of one monotonic clock.
 */
export const verdictOf = (
  { countsFromMs }: { countsFromMs: number },
  nowMs: number,
  warmUp: { untilMs: number } | null,
  { offlineAfterMs }: { offlineAfterMs: number },
): PresenceWord =>
  (warmUp !== null && nowMs < warmUp.untilMs) || nowMs - countsFromMs < offlineAfterMs ? 'online' : 'offline';

export type HeldVerdict = 'judged' | 'waiting' | 'left';

/** A heartbeat is written 250 ms after it was heard, by a statement or two. */
const WRITTEN_WITHIN_MS = 1_000;

/**
 * Whether a verdict holds that was due at `dueMs`, by one node on a device that another node holds by now. `renewedAfterMs`: the holder has renewed
 * its lease after that, so it has written by now what it had heard (unless its database is just back). A holder that may have died with what it
 * heard is waited for. One that is gone leaves its devices to the warm-up that all of them get (promise N2: that is the backend's own fault).
 * All times are of this node's monotonic clock.
 */
export function judgeHeldElsewhere(verdict: { isGone: boolean; renewedAfterMs: number; dueMs: number }): HeldVerdict {
  if (verdict.isGone) return 'left';
  return verdict.renewedAfterMs >= verdict.dueMs + WRITTEN_WITHIN_MS ? 'judged' : 'waiting';
}
