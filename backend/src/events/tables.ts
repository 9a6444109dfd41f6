/** The tables that only `events` writes. */
export interface EventsTables {
  event: EventTable;
}

declare module '../db/database-types.ts' {
  interface Database extends EventsTables {}
}

export interface EventTable {
  id: string;
  organizationId: string;
  name: string;
  timeZone: string;
  venue: string | null;
  startsAt: Date | null;
  endsAt: Date | null;
  offlineGraceSeconds: number | null;
  createdAt: Date;
  updatedAt: Date;
}
