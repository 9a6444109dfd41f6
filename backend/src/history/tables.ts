import type { Screen } from '@sign-display/contracts/common-schemas';
import type { Json } from '../db/database-types.ts';

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
  /** When a claim attempt began; the history orders it by its end. */
  submittedAt: Date | null;
  /** More of a claim attempt, and of the device that a replacement takes off its record. */
  attempt: Json<AttemptFacts> | null;
  /** Why a device was replaced, in the operator's words. */
  note: string | null;
}

/** A device as it was when an attempt began. */
export interface DeviceFacts {
  macAddress: string | null;
  address: string | null;
  appVersion: string | null;
  platform: string | null;
  screen: Screen | null;
}

/** `replays`: repeated requests until the attempt ended. */
export type AttemptFacts = Partial<DeviceFacts> & {
  handshake?: 'acknowledged' | 'legacy' | null;
  name?: string | null;
  location?: string | null;
  startedAt?: string | null;
  replays?: number;
};
