import { LEASE_MS } from './held-lease-duration.ts';

/** A time in which a node renewed its lease again and again, by its own wall clock: from the first renewal to the last. */
export interface LeaseStretch {
  sinceMs: number;
  untilMs: number;
}

export interface Absence {
  fromMs: number;
  toMs: number;
}

/**
 * When the service itself was away: the times between stretches in which no node held a lease, longer than a lease lasts; earliest first. Of before the first
 * stretch nothing is said. `stretches` may overlap, and be in any order.
 */
export function absencesOf(stretches: readonly LeaseStretch[]): Absence[] {
  const inOrder = stretches.toSorted((one, other) => one.sinceMs - other.sinceMs);
  const absences: Absence[] = [];
  let heldUntilMs = Infinity;
  for (const { sinceMs, untilMs } of inOrder) {
    if (sinceMs - heldUntilMs > LEASE_MS) absences.push({ fromMs: heldUntilMs, toMs: sinceMs });
    heldUntilMs = heldUntilMs === Infinity ? untilMs : Math.max(heldUntilMs, untilMs);
  }
  return absences;
}
