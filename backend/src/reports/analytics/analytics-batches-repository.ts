import { sql } from 'kysely';
import { claimedSince, KIOSK_CLOCK_BEHIND_MS } from '../../signs/claim-time.ts';
import type { Db } from '../../db/database-types.ts';
import { insertUsage, isOfDay } from '../../devices/charge-device-daily-bytes.ts';
import type { ContentFetchRow, OtherRow } from './analytics-rows.ts';

interface BatchRows {
  deviceSignId: string;
  batchId: string;
  receivedAt: Date;
  /** What it counts for with all its entries, and what a device may count for on `day`. */
  bytes: number;
  mostBytes: number;
  day: string;
  fetches: readonly ContentFetchRow[];
  others: readonly OtherRow[];
}

/**
 * Writes a batch with all its entries, once: one statement, so that it is there whole or not at all, and one round trip. The row in
 * `analytics_batch` decides: who comes second finds it (or waits for the first to commit, and then finds it) and writes nothing. A device
 * without a record has nobody to keep entries for, and leaves no row either; nor is an entry kept from before the present claim (promise A1).
 *
 * The batch counts whole against the device's bytes of the day (promise M5); entries past them are dropped. Where they were used up before, nothing
 * is written at all, and `result` is `over_limit`. `spentBytes`: what the device had used before this batch; Infinity where that was all.
 */
export async function writeBatch(db: Db, batch: BatchRows) {
  const { deviceSignId, batchId, receivedAt, bytes, mostBytes, day, fetches, others } = batch;
  const of = <Row, Key extends keyof Row>(rows: readonly Row[], key: Key) => rows.map((row) => row[key]);
  const { rows } = await sql<{
    isClaimed: boolean;
    isNew: boolean;
    isKnown: boolean;
    isSpent: boolean;
    spentBytes: number | null;
    contentFetch: number;
    other: number;
  }>`
    with owner as (
      select id as sign_record_id, organization_id, event_id,
        coalesce(extract(epoch from ${claimedSince})::double precision * 1000 - ${KIOSK_CLOCK_BEHIND_MS}, '-infinity') as since_ms
      from sign where device_sign_id = ${deviceSignId}
    ), spent as (
      select from device_usage where device_sign_id = ${deviceSignId} and ${isOfDay(day)} and bytes >= ${mostBytes}
    ), batch as (
      insert into analytics_batch (device_sign_id, batch_id, received_at)
      select ${deviceSignId}::uuid, ${batchId}::uuid, ${receivedAt}::timestamptz from owner where not exists (select from spent)
      on conflict do nothing
      returning batch_id
    ), charged as (
      ${insertUsage(deviceSignId, { day, bytes }, sql`batch`)}
      returning bytes - ${bytes}::bigint as spent_bytes
    ), fetches as (
      insert into content_fetch
        (sign_record_id, organization_id, event_id, id, at, started_at, duration_ms, bytes, status, from_cache, url, error)
      select sign_record_id, organization_id, event_id, entry.id, entry.at, entry.started_at, entry.duration_ms, entry.bytes, entry.status,
        entry.from_cache, entry.url, entry.error
      from batch, owner, charged, unnest(
        ${of(fetches, 'id')}::uuid[], ${of(fetches, 'at')}::timestamptz[], ${of(fetches, 'startedAt')}::timestamptz[],
        ${of(fetches, 'durationMs')}::double precision[], ${of(fetches, 'bytes')}::bigint[], ${of(fetches, 'status')}::smallint[],
        ${of(fetches, 'fromCache')}::boolean[], ${of(fetches, 'url')}::text[], ${of(fetches, 'error')}::text[],
        ${of(fetches, 'saidMs')}::double precision[], ${of(fetches, 'uptoBytes')}::bigint[]
      ) as entry (id, at, started_at, duration_ms, bytes, status, from_cache, url, error, said_ms, upto_bytes)
      where entry.said_ms >= owner.since_ms and charged.spent_bytes + entry.upto_bytes <= ${mostBytes}
      returning id
    ), others as (
      insert into analytics_entry (sign_record_id, organization_id, event_id, id, at, kind, entry)
      select sign_record_id, organization_id, event_id, each.id, each.at, each.kind, each.entry
      from batch, owner, charged, unnest(
        ${of(others, 'id')}::uuid[], ${of(others, 'at')}::timestamptz[], ${of(others, 'kind')}::text[], ${of(others, 'entry')}::jsonb[],
        ${of(others, 'saidMs')}::double precision[], ${of(others, 'uptoBytes')}::bigint[]
      ) as each (id, at, kind, entry, said_ms, upto_bytes)
      where each.said_ms >= owner.since_ms and charged.spent_bytes + each.upto_bytes <= ${mostBytes}
      returning id
    )
    select exists (select from owner) as "isClaimed", exists (select from batch) as "isNew", exists (select from spent) as "isSpent",
      exists (select from analytics_batch where device_sign_id = ${deviceSignId} and batch_id = ${batchId}) as "isKnown",
      (select spent_bytes from charged) as "spentBytes",
      (select count(*)::int from fetches) as "contentFetch", (select count(*)::int from others) as other
  `.execute(db);
  const { contentFetch, other, ...found } = rows[0]!;
  const result = resultOf(found);
  const spentBytes = result === 'over_limit' ? Infinity : (found.spentBytes ?? 0);
  return { result, spentBytes, contentFetch, other };
}

type Result = 'new' | 'repeated' | 'unclaimed' | 'over_limit';

function resultOf(found: { isClaimed: boolean; isNew: boolean; isKnown: boolean; isSpent: boolean }): Result {
  if (!found.isClaimed) return 'unclaimed';
  if (found.isNew) return 'new';
  // One that was kept before the day's bytes were used up is kept, whenever it comes again.
  return found.isSpent && !found.isKnown ? 'over_limit' : 'repeated';
}

/** When a sign last put a page on its screen, and last told of a look at it, neither from before `since`; null: never. Each by its index. */
export async function findLastOfScreen(
  db: Db,
  signRecordId: string,
  since: Date,
): Promise<{ renderedAt: Date | null; blankCheckedAt: Date | null }> {
  const last = (kind: 'render' | 'blank_check') => sql<Date | null>`(
    select at from analytics_entry where sign_record_id = ${signRecordId} and kind = ${sql.lit(kind)} and at >= ${since}
    order by at desc limit 1)`;
  const { rows } = await sql<{ renderedAt: Date | null; blankCheckedAt: Date | null }>`
    select ${last('render')} as rendered_at, ${last('blank_check')} as blank_checked_at`.execute(db);
  return rows[0]!;
}
