import { sql, type Kysely } from 'kysely';
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
 * without a record has nobody to keep entries for, and leaves no row either.
 */
export async function writeBatch(
  db: Kysely<Database>,
  { deviceSignId, batchId, receivedAt, fetches, others }: BatchRows,
): Promise<'new' | 'repeated' | 'unclaimed'> {
  const of = <Row, Key extends keyof Row>(rows: readonly Row[], key: Key) => rows.map((row) => row[key]);
  const { rows } = await sql<{ isClaimed: boolean; isNew: boolean }>`
    with owner as (
      select id as sign_record_id, organization_id, event_id from sign where device_sign_id = ${deviceSignId}
    ), batch as (
      insert into analytics_batch (device_sign_id, batch_id, received_at)
      select ${deviceSignId}::uuid, ${batchId}::uuid, ${receivedAt}::timestamptz from owner
      on conflict do nothing
      returning batch_id
    ), fetches as (
      insert into content_fetch
        (sign_record_id, organization_id, event_id, id, at, started_at, duration_ms, bytes, status, from_cache, url, error)
      select sign_record_id, organization_id, event_id, entry.*
      from batch, owner, unnest(
        ${of(fetches, 'id')}::uuid[], ${of(fetches, 'at')}::timestamptz[], ${of(fetches, 'startedAt')}::timestamptz[],
        ${of(fetches, 'durationMs')}::double precision[], ${of(fetches, 'bytes')}::bigint[], ${of(fetches, 'status')}::smallint[],
        ${of(fetches, 'fromCache')}::boolean[], ${of(fetches, 'url')}::text[], ${of(fetches, 'error')}::text[]
      ) as entry
    ), others as (
      insert into analytics_entry (sign_record_id, organization_id, event_id, id, at, kind, entry)
      select sign_record_id, organization_id, event_id, each.*
      from batch, owner, unnest(
        ${of(others, 'id')}::uuid[], ${of(others, 'at')}::timestamptz[], ${of(others, 'kind')}::text[], ${of(others, 'entry')}::jsonb[]
      ) as each
    )
    select exists (select from owner) as "isClaimed", exists (select from batch) as "isNew"
  `.execute(db);
  const { isClaimed, isNew } = rows[0]!;
  if (!isClaimed) return 'unclaimed';
  return isNew ? 'new' : 'repeated';
}
