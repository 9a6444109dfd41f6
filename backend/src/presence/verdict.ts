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
