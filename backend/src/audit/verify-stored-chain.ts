import type { Db } from '../db/database-types.ts';
import { findAuditHead, readStoredRows } from './audit-repository.ts';
import { verifyChain, type Verdict } from './verify-chain.ts';

const PAGE_ROWS = 1_000;

/** A row that can't be read is null. */
async function* rowsTo(db: Db, organizationId: string, lastSeq: number): AsyncGenerator<unknown> {
  for (let afterSeq = 0; ;) {
    const rows = await readStoredRows(db, organizationId, { afterSeq, lastSeq, limit: PAGE_ROWS });
    if (rows.length === 0) return;
    yield* rows.map(({ row }) => row);
    afterSeq = rows.at(-1)!.seq;
  }
}

/** Checks an organization's chain in the database, from its first row to its present head. */
export async function verifyDatabase(db: Db, organizationId: string): Promise<Verdict> {
  const head = await findAuditHead(db, organizationId);
  const verdict = await verifyChain(rowsTo(db, organizationId, head?.seq ?? 0));
  if (verdict.fault) return verdict;
  const { first, last } = verdict;
  if (first !== null && first.seq !== 1) {
    const message = `The chain begins with row ${first.seq}: those before it are missing.`;
    return { ...verdict, fault: { kind: 'removed', seq: 1, message } };
  }
  if (head === null || (last?.seq === head.seq && last.hash === head.hash)) return verdict;
  const message = `The chain ends with row ${last?.seq ?? 0}, and its head says row ${head.seq} with the hash ${head.hash}.`;
  return { ...verdict, fault: { kind: 'removed', seq: (last?.seq ?? 0) + 1, message } };
}
