import { FIRST_PREV_HASH, type AuditFault, type AuditRow } from '@sign-display/contracts/rest/audit';
import { sql } from 'kysely';
import type { Db } from '../db/database-types.ts';
import { createCounter, groupOfRow } from './audit-counts.ts';
import { hashOfRow } from './audit-log.ts';
import { findAuditHead, readAudit } from './audit-repository.ts';
import { faultOfRow } from './verify-chain.ts';
import type { AuditCounts } from './tables.ts';

/**
 * Checks a chain in the database (promise D16). The check reads the rows up to the head that it finds first, so rows
 * that are written meanwhile are no fault. The check compares the end of the chain with that head, and with the head of
 * an earlier check, which is stored separately.
 */

interface ChainEnd {
  seq: number;
  hash: string;
}

interface ChainCheck {
  rows: number;
  fault: AuditFault | null;
  /** Null if the log is empty or has a fault. */
  end: ChainEnd | null;
  counts: AuditCounts;
  /** The number of the last row that `counts` includes. */
  countedSeq: number;
}

/** Hashing a page takes a few milliseconds; the node answers heartbeats between pages. */
const PAGE_ROWS = 200;
/** How far from its own number a row is searched for, if the row before it was moved as well. */
const NEARBY = 8;

/** A fault whose `to` may not be known yet. */
type Found = Omit<AuditFault, 'to'> & { to: string | null };

/** Finds the first fault in rows that come one by one. Pure. */
function createFaultFinder(noted: ChainEnd | null) {
  let beforeLast: AuditRow | null = null;
  let last: AuditRow | null = null;
  let found: Found | null = null;
  /** The wrong row, or the row after a missing one. */
  let evidence: AuditRow | null = null;
  /** This row and `last` do not fit together. The row after both shows which of the two was replaced. */
  let broken: AuditRow | null = null;

  function settleBroken(nextPrevHash: string): void {
    if (broken === null) return;
    const isOlderReplaced = broken.hash === nextPrevHash && broken.seq > 1;
    const of = isOlderReplaced ? beforeLast : last;
    const seq = isOlderReplaced ? broken.seq - 1 : broken.seq;
    found = { seq, kind: 'changed', from: of?.at ?? null, to: isOlderReplaced ? broken.at : null };
    evidence = null;
    broken = null;
  }

  function take(row: AuditRow): void {
    if (broken) settleBroken(row.prevHash);
    if (found) {
      found.to ??= row.at;
      return;
    }
    if (last === null && row.seq > 1) found = { seq: 1, kind: 'missing', from: null, to: row.at };
    const fault = found ? null : faultOfRow(last, row);
    const from = last?.at ?? null;
    if (fault?.kind === 'removed') found = { seq: last!.seq + 1, kind: 'missing', from, to: row.at };
    else if (fault?.kind === 'broken') return void (broken = row);
    else if (fault) found = { seq: row.seq, kind: 'changed', from, to: null };
    else if (!found && row.seq === noted?.seq && row.hash !== noted.hash)
      found = { seq: row.seq, kind: 'changed', from, to: null };
    if (found) evidence = row;
    [beforeLast, last] = [last, row];
  }

  /** Call this after the last row. `unseen`: when the end of the chain was last seen. */
  function finish(head: ChainEnd | null, unseen: string) {
    if (broken) settleBroken(head?.hash ?? '');
    const end = head && noted ? (noted.seq > head.seq ? noted : head) : (head ?? noted);
    if (!found && end && (last?.seq ?? 0) < end.seq)
      found = { seq: (last?.seq ?? 0) + 1, kind: 'missing', from: last?.at ?? null, to: unseen };
    if (!found && end && last && last.hash !== end.hash)
      found = { seq: end.seq, kind: 'changed', from: beforeLast?.at ?? null, to: unseen };
    return { fault: found && { ...found, to: found.to ?? unseen }, evidence, last };
  }

  return { take, finish };
}

/** Tells whether the row was written as number `seq`. */
function wasNumber({ prevHash, hash, ...content }: AuditRow, seq: number): boolean {
  return hashOfRow(prevHash, { ...content, seq }) === hash;
}

async function findByHash(db: Db, organizationId: string, hash: string): Promise<number | null> {
  const { rows } = await sql<{ seq: string }>`
    select seq from audit where organization_id = ${organizationId} and hash = ${hash} limit 1`.execute(db);
  return rows[0] ? Number(rows[0].seq) : null;
}

/**
 * Tells whether the row of the fault is in another place in the log. `evidence`: the wrong row, or the row after a
 * missing one.
 */
async function isMoved(db: Db, organizationId: string, fault: AuditFault, evidence: AuditRow): Promise<boolean> {
  if (fault.kind === 'missing') {
    // If several rows are missing, the row after the gap has only the hash of the last missing row.
    if (evidence.seq !== fault.seq + 1) return false;
    return (await findByHash(db, organizationId, evidence.prevHash)) !== null;
  }
  const before = evidence.prevHash === FIRST_PREV_HASH ? 0 : await findByHash(db, organizationId, evidence.prevHash);
  const nearby = Array.from({ length: 2 * NEARBY + 1 }, (_, index) => evidence.seq - NEARBY + index);
  const numbers = before === null ? nearby : [before + 1, ...nearby];
  return numbers.some((seq) => seq > 0 && seq !== evidence.seq && wasNumber(evidence, seq));
}

/**
 * Reads the whole chain of an organization and counts its rows. `noted`: the end of the chain at an earlier check.
 * `beganAt`: when this check began.
 */
export async function checkStoredChain(
  db: Db,
  organizationId: string,
  { noted, beganAt }: { noted: (ChainEnd & { at: string }) | null; beganAt: string },
): Promise<ChainCheck> {
  const head = await findAuditHead(db, organizationId);
  const lastSeq = Math.max(head?.seq ?? 0, noted?.seq ?? 0);
  const finder = createFaultFinder(noted);
  const counter = createCounter();
  let rows = 0;
  let countedSeq = 0;
  for (;;) {
    const page = await readAudit(db, { organizationId }, { afterSeq: countedSeq, lastSeq, limit: PAGE_ROWS });
    for (const row of page) {
      finder.take(row);
      counter.add(groupOfRow(row));
    }
    rows += page.length;
    if (page.length === 0) break;
    countedSeq = page.at(-1)!.seq;
  }
  const isCut = noted !== null && noted.seq > (head?.seq ?? 0);
  const { fault, evidence, last } = finder.finish(head, isCut ? noted.at : beganAt);
  const counted = { rows, counts: counter.counts(), countedSeq };
  if (!fault) return { ...counted, fault, end: last && { seq: last.seq, hash: last.hash } };
  const isElsewhere = evidence !== null && (await isMoved(db, organizationId, fault, evidence));
  return { ...counted, fault: isElsewhere ? { ...fault, kind: 'moved' } : fault, end: null };
}
