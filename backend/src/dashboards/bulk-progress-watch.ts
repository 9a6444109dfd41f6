import type { Clock } from '@sign-display/contracts/clock-and-random';
import { findBulksWaitingFor, listBulksSince, type BulkProgress } from '../commands/bulk/bulk-progress.ts';
import type { Db } from '../db/database-types.ts';

/**
 * Which bulk requests of one organization dashboards are to be told of, and when each is counted again. A page or settings are counted by what their signs
 * are (bulk-progress.ts), so that a sign which comes back moves them without a word of their own: whoever reads changed signs asks here.
 */

/** Nobody watches a bulk for longer that nothing was heard of. */
const WATCHED_MS = 3_600_000;
/** Larger ones are counted less often: 10,000 signs take Postgres 30 to 80 ms. */
const COUNTED_ALWAYS = 1_000;
const COUNT_LARGE_EVERY_MS = 1_000;

interface Watched {
  heardAtMs: number;
  /** Not counted since: nothing. */
  counted?: { atMs: number; total: number };
}

export function watchBulks({ organizationId, db, clock }: { organizationId: string; db: Db; clock: Clock }) {
  /** Of the last hour. */
  const watched = new Map<string, Watched>();
  /** To be counted. */
  const changed = new Set<string>();
  /** Those from before somebody watched are read once. */
  let areOldKnown = false;

  function hear(id: string): void {
    watched.set(id, { ...watched.get(id), heardAtMs: clock.monotonicMs() });
  }

  async function listWatched(): Promise<string[]> {
    if (!areOldKnown) {
      areOldKnown = true;
      try {
        for (const id of await listBulksSince(db, organizationId, clock.now() - WATCHED_MS)) hear(id);
      } catch (error) {
        areOldKnown = false;
        throw error;
      }
    }
    for (const [id, { heardAtMs }] of watched) if (clock.monotonicMs() - heardAtMs > WATCHED_MS) watched.delete(id);
    return Array.from(watched.keys());
  }

  const isDue = (id: string): boolean => {
    const counted = watched.get(id)?.counted;
    const isLarge = counted !== undefined && counted.total > COUNTED_ALWAYS;
    return !isLarge || clock.monotonicMs() - counted.atMs >= COUNT_LARGE_EVERY_MS;
  };

  return {
    changed(ids: readonly string[]): void {
      for (const id of ids) {
        hear(id);
        changed.add(id);
      }
    },

    /** Looks which bulk requests these signs are counted by. Asks the database nothing where the organization has had none for an hour. */
    async signsChanged(signRecordIds: readonly string[]): Promise<void> {
      const bulkIds = await listWatched();
      if (bulkIds.length === 0) return;
      for (const id of await findBulksWaitingFor(db, organizationId, bulkIds, signRecordIds)) changed.add(id);
    },

    isUnread: (): boolean => changed.size > 0,

    /** Takes those whose time has come; the others stay, so that the end of each is told. */
    take(): string[] {
      const due = Array.from(changed).filter(isDue);
      for (const id of due) changed.delete(id);
      return due;
    },
    /** What was taken could not be read. */
    putBack(ids: readonly string[]): void {
      for (const id of ids) changed.add(id);
    },
    counted(id: string, { total }: Pick<BulkProgress, 'total'>): void {
      const known = watched.get(id);
      if (known) watched.set(id, { ...known, counted: { atMs: clock.monotonicMs(), total } });
    },

    /** Something may have been missed. */
    forget: (): void => void (areOldKnown = false),
  };
}
