import { sql, type Selectable } from 'kysely';
import type { MetricRow } from '@sign-display/contracts/rest/telemetry';
import type { Db } from '../../db/database-types.ts';
import { plainArray } from '../../db/array-literal.ts';
import type { SignMetricTable } from '../tables.ts';
import type { DeviceMetrics } from './gather-sign-metrics.ts';

type SignMetricRow = Selectable<SignMetricTable>;

/**
 * Writes the rows of devices, each under the record that has the device now; one statement for a whole fleet. A row that another node has written of the same interval, because the kiosk went over to this one, is merged with ours. `rows` hold
 * a device and interval once.
 */
export async function writeMetrics(db: Db, rows: readonly DeviceMetrics[]): Promise<void> {
  const of = <Key extends keyof DeviceMetrics>(key: Key) => plainArray(rows.map((row) => row[key]));
  await sql`
    insert into sign_metric as known (sign_record_id, at, interval_ms, heartbeats, cpu_load, mem_used_bytes, mem_total_bytes,
      uptime_seconds, temperature_celsius, event_loop_lag_ms)
    select sign.id, row.at, row.interval_ms, row.heartbeats, row.cpu_load, row.mem_used_bytes, row.mem_total_bytes,
      row.uptime_seconds, row.temperature_celsius, row.event_loop_lag_ms
    from unnest(
      ${of('deviceSignId')}::uuid[], ${plainArray(rows.map(({ atMs }) => new Date(atMs).toISOString()))}::timestamptz[], ${of('intervalMs')}::integer[],
      ${of('heartbeats')}::integer[], ${of('cpuLoad')}::double precision[], ${plainArray(rows.map(({ memUsedBytes }) => Math.round(memUsedBytes)))}::bigint[],
      ${of('memTotalBytes')}::bigint[], ${of('uptimeSeconds')}::double precision[], ${of('temperatureCelsius')}::double precision[],
      ${of('eventLoopLagMs')}::double precision[]
    ) as row (device_sign_id, at, interval_ms, heartbeats, cpu_load, mem_used_bytes, mem_total_bytes, uptime_seconds,
      temperature_celsius, event_loop_lag_ms)
    join sign on sign.device_sign_id = row.device_sign_id
    on conflict (sign_record_id, at) do update set
      heartbeats = known.heartbeats + excluded.heartbeats,
      cpu_load = (known.cpu_load * known.heartbeats + excluded.cpu_load * excluded.heartbeats)
        / (known.heartbeats + excluded.heartbeats),
      mem_used_bytes = (known.mem_used_bytes::double precision * known.heartbeats
        + excluded.mem_used_bytes::double precision * excluded.heartbeats) / (known.heartbeats + excluded.heartbeats),
      mem_total_bytes = excluded.mem_total_bytes,
      uptime_seconds = excluded.uptime_seconds,
      temperature_celsius = greatest(known.temperature_celsius, excluded.temperature_celsius),
      event_loop_lag_ms = greatest(known.event_loop_lag_ms, excluded.event_loop_lag_ms)
  `.execute(db);
}

/** Up to `limit` intervals of a sign record, newest first, from before `before`. */
export async function listMetrics(
  db: Db,
  signRecordId: string,
  range: { from?: string | undefined; to?: string | undefined },
  before: Date | null,
  limit: number,
): Promise<SignMetricRow[]> {
  let query = db.selectFrom('signMetric').selectAll().where('signRecordId', '=', signRecordId);
  if (range.from !== undefined) query = query.where('at', '>=', new Date(range.from));
  if (range.to !== undefined) query = query.where('at', '<', new Date(range.to));
  if (before) query = query.where('at', '<', before);
  return await query.orderBy('at', 'desc').limit(limit).execute();
}

export function metricView({ signRecordId: _, at, ...values }: SignMetricRow): MetricRow {
  return { at: at.toISOString(), ...values };
}
