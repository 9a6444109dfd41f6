import type { Clock } from '@sign-display/contracts/ports';
import { LEASE_MS } from './lease.ts';

/** What a node's row says of its lease. `lease`: another text after each renewal, and nothing else is known of it. */
export interface LeaseReading {
  id: string;
  lease: string;
}

/**
 * Which of the other nodes live, as far as this node has seen (decision 16). A node lives while the lease in its row changes. It is dead when this node
 * has watched the same lease for `LEASE_MS` of its own monotonic clock. No wall clock has a say, so clocks that step or differ
 * neither kill a node nor keep a dead one.
 *
 * - A node that was never read is not dead: it may have joined a moment ago.
 * - Only what was watched counts: after a gap between two looks (the database was away, this process stood still) every watch begins anew,
 *   because the others may not have reached the database either.
 */
export interface NodeWatch {
  /** All other nodes' leases, as one statement read them. `askedAtMs`: when it was sent, monotonic; so is every time here. */
  looked(readings: readonly LeaseReading[], askedAtMs: number): void;
  /** Some of them, read beside the looks. */
  observe(readings: readonly LeaseReading[], askedAtMs: number): void;
  isDead(nodeId: string): boolean;
  /** All that are dead. What is not in it and has a row lives. */
  dead(): string[];
  /** Those that have been dead for so long, with the lease that they left. */
  deadFor(ms: number): LeaseReading[];
  /** The node has renewed its lease after this moment; -Infinity where it was never seen to. */
  renewedAfterMs(nodeId: string): number;
  /** When the look before the last one was sent; -Infinity where there was none. */
  readonly lookBeforeMs: number;
}

interface Watched {
  lease: string;
  /** When the answer came that first had this lease, or the watch began anew. */
  sinceMs: number;
  /** When the last statement was sent that read it. */
  askedAtMs: number;
  renewedAfterMs: number;
}

/** Looks come every 2 s. */
const GAP_MS = LEASE_MS / 2;

export function createNodeWatch(clock: Pick<Clock, 'monotonicMs'>): NodeWatch {
  const others = new Map<string, Watched>();
  let lookBeforeMs = -Infinity;
  let lookMs = -Infinity;

  function observe(readings: readonly LeaseReading[], askedAtMs: number): void {
    for (const { id, lease } of readings) {
      const known = others.get(id);
      // Another statement that was sent later has been answered before.
      if (known && known.askedAtMs > askedAtMs) continue;
      if (known?.lease === lease) known.askedAtMs = askedAtMs;
      else {
        const renewedAfterMs = known?.askedAtMs ?? -Infinity;
        others.set(id, { lease, sinceMs: clock.monotonicMs(), askedAtMs, renewedAfterMs });
      }
    }
  }
  const isDeadFor = ({ sinceMs, askedAtMs }: Watched, ms: number): boolean => askedAtMs - sinceMs >= LEASE_MS + ms;
  const deadFor = (ms: number): LeaseReading[] =>
    Array.from(others).flatMap(([id, watched]) => (isDeadFor(watched, ms) ? [{ id, lease: watched.lease }] : []));

  return {
    looked(readings, askedAtMs) {
      const isGap = askedAtMs - lookMs >= GAP_MS;
      [lookBeforeMs, lookMs] = [lookMs, askedAtMs];
      observe(readings, askedAtMs);
      const there = new Set(readings.map(({ id }) => id));
      for (const [id, watched] of others) {
        if (!there.has(id) && watched.askedAtMs <= askedAtMs) others.delete(id);
        else if (isGap) watched.sinceMs = clock.monotonicMs();
      }
    },
    observe,
    isDead(nodeId) {
      const watched = others.get(nodeId);
      return watched !== undefined && isDeadFor(watched, 0);
    },
    dead: () => deadFor(0).map(({ id }) => id),
    deadFor,
    renewedAfterMs: (nodeId) => others.get(nodeId)?.renewedAfterMs ?? -Infinity,
    get lookBeforeMs() {
      return lookBeforeMs;
    },
  };
}
