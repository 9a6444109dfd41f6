/** The tables that only `history` writes. */
export interface HistoryTables {
  history: HistoryTable;
}

declare module '../db/database-types.ts' {
  interface Database extends HistoryTables {}
}

export interface HistoryTable {
  id: string;
  at: Date;
  kind: string;
  organizationId: string;
  eventId: string;
  signRecordId: string;
  actorId: string | null;
  actorName: string | null;
  deviceSignId: string | null;
  shortCode: string | null;
  url: string | null;
  outcome: string | null;
  reason: string | null;
  detail: string | null;
  durationMs: number | null;
  loadMs: number | null;
  /** Of the response of a page that is shown or unreachable, if the sign knows it. */
  httpStatus: number | null;
  requestId: string | null;
}
