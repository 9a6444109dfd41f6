import { Compile } from 'typebox/compile';
import { AnalyticsEntries, type AnalyticsEntry } from '@sign-display/contracts/analytics';
import { makeUuidV7 } from '@sign-display/contracts/identifiers';
import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Clock, Random } from '@sign-display/contracts/ports';
import { keepableJson } from '../../commands/free-json.ts';
import { filedAtMs } from '../partitions/partition-days.ts';

/** What becomes of a batch's entries: rows of `content_fetch`, and rows of `analytics_entry` for every other kind. */

export type Batch = KioskMessage<'sign:analytics'>;

export interface ContentFetchRow extends Omit<AnalyticsEntry<'content_fetch'>, 'kind' | 'at'> {
  id: string;
  at: Date;
}

export interface OtherRow {
  id: string;
  at: Date;
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
  const filed = (at: string, days: number) => new Date(filedAtMs(Date.parse(at), receivedAtMs, days));
  for (const entry of entries) {
    const id = makeUuidV7(clock, random);
    if (entry.kind === 'content_fetch' && contentFetch.Check(entry)) {
      fetches.push({ ...entry, id, at: filed(entry.at, retention.contentFetch) });
    } else {
      const at = filed(entry.at, retention.analyticsEntry);
      others.push({ id, at, kind: entry.kind, entry: keepableJson(entry, BOUNDS)! });
    }
  }
  return { fetches, others };
}
