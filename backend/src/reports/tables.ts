import type { Json } from '../db/database-types.ts';

/** The tables that only `reports` writes. */
export interface ReportsTables {
  /** That a batch of analytics has arrived from a device (promise K7). */
  analyticsBatch: {
    deviceSignId: string;
    batchId: string;
    receivedAt: Date;
  };
  contentFetch: ContentFetchTable;
  /** Of any kind that has no table of its own, as the sign sent it. */
  analyticsEntry: {
    id: string;
    organizationId: string;
    eventId: string;
    signRecordId: string;
    at: Date;
    kind: string;
    entry: Json<unknown>;
  };
  signMetric: SignMetricTable;
}

declare module '../db/database-types.ts' {
  interface Database extends ReportsTables {}
}

/** Partitioned by the day of `at`; so are the next two. */
export interface ContentFetchTable {
  id: string;
  organizationId: string;
  eventId: string;
  signRecordId: string;
  at: Date;
  startedAt: Date;
  durationMs: number;
  bytes: number;
  status: number | null;
  fromCache: boolean;
  url: string;
  error: string | null;
}

export interface SignMetricTable {
  signRecordId: string;
  at: Date;
  intervalMs: number;
  heartbeats: number;
  cpuLoad: number;
  memUsedBytes: number;
  memTotalBytes: number;
  uptimeSeconds: number;
  temperatureCelsius: number | null;
  eventLoopLagMs: number | null;
}
