import { sql, type Kysely } from 'kysely';

/**
 * What signs tell of themselves: content fetches, the other analytics entries, metrics, and which analytics batches have arrived (promise K7).
 * An older node can run beside it: it reads and writes none of these.
 *
 * Three tables are partitioned by the day (UTC) of `at`; their partitions are made and dropped by `reports/partitions/`, and each is made
 * `like` its parent. No foreign keys: a row outlives its record, and an insert looks at nothing else. No default partition: with one,
 * attaching a day would lock it against every insert.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The memory of what has arrived, per device: a batch that comes again finds its row.
  await sql`
    create table analytics_batch (
      device_sign_id uuid not null,
      batch_id uuid not null,
      received_at timestamptz not null,
      primary key (device_sign_id, batch_id)
    )`.execute(db);
  await sql`create index analytics_batch_received on analytics_batch (received_at)`.execute(db);

  await sql`
    create table content_fetch (
      id uuid not null,
      organization_id uuid not null,
      event_id uuid not null,
      sign_record_id uuid not null,
      at timestamptz not null,
      started_at timestamptz not null,
      duration_ms double precision not null,
      bytes bigint not null,
      status smallint,
      from_cache boolean not null,
      url text not null,
      error text
    ) partition by range (at)`.execute(db);
  // The list of a sign, and the export of an organization; each page of both is a walk along one of them.
  await sql`create index content_fetch_sign on content_fetch (sign_record_id, at, id)`.execute(db);
  await sql`create index content_fetch_organization on content_fetch (organization_id, at, id)`.execute(db);

  // Every other kind, as the sign sent it. Nothing reads it by sign yet, so nothing is indexed.
  await sql`
    create table analytics_entry (
      id uuid not null,
      organization_id uuid not null,
      event_id uuid not null,
      sign_record_id uuid not null,
      at timestamptz not null,
      kind text not null,
      entry jsonb not null
    ) partition by range (at)`.execute(db);

  await sql`
    create table sign_metric (
      sign_record_id uuid not null,
      at timestamptz not null,
      interval_ms integer not null,
      heartbeats integer not null,
      cpu_load double precision not null,
      mem_used_bytes bigint not null,
      mem_total_bytes bigint not null,
      uptime_seconds double precision not null,
      temperature_celsius double precision,
      event_loop_lag_ms double precision,
      primary key (sign_record_id, at)
    ) partition by range (at)`.execute(db);
}
