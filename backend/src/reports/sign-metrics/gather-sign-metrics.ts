import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import type { MetricRow } from '@sign-display/contracts/rest/telemetry';

/** What the heartbeats of one interval said, gathered in memory: nothing per heartbeat touches the database. */

/** 12 heartbeats of the usual ones; 1,440 rows a sign and day. */
export const METRIC_INTERVAL_MS = 60_000;

export type HeartbeatMetrics = KioskMessage<'heartbeat'>['metrics'];

/** A row of a device: the contract's, whose `at` is the interval's start in milliseconds. */
export interface DeviceMetrics extends Omit<MetricRow, 'at'> {
  deviceSignId: string;
  atMs: number;
}

const intervalOf = (atMs: number): number => atMs - (atMs % METRIC_INTERVAL_MS);

/** Written only where it is news: each number that a long-lived object is given is one more for the collector. */
function keepLargest(row: DeviceMetrics, key: 'temperatureCelsius' | 'eventLoopLagMs', value: number | undefined) {
  if (value === undefined) return;
  const known = row[key];
  if (known === null || value > known) row[key] = value;
}

/** `row` with one more heartbeat in its means, its largest and its last values. */
function add(row: DeviceMetrics, metrics: HeartbeatMetrics): void {
  const heartbeats = row.heartbeats + 1;
  const mean = (before: number, value: number) => before + (value - before) / heartbeats;
  row.cpuLoad = mean(row.cpuLoad, metrics.cpuLoad);
  row.memUsedBytes = mean(row.memUsedBytes, metrics.memUsedBytes);
  row.memTotalBytes = metrics.memTotalBytes;
  row.uptimeSeconds = metrics.uptimeSeconds;
  keepLargest(row, 'temperatureCelsius', metrics.temperatureCelsius);
  keepLargest(row, 'eventLoopLagMs', metrics.eventLoopLagMs);
  row.heartbeats = heartbeats;
}

const emptyRow = (deviceSignId: string, atMs: number): DeviceMetrics => ({
  deviceSignId,
  atMs,
  intervalMs: METRIC_INTERVAL_MS,
  heartbeats: 0,
  cpuLoad: 0,
  memUsedBytes: 0,
  memTotalBytes: 0,
  uptimeSeconds: 0,
  temperatureCelsius: null,
  eventLoopLagMs: null,
});

export function createSignMetrics() {
  const current = new Map<string, DeviceMetrics>();
  /** Of devices that have had a heartbeat in a later interval since. */
  let over: DeviceMetrics[] = [];

  return {
    /** One heartbeat of the device, at `nowMs` of the wall clock. */
    add(deviceSignId: string, metrics: HeartbeatMetrics, nowMs: number): void {
      const atMs = intervalOf(nowMs);
      let row = current.get(deviceSignId);
      if (row?.atMs !== atMs) {
        if (row) over.push(row);
        row = emptyRow(deviceSignId, atMs);
        current.set(deviceSignId, row);
      }
      add(row, metrics);
    },
    /** The rows of the intervals that are over at `nowMs`, each once; of all of them where it is null. */
    take(nowMs: number | null): DeviceMetrics[] {
      const taken = over;
      over = [];
      for (const row of current.values()) {
        if (nowMs !== null && row.atMs === intervalOf(nowMs)) continue;
        taken.push(row);
        current.delete(row.deviceSignId);
      }
      return taken;
    },
  };
}

export type SignMetrics = ReturnType<typeof createSignMetrics>;
