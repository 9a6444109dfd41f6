import { build, type Histogram } from 'hdr-histogram-js';

/** Durations in milliseconds, kept to a microsecond below 2 s and to three digits above. */
interface Latencies {
  record(ms: number): void;
  summary(): LatencySummary;
}

/** Milliseconds; null where nothing was recorded. */
export interface LatencySummary {
  count: number;
  p50: number | null;
  p95: number | null;
  p99: number | null;
  longest: number | null;
}

export function createLatencies(): Latencies {
  const microseconds: Histogram = build({ bitBucketSize: 64, numberOfSignificantValueDigits: 3, autoResize: true });
  const at = (percentile: number): number | null =>
    microseconds.totalCount === 0 ? null : microseconds.getValueAtPercentile(percentile) / 1_000;
  return {
    record: (ms) => microseconds.recordValue(Math.max(0, Math.round(ms * 1_000))),
    summary: () => ({
      count: microseconds.totalCount,
      p50: at(50),
      p95: at(95),
      p99: at(99),
      longest: at(100),
    }),
  };
}
