import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Role } from '@sign-display/contracts/roles';
import { AUDIT_COLUMNS, type AuditRow } from '@sign-display/contracts/rest/audit';
import type { Db } from '../db/database-types.ts';
import { asItIs, BY_SEQ, openPage } from '../http/pagination.ts';
import type { Exports } from '../http/exports.ts';
import type { RestRefusal } from '../http/problem.ts';
import { answer, type Caller, type Router } from '../http/router.ts';
import { auditCells } from './audit-csv-conversion.ts';
import { findVerification, type AuditChecks } from './audit-checks.ts';
import { recordAudit } from './audit-log.ts';
import { withNames } from './audit-names.ts';
import { findAuditHead, listAudit, readAudit } from './audit-repository.ts';
import { summarizeAudit } from './audit-summary.ts';

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
    checks: AuditChecks;
    /**
     * Resolves with null if the caller has at least the role `needed` in the organization, otherwise with the refusal.
     */
    checkRole(db: Db, caller: Caller, organizationId: string, needed: Role): Promise<RestRefusal | null>;
  },
): void {
  const { db, clock, exports, checks, checkRole } = deps;

  router.route('GET /api/audit', async ({ caller, query, role }) => {
    const page = openPage(BY_SEQ, query);
    if ('code' in page) return page;
    const refused = await checkRole(db, caller, query.organizationId, role);
    if (refused) return refused;
    const { cursor: _, limit: __, ...filters } = query;
    const { items, nextCursor } = await page.read((before, most) => listAudit(db, filters, before, most), asItIs);
    return answer(200, { items: await withNames(db, query.organizationId, items), nextCursor });
  });

  router.route('GET /api/audit/summary', async ({ caller, query, role }) => {
    const refused = await checkRole(db, caller, query.organizationId, role);
    return refused ?? answer(200, await summarizeAudit(db, query));
  });

  router.route('GET /api/audit/verification', async ({ caller, query, role }) => {
    const refused = await checkRole(db, caller, query.organizationId, role);
    return refused ?? answer(200, await findVerification(db, query.organizationId));
  });

  router.route('POST /api/audit/verification', async ({ caller, query, role, author }) => {
    const refused = await checkRole(db, caller, query.organizationId, role);
    if (refused) return refused;
    const begun = await checks.start(query.organizationId, author);
    return begun ? answer(202, begun) : { code: 'conflict', detail: 'A check of this audit log is already running.' };
  });

  router.route('GET /api/audit/export', async ({ caller, query, role, raw, author }) => {
    const refused = await checkRole(db, caller, query.organizationId, role);
    if (refused) return refused;
    const { format, ...filters } = query;
    const { organizationId, ...others } = filters;
    const entry = {
      organizationId,
      action: 'audit.export',
      target: { type: 'organization', id: organizationId },
      detail: { format, filters: others },
    };
    let lastSeq = 0;
    // The export ends at the present last row; otherwise an export of a busy organization might never end. The export
    // leaves out its own row (details 16).
    const begin = async (): Promise<void> => {
      lastSeq = (await findAuditHead(db, organizationId))?.seq ?? 0;
      await db.transaction().execute((trx) => recordAudit(trx, author, entry, clock.now()));
    };
    return await exports.answer<AuditRow>(
      { caller, raw },
      {
        format,
        organizationId: query.organizationId,
        role,
        fileName: fileNameAt(clock.now()),
        begin,
        columns: AUDIT_COLUMNS,
        cellsOf: auditCells,
        objectOf: (row) => row,
        readPage: (last) => readAudit(db, filters, { afterSeq: last?.seq ?? 0, lastSeq, limit: EXPORT_PAGE_ROWS }),
      },
    );
  });
}
