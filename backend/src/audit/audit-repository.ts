import { AuditRow, type AuditSummaryQuery } from '@sign-display/contracts/rest/audit';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { AuditTable } from './tables.ts';
import type { Db } from '../db/database-types.ts';
import { parseTime } from '../db/parse-time.ts';
import { viewOf } from '../http/row-to-response.ts';
import { hashOfRow } from './audit-log.ts';

/** Reads the audit log. Only `recordAudit` writes it. */

export type AuditFilters = AuditSummaryQuery;

/** The first and last `Timestamp` of the contract, in ms. */
const FIRST_MS = Date.parse('1000-01-01T00:00:00.000Z');
const LAST_MS = Date.parse('2999-12-31T23:59:59.999Z');

/** A time (a `Date`, or ms) as it can be shown: one that no writer of the log wrote, such as an infinite one, as the furthest in its direction. */
export function shownTime(at: Date | number): Date {
  const ms = Number(at);
  return new Date(Number.isNaN(ms) ? LAST_MS : Math.min(Math.max(ms, FIRST_MS), LAST_MS));
}

export function auditView(row: Omit<Selectable<AuditTable>, 'eventId' | 'signId'>) {
  const { actorId, actorEmail, targetType, targetId } = row;
  const actor = actorId === null || actorEmail === null ? null : { id: actorId, email: actorEmail };
  return viewOf(AuditRow, {
    ...row,
    at: shownTime(row.at),
    seq: Number(row.seq),
    actor,
    target: { type: targetType, id: targetId },
  });
}

/**
 * Makes the SQL condition that a row passes the filters. The list, export and counts share this condition, so they
 * cover the same rows (promise D15).
 */
export function passes({ organizationId, from, to, ...filters }: AuditFilters): RawBuilder<boolean> {
  const conditions = [sql`organization_id = ${organizationId}`];
  if (from !== undefined) conditions.push(sql`at >= ${new Date(from)}`);
  if (to !== undefined) conditions.push(sql`at < ${new Date(to)}`);
  const { eventId, signId, actorId, action, outcome, requestId } = filters;
  if (eventId !== undefined) conditions.push(sql`event_id = ${eventId}`);
  if (signId !== undefined) conditions.push(sql`sign_id = ${signId}`);
  if (actorId !== undefined) conditions.push(sql`actor_id = ${actorId}`);
  if (action !== undefined) conditions.push(sql`action = ${action}`);
  // A literal, because Postgres uses the partial index of the rare outcomes only if it knows the value.
  if (outcome !== undefined) conditions.push(sql`outcome = ${sql.lit(outcome)}`);
  if (requestId !== undefined) conditions.push(sql`request_id = ${requestId}`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

const filtered = (db: Db, filters: AuditFilters) => db.selectFrom('audit').selectAll().where(passes(filters));

/** Counted in milliseconds from `audit_counts`. */
export const RANGE_PROBE_ROWS = 20_000;

/**
 * The numbers between which the rows of a time range are, found in `audit_counts`: without them a page of an old day is searched from the end of the
 * log. A range of more than `RANGE_PROBE_ROWS` rows gets no bounds: a walk from the end meets enough of its rows, and the cost of counting them all at each page
 * would grow with the log.
 */
function inRange({ organizationId, from, to }: AuditFilters): RawBuilder<boolean> {
  const ofRange = passes({ organizationId, ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
  const bound = (edge: RawBuilder<unknown>, without: RawBuilder<unknown>) => sql`(
    select case when count(*) > ${sql.lit(RANGE_PROBE_ROWS)} then ${without} else ${edge} end
    from (select seq from audit where ${ofRange} order by at limit ${sql.lit(RANGE_PROBE_ROWS + 1)}) as probe)`;
  return sql<boolean>`seq between ${bound(sql`min(seq)`, sql`0`)} and ${bound(sql`max(seq)`, sql`9223372036854775807`)}`;
}

/** Newest first, those before `beforeSeq` where given; at most `limit`. Numbers past 2^53 - 1, which no writer reaches, are left out. */
export async function listAudit(db: Db, filters: AuditFilters, beforeSeq: number | null, limit: number) {
  const rows = await filtered(db, filters)
    .$if(filters.from !== undefined || filters.to !== undefined, (query) => query.where(inRange(filters)))
    .where('seq', '<', String(beforeSeq ?? Number.MAX_SAFE_INTEGER))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map(auditView);
}

/** Ascending, those after `afterSeq` and not after `lastSeq`; at most `limit`. */
export async function readAudit(
  db: Db,
  filters: AuditFilters,
  { afterSeq, lastSeq, limit }: { afterSeq: number; lastSeq: number; limit: number },
): Promise<AuditRow[]> {
  const rows = await filtered(db, filters)
    .where('seq', '>', String(afterSeq))
    .where('seq', '<=', String(lastSeq))
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(auditView);
}

/** A row for a check. `row` is null where the database holds what no writer of the log wrote, for example a number that JSON lacks. */
export interface StoredRow {
  seq: number;
  prevHash: string;
  hash: string;
  row: AuditRow | null;
  /** The row can be read, and its hash is that of its content. */
  isOwn: boolean;
  counted: Pick<AuditRow, 'outcome' | 'actor' | 'action'>;
}

type RawRow = Omit<Selectable<AuditTable>, 'at' | 'detail' | 'eventId' | 'signId'> & { at: string; detail: string };

function storedRow(raw: RawRow): StoredRow {
  const { prevHash, hash, outcome, action, actorId, actorEmail } = raw;
  const actor = actorId === null || actorEmail === null ? null : { id: actorId, email: actorEmail };
  const stored = { seq: Number(raw.seq), prevHash, hash, counted: { outcome, actor, action } };
  try {
    const row = auditView({ ...raw, at: parseTime(raw.at) as Date, detail: JSON.parse(raw.detail) as unknown });
    const { prevHash: _, hash: __, ...content } = row;
    return { ...stored, row, isOwn: hashOfRow(prevHash, content) === hash };
  } catch {
    return { ...stored, row: null, isOwn: false };
  }
}

/** As `readAudit` without filters, but one row that can't be read doesn't keep the caller from the others. */
export async function readStoredRows(
  db: Db,
  organizationId: string,
  { afterSeq, lastSeq, limit }: { afterSeq: number; lastSeq: number; limit: number },
): Promise<StoredRow[]> {
  const { rows } = await sql<RawRow>`
    select organization_id as "organizationId", seq::text, at::text, actor_id as "actorId", actor_email as "actorEmail", action,
      target_type as "targetType", target_id as "targetId", outcome, request_id as "requestId", ip, detail::text,
      prev_hash as "prevHash", hash
    from audit where organization_id = ${organizationId} and seq > ${afterSeq} and seq <= ${lastSeq}
    order by audit.seq limit ${limit}`.execute(db.withoutPlugins());
  return rows.map(storedRow);
}

/** The chain's end; null where there is no row yet. A number past 2^53 - 1, which no writer reaches, is read as that. */
export async function findAuditHead(db: Db, organizationId: string): Promise<{ seq: number; hash: string } | null> {
  const { rows } = await sql<{ seq: string; hash: string }>`
    select seq::text, hash from audit_head where organization_id = ${organizationId}`.execute(db);
  const head = rows[0];
  return head ? { seq: Math.min(Number(head.seq), Number.MAX_SAFE_INTEGER), hash: head.hash } : null;
}
