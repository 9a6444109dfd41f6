import { AUDIT_COLUMNS, type AuditRow } from '@sign-display/contracts/rest/audit';
import { restoreCell, type Cell } from '../http/export-formatting.ts';

/**
 * A row of the audit log as a line of CSV, and back to the same value, so that the chain can be checked from the file. Null is an empty cell;
 * `detail` is JSON.
 */

type Column = (typeof AUDIT_COLUMNS)[number];

/** In the order of `AUDIT_COLUMNS`. */
export const auditCells = ({ actor, target, ...row }: AuditRow): readonly Cell[] => {
  const [actorId, actorEmail] = [actor?.id ?? null, actor?.email ?? null];
  const { type: targetType, id: targetId } = target;
  const cells = { ...row, actorId, actorEmail, targetType, targetId, detail: JSON.stringify(row.detail) };
  return AUDIT_COLUMNS.map((column) => cells[column]);
};

/** A record of the file as a row; whether it is a right one is the caller's to check. Throws a SyntaxError where `detail` is no JSON. */
export function auditRowOf(record: Record<Column, string>): unknown {
  const cell = (column: Column): string => restoreCell(record[column]);
  const orNull = (column: Column): string | null => (record[column] === '' ? null : cell(column));
  const actorId = orNull('actorId');
  return {
    seq: /^\d{1,16}$/.test(record.seq) ? Number(record.seq) : record.seq,
    at: cell('at'),
    organizationId: cell('organizationId'),
    actor: actorId === null && record.actorEmail === '' ? null : { id: actorId, email: cell('actorEmail') },
    action: cell('action'),
    target: { type: cell('targetType'), id: cell('targetId') },
    outcome: cell('outcome'),
    requestId: orNull('requestId'),
    ip: orNull('ip'),
    detail: JSON.parse(cell('detail')) as unknown,
    prevHash: cell('prevHash'),
    hash: cell('hash'),
  };
}
