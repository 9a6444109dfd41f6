import type { Generated } from 'kysely';
import type { NoticeKind, OutageKind } from './vocabulary.ts';

/** The tables that only `outages` writes. */
export interface OutagesTables {
  outage: OutageTable;
  signStability: SignStabilityTable;
  notice: NoticeTable;
}

declare module '../db/database.ts' {
  interface Database extends OutagesTables {}
}

/** Something that is wrong with a sign, from `openedAt` (the verdict; `since`: what it is about) until it is closed. */
export interface OutageTable {
  id: string;
  organizationId: string;
  eventId: string;
  signRecordId: string;
  signName: string;
  kind: OutageKind;
  since: Date;
  openedAt: Date;
  closedAt: Date | null;
  /** `left`: the device left the record, or the record is gone. */
  closedBy: 'recovered' | 'left' | null;
}

export interface SignStabilityTable {
  signRecordId: string;
  /** The newest five at most, oldest first. */
  verdictChanges: Date[];
  unstableSince: Date | null;
}

/** What people are to be told, until the planner takes it. */
export interface NoticeTable {
  seq: Generated<number>;
  organizationId: string;
  eventId: string;
  signRecordId: string;
  signName: string;
  kind: NoticeKind;
  outageId: string | null;
  at: Date;
  since: Date | null;
  stableAt: Date | null;
  detail: string | null;
}
