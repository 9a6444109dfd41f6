/**
 * A node that has not renewed its lease for this long holds nothing any more: its kiosks are not connected, for everybody. Five times the
 * interval, so that a database that is slow for a moment disconnects nobody. The nodes' clocks must agree to well under a second.
 */
export const LEASE_MS = 10_000;
export const RENEW_LEASE_EVERY_MS = 2_000;

export const isLeaseAlive = (seenAtMs: number | null, nowMs: number): boolean =>
  seenAtMs !== null && seenAtMs > nowMs - LEASE_MS;
