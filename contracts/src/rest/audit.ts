import { Type, type Static } from 'typebox';
import type { RouteTable } from '../route.ts';
import {
  Count,
  PageQuery,
  Timestamp,
  UserId,
  Uuid,
  nullable,
  oneOf,
  page,
  strictObject,
  text,
} from '../common-schemas.ts';
import { EXPORT_TYPES, ExportFormat } from './telemetry.ts';

/** The audit log: every change by every person and every denied attempt (contract, sections 3 and 3.1; promise M5). */

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** The `prevHash` of an organization's first row. */
export const FIRST_PREV_HASH = '0'.repeat(64);

export const AUDIT_OUTCOMES = ['ok', 'denied', 'failed'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/**
 * One chain an organization: `hash` is the SHA-256 (hex) of `prevHash`, a line feed, and the row without both in canonical JSON
 * (RFC 8785).
 */
export const AuditRow = Type.Object({
  seq: Count,
  at: Timestamp,
  organizationId: Uuid,
  /** Null if no person was signed in, for example if the service itself acted. */
  actor: nullable(Type.Object({ id: Type.String(), email: Type.String() })),
  action: Type.String(),
  target: Type.Object({ type: Type.String(), id: Type.String() }),
  outcome: oneOf(AUDIT_OUTCOMES),
  requestId: nullable(Type.String()),
  ip: nullable(Type.String()),
  detail: Type.Unknown(),
  prevHash: Hash,
  hash: Hash,
});
export type AuditRow = Static<typeof AuditRow>;

/**
 * A row of the list with the present names, which are neither hashed nor exported. A name is null if the person or
 * thing has none or was deleted.
 */
export const ListedAuditRow = Type.Object({
  ...AuditRow.properties,
  actorName: nullable(Type.String()),
  targetName: nullable(Type.String()),
});
export type ListedAuditRow = Static<typeof ListedAuditRow>;
export const AuditPage = page(ListedAuditRow);
export type AuditPage = Static<typeof AuditPage>;

const filters = {
  organizationId: Uuid,
  /** `from` is inside the range, `to` is not. */
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
  eventId: Type.Optional(Uuid),
  signId: Type.Optional(Uuid),
  actorId: Type.Optional(UserId),
  action: Type.Optional(text(100, 1)),
  outcome: Type.Optional(oneOf(AUDIT_OUTCOMES)),
  requestId: Type.Optional(Uuid),
};

/** GET /api/audit lists the rows, newest first. */
export const AuditQuery = strictObject({ ...filters, ...PageQuery });
export type AuditQuery = Static<typeof AuditQuery>;

/** GET /api/audit/export streams the rows, ascending by `seq`. */
export const AuditExportQuery = strictObject({ ...filters, format: ExportFormat });

/** GET /api/audit/summary returns the counts of the rows that pass the filters. */
export const AuditSummaryQuery = strictObject(filters);
export type AuditSummaryQuery = Static<typeof AuditSummaryQuery>;

/**
 * The most entries of `actors` and of `actions`. `otherActors` and `otherActions` count the remaining rows (promise
 * D15).
 */
export const SUMMARY_ENTRIES = 100;

/** Entries are sorted by count, the largest first. `first` and `last` are the times of the first and the last row; null without rows. */
export const AuditSummary = Type.Object({
  total: Count,
  byOutcome: Type.Object({ ok: Count, denied: Count, failed: Count }),
  /**
   * `actor` is null for rows without a signed-in person, which include actions of the service itself. `name` is the
   * present name.
   */
  actors: Type.Array(Type.Object({ actor: AuditRow.properties.actor, name: nullable(Type.String()), count: Count }), {
    maxItems: SUMMARY_ENTRIES,
  }),
  /** The rows of actors that are not in `actors`. */
  otherActors: Count,
  actions: Type.Array(Type.Object({ action: Type.String(), count: Count }), { maxItems: SUMMARY_ENTRIES }),
  /** The rows of actions that are not in `actions`. */
  otherActions: Count,
  first: nullable(Timestamp),
  last: nullable(Timestamp),
});
export type AuditSummary = Static<typeof AuditSummary>;

/** GET and POST /api/audit/verification. */
export const AuditVerificationQuery = strictObject({ organizationId: Uuid });

/**
 * A row that is wrong. It was written between `from` and `to`: the times of the right row before it (null: there is none) and of the next right row.
 * Where the end of the log is cut off, `to` is when an earlier check saw the row, or when this check began; also where newer rows have the numbers of
 * the removed ones. A missing row may be the first of several.
 */
export const AuditFault = Type.Object({
  seq: Count,
  kind: oneOf(['missing', 'changed', 'moved'] as const),
  from: nullable(Timestamp),
  to: Timestamp,
});
export type AuditFault = Static<typeof AuditFault>;

/** A check reports at most so many faults. */
export const CHECK_FAULTS = 20;

/**
 * The last check of a log (promise D16). Before the first check there is only `state`. While a check runs, the rest is of the check before, null
 * while the first check runs. `rows`: the rows that it read. `fault`: the first wrong row. `otherFaults`: the further ones, by row.
 */
export const AuditVerification = Type.Object({
  state: oneOf(['none', 'running', 'done'] as const),
  checkedAt: Type.Optional(nullable(Timestamp)),
  rows: Type.Optional(nullable(Count)),
  durationMs: Type.Optional(nullable(Count)),
  fault: Type.Optional(nullable(AuditFault)),
  otherFaults: Type.Optional(Type.Array(AuditFault, { maxItems: CHECK_FAULTS - 1 })),
});
export type AuditVerification = Static<typeof AuditVerification>;

/** The columns of the CSV export, in order; `detail` is JSON. The same values as in the row, so that the chain can be checked. */
export const AUDIT_COLUMNS = [
  'seq',
  'at',
  'organizationId',
  'actorId',
  'actorEmail',
  'action',
  'targetType',
  'targetId',
  'outcome',
  'requestId',
  'ip',
  'detail',
  'prevHash',
  'hash',
] as const;

export const auditRoutes = {
  'GET /api/audit': {
    doc: { id: 'listAudit', tag: 'audit', summary: 'List an organization’s audit log, newest first' },
    role: 'admin',
    query: AuditQuery,
    response: { 200: AuditPage },
    audit: 'audit.read',
  },
  'GET /api/audit/export': {
    doc: { id: 'exportAudit', tag: 'audit', summary: 'Export an organization’s audit log as a stream, oldest first' },
    role: 'admin',
    query: AuditExportQuery,
    response: {},
    produces: EXPORT_TYPES,
    load: 'heavy',
    audit: 'audit.export',
  },
  'GET /api/audit/summary': {
    doc: { id: 'summarizeAudit', tag: 'audit', summary: 'Count the rows of an organization’s audit log' },
    role: 'admin',
    query: AuditSummaryQuery,
    response: { 200: AuditSummary },
    load: 'heavy',
    audit: 'audit.read',
  },
  'GET /api/audit/verification': {
    doc: { id: 'getAuditVerification', tag: 'audit', summary: 'Get the last check of an organization’s audit log' },
    role: 'admin',
    query: AuditVerificationQuery,
    response: { 200: AuditVerification },
    audit: 'audit.read',
  },
  'POST /api/audit/verification': {
    doc: { id: 'verifyAudit', tag: 'audit', summary: 'Check an organization’s audit log now' },
    role: 'admin',
    query: AuditVerificationQuery,
    response: { 202: AuditVerification },
    refusals: ['conflict'],
    load: 'heavy',
    audit: 'audit.verify',
  },
} as const satisfies RouteTable;
