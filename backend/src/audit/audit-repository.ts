import { AuditRow, type AuditSummaryQuery } from '@sign-display/contracts/rest/audit';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { AuditTable } from './tables.ts';
import type { Db } from '../db/database-types.ts';
import { viewOf } from '../http/row-to-response.ts';

/** Reads the audit log. Only `recordAudit` writes it. */

export type AuditFilters = AuditSummaryQuery;

export function auditView(row: Selectable<AuditTable>) {
  const { actorId, actorEmail, targetType, targetId } = row;
  const actor = actorId === null || actorEmail === null ? null : { id: actorId, email: actorEmail };
  return viewOf(AuditRow, { ...row, seq: Number(row.seq), actor, target: { type: targetType, id: targetId } });
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

/**
 * Limits the rows to the numbers that a time range covers, which come from the index `audit_counts`. Without these
 * limits, Postgres would search for a page of an old day from the end of the log. `seq + 0` keeps Postgres from walking
 * the whole log for a minimum or maximum.
 */
function inRange({ organizationId, from, to }: AuditFilters): RawBuilder<boolean> {
  const ofRange = passes({ organizationId, ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
  return sql<boolean>`seq between (select min(seq + 0) from audit where ${ofRange})
    and (select max(seq + 0) from audit where ${ofRange})`;
}

/** Newest first, those before `beforeSeq` where given; at most `limit`. */
export async function listAudit(db: Db, filters: AuditFilters, beforeSeq: number | null, limit: number) {
  const rows = await filtered(db, filters)
    .$if(filters.from !== undefined || filters.to !== undefined, (query) => query.where(inRange(filters)))
    .$if(beforeSeq !== null, (query) => query.where('seq', '<', String(beforeSeq)))
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

/** Returns the end of the chain; null without rows. */
export async function findAuditHead(db: Db, organizationId: string): Promise<{ seq: number; hash: string } | null> {
  const head = await db
    .selectFrom('auditHead')
    .select(['seq', 'hash'])
    .where('organizationId', '=', organizationId)
    .executeTakeFirst();
  return head ? { seq: Number(head.seq), hash: head.hash } : null;
}
