/** The table that only `system` writes. */
export interface SystemTables {
  /** The figures of a node in one minute. Rows are deleted after two hours. */
  nodeMinute: {
    nodeId: string;
    minute: Date;
    hostname: string | null;
    /** The largest delay of the minute. */
    eventLoopDelayMs: number;
    heartbeatsPerSecond: number;
    /** The age of the oldest waiting message; null if the node could not read it. */
    queueAgeMs: number | null;
  };
}

declare module '../db/database-types.ts' {
  interface Database extends SystemTables {}
}
