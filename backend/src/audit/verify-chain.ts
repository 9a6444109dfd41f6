import { AuditRow, FIRST_PREV_HASH } from '@sign-display/contracts/rest/audit';
import { Compile } from 'typebox/compile';
import { hashOfRow } from './audit-log.ts';

/**
 * Whether the rows of an export hold together (promise M5): each has the hash of its own content and of the one before it. What that shows is
 * any row that was changed, removed, added or moved between the first and the last; what it can't show is rows cut off at the end, or a chain
 * that was computed anew from somewhere on: for both, compare the last hash with the present head, or with one that was noted earlier.
 */

interface Fault {
  /** The position in the chain; null if the row does not contain it. */
  seq: number | null;
  kind: 'unreadable' | 'foreign' | 'changed' | 'removed' | 'moved' | 'repeated' | 'broken';
  /** A sentence for a person. */
  message: string;
}

export interface Verdict {
  /** Right rows before the first fault, or all. */
  count: number;
  first: { seq: number } | null;
  last: { seq: number; hash: string } | null;
  fault: Fault | null;
}

export interface ChainOptions {
  /** Rows may be missing between two: an export with other filters than the organization. Their own hashes and their order still hold. */
  isFiltered?: boolean;
}

const isAuditRow = Compile(AuditRow);
const fault = (kind: Fault['kind'], seq: number | null, message: string): Fault => ({ kind, seq, message });

function ownFault(row: AuditRow): Fault | null {
  const { prevHash, hash, ...content } = row;
  if (hashOfRow(prevHash, content) === hash) return null;
  return fault('changed', row.seq, `Row ${row.seq} was changed: its hash does not match its content.`);
}

/** What is wrong between two rows that are each right by themselves. */
function linkFault(last: AuditRow | null, row: AuditRow, isFiltered: boolean): Fault | null {
  const { seq } = row;
  if (last === null) {
    if (seq !== 1 || row.prevHash === FIRST_PREV_HASH) return null;
    return fault('broken', seq, 'Row 1 is not the first of a chain: it follows another row.');
  }
  if (row.organizationId !== last.organizationId)
    return fault('foreign', seq, `Row ${seq} belongs to another organization.`);
  if (seq === last.seq) return fault('repeated', seq, `Row ${seq} occurs twice.`);
  if (seq < last.seq) return fault('moved', seq, `Row ${seq} comes after row ${last.seq}.`);
  if (seq > last.seq + 1) {
    const [from, to] = [last.seq + 1, seq - 1];
    const which = from === to ? `Row ${from} is` : `Rows ${from} to ${to} are`;
    return isFiltered ? null : fault('removed', from, `${which} missing.`);
  }
  if (row.prevHash === last.hash) return null;
  const message = `Row ${seq} does not follow from row ${last.seq}: one of them was replaced, and its hash was recomputed.`;
  return fault('broken', seq, message);
}

/** Returns the fault of a row that follows `last` in the whole chain; null if the row is right. */
export const faultOfRow = (last: AuditRow | null, row: AuditRow): Fault | null =>
  ownFault(row) ?? linkFault(last, row, false);

/** Reads the rows to the first fault, or to the end; holds one at a time. A row is `unknown` until it has been looked at. */
export async function verifyChain(rows: AsyncIterable<unknown>, options: ChainOptions = {}): Promise<Verdict> {
  const { isFiltered = false } = options;
  let first: AuditRow | null = null;
  let last: AuditRow | null = null;
  let count = 0;
  let found: Fault | null = null;
  for await (const row of rows) {
    if (found) {
      // A row that is missing in its place may come later in the file.
      if (isAuditRow.Check(row) && row.seq === found.seq)
        found = fault('moved', row.seq, `Row ${row.seq} is in the wrong place, further down.`);
      if (found.kind === 'removed') continue;
      break;
    }
    if (!isAuditRow.Check(row)) {
      found = fault('unreadable', null, `The line after row ${last?.seq ?? 0} is not a row of an audit log.`);
      break;
    }
    found = ownFault(row) ?? linkFault(last, row, isFiltered);
    if (found && found.kind !== 'removed') break;
    if (found) continue;
    first ??= row;
    last = row;
    count += 1;
  }
  return { count, first: first && { seq: first.seq }, last: last && { seq: last.seq, hash: last.hash }, fault: found };
}
