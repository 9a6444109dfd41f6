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

/**
 * One chain an organization: `hash` is the SHA-256 (hex) of `prevHash`, a line feed, and the row without both in canonical JSON
 * (RFC 8785).
 */
export const AuditRow = Type.Object({
  seq: Count,
  at: Timestamp,
  organizationId: Uuid,
  /** Null: nobody was signed in, or the service itself did it. */
  actor: nullable(Type.Object({ id: Type.String(), email: Type.String() })),
  action: Type.String(),
  target: Type.Object({ type: Type.String(), id: Type.String() }),
  outcome: oneOf(['ok', 'denied', 'failed'] as const),
  requestId: nullable(Type.String()),
  ip: nullable(Type.String()),
  detail: Type.Unknown(),
  prevHash: Hash,
  hash: Hash,
});
export type AuditRow = Static<typeof AuditRow>;
export const AuditPage = page(AuditRow);
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
};

/** GET /api/audit: newest first. */
export const AuditQuery = strictObject({ ...filters, ...PageQuery });
export type AuditQuery = Static<typeof AuditQuery>;

/** GET /api/audit/export: a stream that ascends by `seq`. */
export const AuditExportQuery = strictObject({ ...filters, format: ExportFormat });

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
} as const satisfies RouteTable;
