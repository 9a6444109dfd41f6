/** The table that only `system` writes. */
export interface SystemTables {
  /** A node in one minute of the last hour. */
  nodeMinute: {
    nodeId: string;
    minute: Date;
    hostname: string | null;
    /** The largest of the minute. */
    eventLoopDelayMs: number;
    heartbeatsPerSecond: number;
    /** Of the oldest message that waits; null: it could not be read. */
    queueAgeMs: number | null;
  };
}

declare module '../db/database-types.ts' {
  interface Database extends SystemTables {}
}
