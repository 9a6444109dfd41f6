import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Role } from '@sign-display/contracts/roles';
import { AUDIT_COLUMNS, type AuditRow } from '@sign-display/contracts/rest/audit';
import type { Db } from '../db/database-types.ts';
import { asItIs, BY_SEQ, openPage } from '../http/pagination.ts';
import type { Exports } from '../http/exports.ts';
import type { RestRefusal } from '../http/problem.ts';
import { answer, type Router } from '../http/router.ts';
import { auditCells } from './audit-csv-conversion.ts';
import { findAuditHead, listAudit, readAudit } from './audit-repository.ts';

/** Some 100 kB of text: little to hold, formatted in a few milliseconds, between which heartbeats are answered. */
const EXPORT_PAGE_ROWS = 200;

/** `audit-2026-11-21T10-00-00Z`: no file system minds. */
const fileNameAt = (atMs: number): string =>
  `audit-${new Date(atMs).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')}`;

/** The audit log over REST (contract, section 3). */
export function addAuditRoutes(
  router: Router,
  deps: {
    db: Db;
    clock: Clock;
    exports: Exports;
    /** Resolves with null if the user has at least the role in the organization, otherwise with the refusal. */
    checkRole(db: Db, userId: string, organizationId: string, needed: Role): Promise<RestRefusal | null>;
  },
): void {
  const { db, clock, exports, checkRole } = deps;

  router.route('GET /api/audit', async ({ caller, query, role }) => {
    const page = openPage(BY_SEQ, query);
    if ('code' in page) return page;
    const refused = await checkRole(db, caller.userId, query.organizationId, role);
    if (refused) return refused;
    const { cursor: _, limit: __, ...filters } = query;
    return answer(200, await page.read((before, most) => listAudit(db, filters, before, most), asItIs));
  });

  router.route('GET /api/audit/export', async ({ caller, query, role, raw }) => {
    const refused = await checkRole(db, caller.userId, query.organizationId, role);
    if (refused) return refused;
    const { format, ...filters } = query;
    // Up to what is there now: an export of a busy organization has an end too.
    const lastSeq = (await findAuditHead(db, query.organizationId))?.seq ?? 0;
    return await exports.answer<AuditRow>(
      { caller, raw },
      {
        format,
        organizationId: query.organizationId,
        role,
        fileName: fileNameAt(clock.now()),
        columns: AUDIT_COLUMNS,
        cellsOf: auditCells,
        objectOf: (row) => row,
        readPage: (last) => readAudit(db, filters, { afterSeq: last?.seq ?? 0, lastSeq, limit: EXPORT_PAGE_ROWS }),
      },
    );
  });
}
