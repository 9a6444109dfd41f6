import type { Generated } from 'kysely';
import type { OutageKind } from '@sign-display/contracts/rest/outages';
import type { NoticeKind } from './notice-types.ts';

/** The tables that only `outages` writes. */
export interface OutagesTables {
  /** Something that is wrong with a sign, from `openedAt` (the verdict; `since`: what it is about) until it is closed. */
  outage: {
    id: string;
    organizationId: string;
    eventId: string;
    signRecordId: string;
    signName: string;
    /** The sign's location when it opened; null: not known (an older node opened it), and then the next two are null as well. */
    location: string | null;
    /** How many signs of the place had a device then; null: not known. */
    placeSigns: number | null;
    /** The host of the page that the sign was to show then; null: none, or not known. */
    host: string | null;
    /** The network address of the sign's device then; null: not known. */
    address: string | null;
    kind: OutageKind;
    since: Date;
    openedAt: Date;
    closedAt: Date | null;
    /** `left`: the device left the record, or the record is gone. */
    closedBy: 'recovered' | 'left' | null;
    /** Who is at it (promise N10), by the name that they had then; without `acknowledgedAt` nobody is. */
    acknowledgedBy: string | null;
    acknowledgedName: string | null;
    acknowledgedAt: Date | null;
    acknowledgedNote: string | null;
  };
  signStability: {
    signRecordId: string;
    /** The newest five at most, oldest first. */
    verdictChanges: Date[];
    unstableSince: Date | null;
  };
  /** What people are to be told, until the planner takes it. */
  notice: {
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
  };
  /** Notices that the planner has taken, and those of events without subscribers, for `TAKEN_RETENTION_MS`. */
  takenNotice: {
    eventId: string;
    /** In the order in which they were taken. */
    id: Generated<number>;
    takenAt: Date;
    signRecordId: string;
    kind: NoticeKind;
    outageId: string | null;
    at: Date;
    stableAt: Date | null;
  };
}

declare module '../db/database-types.ts' {
  interface Database extends OutagesTables {}
}
