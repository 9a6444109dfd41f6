import type { Kysely } from 'kysely';
import type { KioskReply } from '@sign-display/contracts/kiosk-events';
import type { Clock, Random } from '@sign-display/contracts/ports';
import type { Database } from '../../db/schema.ts';
import { withPartitions } from '../partitions/day-partitions.ts';
import { dayOf } from '../partitions/partition-days.ts';
import { writeBatch } from './analytics-repository.ts';
import { rowsOf, type Batch } from './analytics-rows.ts';

/**
 * Analytics batches of kiosks, each kept exactly once (promise K7). A kiosk sends a batch until it is told `ok`, which it is after the commit:
 * a crash between the two makes it send again, and the batch is then known. What can't be kept now throws, and the kiosk keeps it.
 *
 * - The entries are the record's that has the device at that moment. A batch of a device that nobody has claimed is acknowledged and
 *   dropped: there is no organization that may see it, and a kiosk need not keep it. So is an entry from before the record's present claim:
 *   it names the pages of whoever had the device then (promise A1).
 * - A batch is known for the retention of the analytics (30 days): a kiosk would have to be away for longer, after an answer that was lost,
 *   to be counted twice.
 */
export interface Analytics {
  /** One batch from the device; resolves when it may be forgotten by it. Throws when the database can't be reached. */
  take(deviceSignId: string, batch: Batch): Promise<KioskReply<'sign:analytics'>>;
}

export type BatchResult = Awaited<ReturnType<typeof writeBatch>>['result'];

export function createAnalytics(deps: {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  retention: { contentFetch: number; analyticsEntry: number };
  observe(result: BatchResult, entries: { contentFetch: number; other: number }): void;
}): Analytics {
  const { db, clock } = deps;
  return {
    async take(deviceSignId, { batchId, entries }) {
      const { fetches, others } = rowsOf(entries, deps);
      const days = {
        content_fetch: fetches.map(({ at }) => dayOf(at.getTime())),
        analytics_entry: others.map(({ at }) => dayOf(at.getTime())),
      };
      const batch = { deviceSignId, batchId, receivedAt: new Date(clock.now()), fetches, others };
      const { result, ...kept } = await withPartitions(db, days, () => writeBatch(db, batch));
      deps.observe(result, kept);
      return { ok: true };
    },
  };
}
