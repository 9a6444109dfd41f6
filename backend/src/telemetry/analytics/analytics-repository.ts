import { sql, type Kysely } from 'kysely';
import { claimedSince, KIOSK_CLOCK_BEHIND_MS } from '../../claims/claimed-since.ts';
import type { Database } from '../../db/schema.ts';
import type { ContentFetchRow, OtherRow } from './analytics-rows.ts';

export interface BatchRows {
  deviceSignId: string;
  batchId: string;
  receivedAt: Date;
  fetches: readonly ContentFetchRow[];
  others: readonly OtherRow[];
}

/**
 * Writes a batch with all its entries, once: one statement, so that it is there whole or not at all, and one round trip. The row in
 * `analytics_batch` decides: who comes second finds it (or waits for the first to commit, and then finds it) and writes nothing. A device
 * without a record has nobody to keep entries for, and leaves no row either; nor is an entry kept from before the present claim (promise A1).
 */
export async function writeBatch(
  db: Kysely<Database>,
  { deviceSignId, batchId, receivedAt, fetches, others }: BatchRows,
): Promise<{ result: 'new' | 'repeated' | 'unclaimed'; contentFetch: number; other: number }> {
  const of = <Row, Key extends keyof Row>(rows: readonly Row[], key: Key) => rows.map((row) => row[key]);
  const { rows } = await sql<{ isClaimed: boolean; isNew: boolean; contentFetch: number; other: number }>`
    with owner as (
      select id as sign_record_id, organization_id, event_id,
        coalesce(extract(epoch from ${claimedSince})::double precision * 1000 - ${KIOSK_CLOCK_BEHIND_MS}, '-infinity') as since_ms
      from sign where device_sign_id = ${deviceSignId}
    ), batch as (
      insert into analytics_batch (device_sign_id, batch_id, received_at)
      select ${deviceSignId}::uuid, ${batchId}::uuid, ${receivedAt}::timestamptz from owner
      on conflict do nothing
      returning batch_id
    ), fetches as (
      insert into content_fetch
        (sign_record_id, organization_id, event_id, id, at, started_at, duration_ms, bytes, status, from_cache, url, error)
      select sign_record_id, organization_id, event_id, entry.id, entry.at, entry.started_at, entry.duration_ms, entry.bytes, entry.status,
        entry.from_cache, entry.url, entry.error
      from batch, owner, unnest(
        ${of(fetches, 'id')}::uuid[], ${of(fetches, 'at')}::timestamptz[], ${of(fetches, 'startedAt')}::timestamptz[],
        ${of(fetches, 'durationMs')}::double precision[], ${of(fetches, 'bytes')}::bigint[], ${of(fetches, 'status')}::smallint[],
        ${of(fetches, 'fromCache')}::boolean[], ${of(fetches, 'url')}::text[], ${of(fetches, 'error')}::text[],
        ${of(fetches, 'saidMs')}::double precision[]
      ) as entry (id, at, started_at, duration_ms, bytes, status, from_cache, url, error, said_ms)
      where entry.said_ms >= owner.since_ms
      returning id
    ), others as (
      insert into analytics_entry (sign_record_id, organization_id, event_id, id, at, kind, entry)
      select sign_record_id, organization_id, event_id, each.id, each.at, each.kind, each.entry
      from batch, owner, unnest(
        ${of(others, 'id')}::uuid[], ${of(others, 'at')}::timestamptz[], ${of(others, 'kind')}::text[], ${of(others, 'entry')}::jsonb[],
        ${of(others, 'saidMs')}::double precision[]
      ) as each (id, at, kind, entry, said_ms)
      where each.said_ms >= owner.since_ms
      returning id
    )
    select exists (select from owner) as "isClaimed", exists (select from batch) as "isNew",
      (select count(*)::int from fetches) as "contentFetch", (select count(*)::int from others) as other
  `.execute(db);
  const { isClaimed, isNew, ...kept } = rows[0]!;
  return { result: isClaimed ? (isNew ? 'new' : 'repeated') : 'unclaimed', ...kept };
}
