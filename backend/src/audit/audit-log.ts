import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { FIRST_PREV_HASH, type AuditRow } from '@sign-display/contracts/rest/audit';
import type { Trx } from '../db/database-types.ts';
import type { Author } from '../http/change-author-types.ts';
import { condenseDetail } from './condense-detail.ts';

/**
 * The audit log: what people change and what they are refused, written in the transaction of the change itself (promise M5). Each row holds
 * the hash of the one before it, so that a row that was removed or changed shows.
 */

export interface AuditEntry {
  organizationId: string;
  /** `sign.update`, `member.remove`: what was done or tried, of what kind of thing. */
  action: string;
  target: { type: string; id: string };
  outcome?: AuditRow['outcome'];
  /** The fields besides the target by which people search the log. */
  eventId?: string | null;
  signId?: string | null;
  /**
   * What changed, as plain JSON without secrets. Large values are stored as their hash and size (condense-detail.ts).
   */
  detail?: Record<string, unknown>;
}

/** An entry and who is behind it. */
export interface AuthoredEntry extends AuditEntry {
  author: Author;
}

/** A row without what chains it. */
type UnchainedRow = Omit<AuditRow, 'prevHash' | 'hash'>;

/** The hash of a row whose predecessor's is `prevHash`: SHA-256 over that, a line feed and the row in canonical JSON (RFC 8785). */
export const hashOfRow = (prevHash: string, row: UnchainedRow): string =>
  createHash('sha256')
    .update(`${prevHash}\n${canonicalize(row)}`)
    .digest('hex');

/** Sixteen columns a row, of the 65,535 values that a statement can have. */
const ROWS_A_STATEMENT = 1_000;
/** NUL and half surrogates: Postgres keeps neither. */
const keepable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();
/**
 * Also of a name what JSON escapes. V8 13.6 (Node 24) reads some such names wrongly: after other objects with similar names were
 * read, the name of a quote comes out as a backslash, and a right row would seem to be changed.
 */
const keepableName = (name: string): string => keepable(name.replace(/["\\\p{Cc}]/gu, '\ufffd'));

function keep(value: unknown): unknown {
  if (typeof value === 'string') return keepable(value);
  if (Array.isArray(value)) return value.map(keep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [keepableName(name), keep(each)]));
}

/** The row as it will be read: without what JSON does not have and what the database does not keep, its large values condensed. */
function asKept(row: UnchainedRow): UnchainedRow {
  const kept = keep(JSON.parse(JSON.stringify(row))) as UnchainedRow;
  return { ...kept, detail: condenseDetail(kept.detail) };
}

const rowOf = (seq: number, { author, ...entry }: AuthoredEntry, nowMs: number): UnchainedRow =>
  asKept({
    seq,
    at: new Date(nowMs).toISOString(),
    organizationId: entry.organizationId,
    actor: author.person && { id: author.person.id, email: author.person.email },
    action: entry.action,
    target: { type: entry.target.type, id: entry.target.id },
    outcome: entry.outcome ?? 'ok',
    requestId: author.requestId,
    ip: author.ip,
    detail: entry.detail ?? {},
  });

/** The next rows of a chain whose last row is `head`. Pure. */
export function chainRows(head: { seq: number; hash: string }, entries: readonly AuthoredEntry[], nowMs: number) {
  let prevHash = head.hash;
  return entries.map((entry, index) => {
    const row = rowOf(head.seq + 1 + index, entry, nowMs);
    const chained = { ...row, prevHash, hash: hashOfRow(prevHash, row) };
    prevHash = chained.hash;
    return chained;
  });
}

const columnsOf = (row: AuditRow, { eventId = null, signId = null }: AuditEntry) => ({
  organizationId: row.organizationId,
  seq: row.seq,
  at: new Date(row.at),
  actorId: row.actor?.id ?? null,
  actorEmail: row.actor?.email ?? null,
  action: row.action,
  targetType: row.target.type,
  targetId: row.target.id,
  eventId,
  signId,
  outcome: row.outcome,
  requestId: row.requestId,
  ip: row.ip,
  detail: JSON.stringify(row.detail),
  prevHash: row.prevHash,
  hash: row.hash,
});

/** Appends `entries`, all of one organization. Its chain's end stays locked until the transaction is over. */
async function append(trx: Trx, organizationId: string, entries: readonly AuthoredEntry[], nowMs: number) {
  const head = await trx
    .insertInto('auditHead')
    .values({ organizationId, seq: entries.length, hash: FIRST_PREV_HASH })
    .onConflict((conflict) =>
      conflict.column('organizationId').doUpdateSet((eb) => ({ seq: eb('auditHead.seq', '+', entries.length) })),
    )
    .returning(['seq', 'hash'])
    .executeTakeFirstOrThrow();
  const rows = chainRows({ seq: Number(head.seq) - entries.length, hash: head.hash }, entries, nowMs);
  const columns = rows.map((row, index) => columnsOf(row, entries[index]!));
  const insert = (from: number) => trx.insertInto('audit').values(columns.slice(from, from + ROWS_A_STATEMENT));
  let from = 0;
  for (; from + ROWS_A_STATEMENT < columns.length; from += ROWS_A_STATEMENT) await insert(from).execute();
  // One statement for both writes, because other changes of the organization wait for them.
  await trx
    .with('appended', () => insert(from))
    .updateTable('auditHead')
    .set({ hash: rows.at(-1)!.hash })
    .where('organizationId', '=', organizationId)
    .execute();
}

/**
 * Appends what one transaction did, perhaps in several organizations, whose chains are locked in one order: two that did it in different
 * ones would wait for each other. Once a transaction, as its last step: people who change different things wait for each other only for
 * a moment, and every other lock comes before.
 */
export async function recordAudits(trx: Trx, entries: readonly AuthoredEntry[], nowMs: number): Promise<void> {
  const byOrganization = Map.groupBy(entries, ({ organizationId }) => organizationId);
  for (const [organizationId, own] of [...byOrganization].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await append(trx, organizationId, own, nowMs);
  }
}

/** `recordAudits` of one entry. */
export const recordAudit = (trx: Trx, author: Author, entry: AuditEntry, nowMs: number): Promise<void> =>
  recordAudits(trx, [{ ...entry, author }], nowMs);
