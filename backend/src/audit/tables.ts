import type { AuditFault } from '@sign-display/contracts/rest/audit';
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
  auditCheck: AuditCheckTable;
}

/** Counts of audit rows by outcome, actor and action. Times are in ms. */
export interface AuditCounts {
  byOutcome: { [Outcome in AuditTable['outcome']]: number };
  actors: { id: string | null; email: string | null; count: number }[];
  actions: { action: string; count: number }[];
  firstMs: number | null;
  lastMs: number | null;
}

/** The end of a chain, as a check found it at `at`. */
export interface NotedEnd {
  seq: number;
  hash: string;
  at: string;
}

/** The last check of each organization's chain. `checkedAt`, `rows`, `durationMs`, `counts` and `countedSeq` are null before the first check ends. */
export interface AuditCheckTable {
  organizationId: string;
  state: 'running' | 'done';
  /** Also the token of the check: only the check that began then may store its result. */
  startedAt: Date;
  checkedAt: Date | null;
  rows: ColumnType<string | null, number | null, number | null>;
  durationMs: ColumnType<string | null, number | null, number | null>;
  /** In the order of their rows. The owners got a mail about each. */
  faults: ColumnType<AuditFault[], string | undefined, string>;
  /** Ends of the chain, apart from `auditHead`: the newest one, and older ones that the chain no longer has. */
  notes: ColumnType<NotedEnd[], string | undefined, string>;
  /** Of the rows to `countedSeq`. */
  counts: Json<AuditCounts> | null;
  countedSeq: ColumnType<string | null, number | null, number | null>;
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
