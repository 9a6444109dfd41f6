import { AuditRow, type AuditQuery } from '@sign-display/contracts/rest/audit';
import type { Selectable } from 'kysely';
import type { AuditTable } from './tables.ts';
import type { Db } from '../db/database-types.ts';
import { viewOf } from '../http/row-to-response.ts';

/** The audit log, read. It is written by `recordAudit` alone. */

type AuditFilters = Omit<AuditQuery, 'cursor' | 'limit'>;

export function auditView(row: Selectable<AuditTable>) {
  const { actorId, actorEmail, targetType, targetId } = row;
  const actor = actorId === null || actorEmail === null ? null : { id: actorId, email: actorEmail };
  return viewOf(AuditRow, { ...row, seq: Number(row.seq), actor, target: { type: targetType, id: targetId } });
}

const filtered = (db: Db, filters: AuditFilters) => {
  const { organizationId, from, to, eventId, signId, actorId, action } = filters;
  return db
    .selectFrom('audit')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .$if(from !== undefined, (query) => query.where('at', '>=', new Date(from!)))
    .$if(to !== undefined, (query) => query.where('at', '<', new Date(to!)))
    .$if(eventId !== undefined, (query) => query.where('eventId', '=', eventId!))
    .$if(signId !== undefined, (query) => query.where('signId', '=', signId!))
    .$if(actorId !== undefined, (query) => query.where('actorId', '=', actorId!))
    .$if(action !== undefined, (query) => query.where('action', '=', action!));
};

/** Newest first, those before `beforeSeq` where given; at most `limit`. */
export async function listAudit(db: Db, filters: AuditFilters, beforeSeq: number | null, limit: number) {
  const rows = await filtered(db, filters)
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

/** The chain's end; null where there is no row yet. */
export async function findAuditHead(db: Db, organizationId: string): Promise<{ seq: number; hash: string } | null> {
  const head = await db
    .selectFrom('auditHead')
    .select(['seq', 'hash'])
    .where('organizationId', '=', organizationId)
    .executeTakeFirst();
  return head ? { seq: Number(head.seq), hash: head.hash } : null;
}
