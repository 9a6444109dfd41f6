/** The tables that only `history` writes. */
export interface HistoryTables {
  history: HistoryTable;
}

declare module '../db/database.ts' {
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
  /** With which a page came that is shown, where the sign knows it. */
  httpStatus: number | null;
  requestId: string | null;
}
