import type { Clock } from '@sign-display/contracts/clock-and-random';
import { LEASE_MS, RENEW_LEASE_EVERY_MS } from './held-lease-duration.ts';

/** What a node's row says of its lease. `lease`: another text after each renewal, and nothing else is known of it. */
export interface LeaseReading {
  id: string;
  lease: string;
}

interface Watched {
  lease: string;
  /** When the answer came that first had this lease, or the watch began anew. */
  sinceMs: number;
  /** How much of the time since then counts, up to the last look. */
  watchedMs: number;
  /** When the last statement was sent that read it. */
  askedAtMs: number;
  renewedAfterMs: number;
  /** It had a row before this node had looked: it may have died before. */
  wasThere: boolean;
}

/** From an answer to the sending of the next look. Looks come every 2 s. */
const GAP_MS = LEASE_MS / 2;
const LOOK_COUNTS_MOST_MS = 2 * RENEW_LEASE_EVERY_MS;

/**
 * Which of the other nodes live, as far as this node has seen (decision 16). A node lives while the lease in its row changes. It is dead when this node
 * has watched the same lease for `LEASE_MS` of its own monotonic clock. No wall clock has a say, so clocks that step or differ
 * neither kill a node nor keep a dead one.
 *
 * - A node that was never read is not dead: it may have joined a moment ago.
 * - Only what was watched counts. After a gap without answers (the database was away, this process stood still) every watch begins anew, because
 *   the others may not have reached the database either.
 * - Slow answers are no gap, but a look counts as `LOOK_COUNTS_MOST_MS` at the most, because the others' renewals may be as slow. So with looks that
 *   take up to `LEASE_MS` a dead node is found later, and it is found.
 * - Looks may overlap. One that is answered after another that was sent later says nothing of the others' deaths.
 */
export function createNodeWatch(clock: Pick<Clock, 'monotonicMs'>) {
  const others = new Map<string, Watched>();
  let lookBeforeMs = -Infinity;
  let lookMs = -Infinity;
  let answeredMs = -Infinity;

  function observe(readings: readonly LeaseReading[], askedAtMs: number): void {
    for (const { id, lease } of readings) {
      const known = others.get(id);
      // Another statement that was sent later has been answered before.
      if (known && known.askedAtMs > askedAtMs) continue;
      if (known?.lease === lease) known.askedAtMs = askedAtMs;
      else {
        const renewedAfterMs = known?.askedAtMs ?? -Infinity;
        const wasThere = known?.wasThere ?? answeredMs === -Infinity;
        others.set(id, { lease, sinceMs: clock.monotonicMs(), watchedMs: 0, askedAtMs, renewedAfterMs, wasThere });
      }
    }
  }
  const countedMs = ({ sinceMs }: Watched, askedAtMs: number): number =>
    Math.min(LOOK_COUNTS_MOST_MS, Math.max(0, askedAtMs - Math.max(lookMs, sinceMs)));
  const isDeadFor = ({ watchedMs }: Watched, ms: number): boolean => watchedMs >= LEASE_MS + ms;
  const deadFor = (ms: number): LeaseReading[] =>
    Array.from(others).flatMap(([id, watched]) => (isDeadFor(watched, ms) ? [{ id, lease: watched.lease }] : []));

  return {
    /** All other nodes' leases, as one statement read them. `askedAtMs`: when it was sent, monotonic; so is every time here. */
    looked(readings: readonly LeaseReading[], askedAtMs: number): void {
      observe(readings, askedAtMs);
      // It was overtaken.
      if (askedAtMs <= lookMs) return;
      const nowMs = clock.monotonicMs();
      const isGap = askedAtMs - answeredMs >= GAP_MS || nowMs - askedAtMs >= LEASE_MS;
      const there = new Set(readings.map(({ id }) => id));
      for (const [id, watched] of others) {
        if (!there.has(id) && watched.askedAtMs <= askedAtMs) others.delete(id);
        else if (isGap) [watched.sinceMs, watched.watchedMs] = [nowMs, 0];
        else watched.watchedMs += countedMs(watched, askedAtMs);
      }
      [lookBeforeMs, lookMs, answeredMs] = [lookMs, askedAtMs, nowMs];
    },
    /** Some of them, read beside the looks. */
    observe,
    isDead(nodeId: string): boolean {
      const watched = others.get(nodeId);
      return watched !== undefined && isDeadFor(watched, 0);
    },
    /**
     * Its row is older than this node, and has not changed since: nobody knows yet whether the node lives. Of a node that lives it is known after two renewals; of one
     * that does not when it is dead.
     */
    isUnproven(nodeId: string): boolean {
      const watched = others.get(nodeId);
      return watched !== undefined && watched.wasThere && watched.renewedAfterMs === -Infinity;
    },
    /** All that are dead. What is not in it and has a row lives. */
    dead: (): string[] => deadFor(0).map(({ id }) => id),
    /** Those that have been dead for so long, with the lease that they left. */
    deadFor,
    /** The node has renewed its lease after this moment; -Infinity where it was never seen to. */
    renewedAfterMs: (nodeId: string): number => others.get(nodeId)?.renewedAfterMs ?? -Infinity,
    /** When the look before the last one was sent; -Infinity where there was none. */
    get lookBeforeMs(): number {
      return lookBeforeMs;
    },
  };
}

export type NodeWatch = ReturnType<typeof createNodeWatch>;
