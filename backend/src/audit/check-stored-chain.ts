import { CHECK_FAULTS, FIRST_PREV_HASH, type AuditFault } from '@sign-display/contracts/rest/audit';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { sql } from 'kysely';
import type { Db } from '../db/database-types.ts';
import { createCounter, groupOfRow } from './audit-counts.ts';
import { hashOfRow } from './audit-log.ts';
import { findAuditHead, readStoredRows, type StoredRow } from './audit-repository.ts';
import { createFaultFinder, type FoundFault } from './find-chain-faults.ts';
import type { AuditCounts, NotedEnd } from './tables.ts';

/**
 * The check of a chain in the database (promise D16). It reads the rows to the head that it finds, so that rows which are written meanwhile are no
 * fault.
 */

interface ChainCheck {
  rows: number;
  /** In the order of their rows, at most `CHECK_FAULTS`. */
  faults: AuditFault[];
  /** The ends for the next check: those that the chain no longer has, and the present one. */
  notes: NotedEnd[];
  counts: AuditCounts;
  /** The number of the last row that `counts` includes. */
  countedSeq: number;
}

/** Hashing a page takes a few milliseconds; the node answers heartbeats between pages. */
const PAGE_ROWS = 200;
/** How far around its number an exchanged row is searched, where the row before it is not in its place either. */
const NEARBY = 8;
const MAX_NOTES = 20;

/** Whether the row was written as number `seq`. */
function wasNumber({ row, prevHash, hash }: StoredRow, seq: number): boolean {
  if (row === null) return false;
  const { prevHash: _, hash: __, ...content } = row;
  return hashOfRow(prevHash, { ...content, seq }) === hash;
}

async function findByHash(db: Db, organizationId: string, hash: string): Promise<number | null> {
  const { rows } = await sql<{ seq: number }>`
    select least(seq, ${Number.MAX_SAFE_INTEGER}) as seq from audit where organization_id = ${organizationId} and hash = ${hash}
    limit 1`.execute(db);
  return rows[0]?.seq ?? null;
}

/** Whether the row of the fault is in the log, in another place than its own. */
async function isMoved(db: Db, organizationId: string, { kind, seq, evidence }: FoundFault): Promise<boolean> {
  if (evidence === null) return false;
  if (kind === 'missing') {
    // A missing row may be the first of several: the row after them knows the hash of the last of them alone.
    if (evidence.seq !== seq + 1) return false;
    return (await findByHash(db, organizationId, evidence.prevHash)) !== null;
  }
  const before = evidence.prevHash === FIRST_PREV_HASH ? 0 : await findByHash(db, organizationId, evidence.prevHash);
  const nearby = Array.from({ length: 2 * NEARBY + 1 }, (_, index) => evidence.seq - NEARBY + index);
  const numbers = before === null ? nearby : [before + 1, ...nearby];
  return numbers.some((number) => number > 0 && number !== evidence.seq && wasNumber(evidence, number));
}

/** The fault as it is reported. A search that fails leaves the kind as it is: the fault is certain without it. */
async function reportedFault(db: Db, organizationId: string, found: FoundFault & { to: string }): Promise<AuditFault> {
  const { seq, kind, from, to } = found;
  const isElsewhere = await isMoved(db, organizationId, found).catch(() => false);
  return { seq, kind: isElsewhere ? 'moved' : kind, from, to };
}

/** Reads the whole chain of an organization, and counts its rows. `noted`: the ends of the chain that earlier checks found. */
export async function checkStoredChain(
  { db, clock }: { db: Db; clock: Clock },
  organizationId: string,
  noted: readonly NotedEnd[],
): Promise<ChainCheck> {
  const head = await findAuditHead(db, organizationId);
  // The rows to the head were written before.
  const seenAt = new Date(clock.now()).toISOString();
  const lastSeq = Math.max(head?.seq ?? 0, ...noted.map(({ seq }) => seq));
  const finder = createFaultFinder(noted);
  const counter = createCounter();
  let rows = 0;
  let countedSeq = 0;
  for (;;) {
    const page = await readStoredRows(db, organizationId, { afterSeq: countedSeq, lastSeq, limit: PAGE_ROWS });
    for (const row of page) {
      finder.take(row);
      counter.add(groupOfRow(row.counted, row.row && row.row.at));
    }
    rows += page.length;
    if (page.length === 0) break;
    countedSeq = page.at(-1)!.seq;
  }
  const { faults, end, met, unmet } = finder.finish(head, seenAt);
  const reported: AuditFault[] = [];
  for (const fault of faults.slice(0, CHECK_FAULTS)) reported.push(await reportedFault(db, organizationId, fault));
  const present = end ? [{ ...end, at: seenAt }] : met;
  const notes = [...unmet.slice(0, MAX_NOTES - present.length), ...present];
  return { rows, faults: reported, notes, counts: counter.counts(), countedSeq };
}
