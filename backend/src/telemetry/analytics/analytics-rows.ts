import { Compile } from 'typebox/compile';
import { AnalyticsEntries, type AnalyticsEntry } from '@sign-display/contracts/analytics';
import { makeUuidV7 } from '@sign-display/contracts/identifiers';
import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Clock, Random } from '@sign-display/contracts/ports';
import { keepableJson } from '../../db/keepable-json.ts';
import { filedAtMs } from '../partitions/partition-days.ts';

/** What becomes of a batch's entries: rows of `content_fetch`, and rows of `analytics_entry` for every other kind. */

export type Batch = KioskMessage<'sign:analytics'>;

export interface ContentFetchRow extends Omit<AnalyticsEntry<'content_fetch'>, 'kind' | 'at'> {
  id: string;
  at: Date;
  /** When it was, as the kiosk says; `at` is when it is filed. */
  saidMs: number;
}

export interface OtherRow {
  id: string;
  at: Date;
  saidMs: number;
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
  deps: { clock: Clock; random: Random; retention: { contentFetch: number; analyticsEntry: number } },
): { fetches: ContentFetchRow[]; others: OtherRow[] } {
  const { clock, random, retention } = deps;
  const receivedAtMs = clock.now();
  const fetches: ContentFetchRow[] = [];
  const others: OtherRow[] = [];
  const filed = (saidMs: number, days: number) => new Date(filedAtMs(saidMs, receivedAtMs, days));
  for (const entry of entries) {
    const id = makeUuidV7(clock, random);
    const saidMs = Date.parse(entry.at);
    if (entry.kind === 'content_fetch' && contentFetch.Check(entry)) {
      fetches.push({ ...entry, id, at: filed(saidMs, retention.contentFetch), saidMs });
    } else {
      const at = filed(saidMs, retention.analyticsEntry);
      others.push({ id, at, saidMs, kind: entry.kind, entry: keepableJson(entry, BOUNDS)! });
    }
  }
  return { fetches, others };
}
