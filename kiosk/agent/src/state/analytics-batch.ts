import type { AnalyticsEntry } from '@sign-display/contracts/analytics-entries';

/**
 * Batches of analytics on their way to the backend (promise K7): open → closed → on disk → sent → acknowledged → removed.
 *
 * - A batch's content is fixed before it is first sent, so that its batchId stands for the same entries whenever it comes again.
 * - It is sent until the backend has acknowledged it, across connections and reboots; the backend keeps a batchId once.
 * - What waits is bounded; the oldest gives way, and is counted.
 * - It belongs to the sign record that it was written for and dies with that: the next organization is not told of the last one's pages.
 */
export interface Batch {
  batchId: string;
  signRecordId: string;
  entries: readonly Entry[];
  bytes: number;
  closed: boolean;
  /** So many entries are on disk, or the disk would not take them: a full disk is no reason to be silent. */
  stored: number;
}

/** What a claimed sign writes down of its page and its machine. */
export type Entry =
  | AnalyticsEntry<'content_fetch'>
  | AnalyticsEntry<'render'>
  | AnalyticsEntry<'blank_check'>
  | AnalyticsEntry<'resource'>
  /** Entries that had to give way: counted, so that a gap is not taken for quiet. */
  | { kind: 'dropped'; at: string; entries: number };

export interface Outbox {
  /** Oldest first; only the last may be open. */
  batches: readonly Batch[];
  /** Counts the batches of this start. */
  made: number;
  /** Entries that had to give way and were not told of yet. */
  dropped: number;
  sending: string | null;
  /** The timer `batch_send` is set. */
  paused: boolean;
  failures: number;
}

export const EMPTY_OUTBOX: Outbox = { batches: [], made: 0, dropped: 0, sending: null, paused: false, failures: 0 };
