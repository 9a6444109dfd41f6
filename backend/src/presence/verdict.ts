import type { Presence as PresenceWord } from '@sign-display/contracts/rest/signs';

/**
 * Whether a device is alive, from when it was last heard of: a sign is offline when `offlineAfterMs` pass without a heartbeat, whatever the
 * socket says (promise N1). All times in milliseconds, of one monotonic clock.
 */
export const verdictOf = (
  { heardAtMs }: { heardAtMs: number },
  nowMs: number,
  { offlineAfterMs }: { offlineAfterMs: number },
): PresenceWord => (nowMs - heardAtMs < offlineAfterMs ? 'online' : 'offline');
