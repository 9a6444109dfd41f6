import { Compile } from 'typebox/compile';
import { AnalyticsEntries, type AnalyticsEntry } from '@sign-display/contracts/analytics-entries';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Ports } from '@sign-display/contracts/clock-and-random';
import { storableJson } from '../../db/storable-json.ts';
import { ROW_BYTES } from '../../devices/charge-device-daily-bytes.ts';
import { filedAtMs } from '../partitions/partition-day-and-name.ts';

/** What becomes of a batch's entries: rows of `content_fetch`, and rows of `analytics_entry` for every other kind. */

export type Batch = KioskMessage<'sign:analytics'>;

interface Row {
  id: string;
  at: Date;
  /** When it was, as the kiosk says; `at` is when it is filed. */
  saidMs: number;
  /** What the batch counts for up to the end of this entry, as DEVICE_BYTES_PER_DAY has it. */
  uptoBytes: number;
}

export interface ContentFetchRow extends Row, Omit<AnalyticsEntry<'content_fetch'>, 'kind' | 'at'> {}

export interface OtherRow extends Row {
  kind: string;
  entry: string;
}

/** A whole message: what a kiosk may send is kept. */
const BOUNDS = { bytes: 2 * LIMITS.messageBytes, depth: 20, entries: LIMITS.messageBytes };

const contentFetch = Compile(AnalyticsEntries.content_fetch);

/**
 * The rows of `entries`, filed as `filedAtMs` says. What claims to be a content fetch and is none is kept beside the unknown kinds, as it
 * is (contract, 3.1).
 */
export function rowsOf(
  entries: Batch['entries'],
  deps: Ports & { retention: { contentFetch: number; analyticsEntry: number } },
): { fetches: ContentFetchRow[]; others: OtherRow[]; bytes: number } {
  const { clock, random, retention } = deps;
  const receivedAtMs = clock.now();
  const fetches: ContentFetchRow[] = [];
  const others: OtherRow[] = [];
  const filed = (saidMs: number, days: number) => new Date(filedAtMs(saidMs, receivedAtMs, days));
  // For the row that knows the batch again.
  let uptoBytes = ROW_BYTES;
  for (const entry of entries) {
    const id = makeUuidV7(clock, random);
    const saidMs = Date.parse(entry.at);
    if (entry.kind === 'content_fetch' && contentFetch.Check(entry)) {
      uptoBytes += ROW_BYTES + entry.url.length + (entry.error?.length ?? 0);
      fetches.push({ ...entry, id, at: filed(saidMs, retention.contentFetch), saidMs, uptoBytes });
    } else {
      const at = filed(saidMs, retention.analyticsEntry);
      const text = storableJson(entry, BOUNDS)!;
      uptoBytes += ROW_BYTES + Buffer.byteLength(text);
      others.push({ id, at, saidMs, uptoBytes, kind: entry.kind, entry: text });
    }
  }
  return { fetches, others, bytes: uptoBytes };
}
