import type { KioskReply } from '@sign-display/contracts/kiosk-events';
import type { ServiceDeps } from '../../db/database-types.ts';
import { withPartitions } from '../partitions/day-partitions.ts';
import { dayOf } from '../partitions/partition-day-and-name.ts';
import { writeBatch } from './analytics-batches-repository.ts';
import { rowsOf, type Batch } from './analytics-rows.ts';

export type BatchResult = Awaited<ReturnType<typeof writeBatch>>['result'];

/** Entries that were kept, by kind, and those that were dropped because of the device's bytes of the day. */
export interface AnalyticsCounts {
  contentFetch: number;
  other: number;
  dropped: number;
  droppedBytes: number;
}

/**
 * Analytics batches of kiosks, each kept exactly once (promise K7). A kiosk sends a batch until it is told `ok`, which it is after the commit:
 * a crash between the two makes it send again, and the batch is then known. What can't be kept now throws, and the kiosk keeps it.
 *
 * - The entries are the record's that has the device at that moment. A batch of a device that nobody has claimed is acknowledged and
 *   dropped: there is no organization that may see it, and a kiosk need not keep it. So is an entry from before the record's present claim:
 *   it names the pages of whoever had the device then (promise A1).
 * - A device has a number of bytes a day (`DEVICE_BYTES_PER_DAY`; promise M5), counted in the database. Past it the last entries of a batch, or all,
 *   are dropped, and it is acknowledged with their number: a kiosk that kept them would only fill its own disk. A batch that comes again is not
 *   told the number again.
 * - A batch is known for the retention of the analytics (30 days): a kiosk would have to be away for longer, after an answer that was lost,
 *   to be counted twice.
 */
export function createAnalytics(
  deps: ServiceDeps & {
    retention: { contentFetch: number; analyticsEntry: number };
    deviceBytesPerDay: number;
    observe(result: BatchResult, entries: AnalyticsCounts): void;
  },
) {
  const { db, clock, deviceBytesPerDay: mostBytes } = deps;
  return {
    /** One batch from the device; resolves when it may be forgotten by it. Throws when the database can't be reached. */
    async take(deviceSignId: string, { batchId, entries }: Batch): Promise<KioskReply<'sign:analytics'>> {
      const { fetches, others, bytes } = rowsOf(entries, deps);
      const days = {
        content_fetch: fetches.map(({ at }) => dayOf(at.getTime())),
        analytics_entry: others.map(({ at }) => dayOf(at.getTime())),
      };
      const nowMs = clock.now();
      const charge = { bytes, mostBytes, day: dayOf(nowMs) };
      const batch = { deviceSignId, batchId, receivedAt: new Date(nowMs), ...charge, fetches, others };
      const { result, spentBytes, ...kept } = await withPartitions(db, days, () => writeBatch(db, batch));
      const isCounted = result === 'new' || result === 'over_limit';
      const leftBytes = isCounted ? mostBytes - spentBytes : Infinity;
      const dropped = [...fetches, ...others].filter(({ uptoBytes }) => uptoBytes > leftBytes).length;
      const droppedBytes = dropped === 0 ? 0 : bytes - Math.max(0, leftBytes);
      deps.observe(result, { ...kept, dropped, droppedBytes });
      return dropped === 0 ? { ok: true } : { ok: true, dropped };
    },
  };
}

export type Analytics = ReturnType<typeof createAnalytics>;
