import type { ColumnType } from 'kysely';
import type { Json } from '../db/database-types.ts';

/** The tables that only `audit` writes. */
export interface AuditTables {
  audit: AuditTable;
  /** The last row of each organization's chain. */
  auditHead: {
    organizationId: string;
    seq: ColumnType<string, number, number>;
    hash: string;
  };
}

declare module '../db/database-types.ts' {
  interface Database extends AuditTables {}
}

/** `actorId` and `actorEmail` are both there or neither. */
export interface AuditTable {
  organizationId: string;
  /** From 1, without gaps. A bigint: Postgres' client reads it as text. */
  seq: ColumnType<string, number, never>;
  at: Date;
  actorId: string | null;
  actorEmail: string | null;
  action: string;
  targetType: string;
  targetId: string;
  eventId: string | null;
  signId: string | null;
  outcome: 'ok' | 'denied' | 'failed';
  requestId: string | null;
  ip: string | null;
  detail: Json<unknown>;
  prevHash: string;
  hash: string;
}
