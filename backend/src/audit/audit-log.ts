import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Transaction } from 'kysely';
import { FIRST_PREV_HASH, type AuditRow } from '@sign-display/contracts/rest/audit';
import type { Database } from '../db/schema.ts';
import type { Author } from './author.ts';

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
  /** What the log is searched by, beside the target. */
  eventId?: string | null;
  signId?: string | null;
  /** Plain JSON; what changed. Never a secret. */
  detail?: Record<string, unknown>;
}

/** The hash of a row whose predecessor's is `prevHash`: SHA-256 over that, a line feed and the row in canonical JSON (RFC 8785). */
export const hashOfRow = (prevHash: string, row: Omit<AuditRow, 'prevHash' | 'hash'>): string =>
  createHash('sha256')
    .update(`${prevHash}\n${canonicalize(row)}`)
    .digest('hex');

/**
 * Appends to the organization's chain. The chain's end stays locked until the transaction is over: let it be the transaction's last
 * step, so that people who change different things wait for each other only for a moment, and after every other lock.
 */
export async function recordAudit(
  trx: Transaction<Database>,
  author: Author,
  entry: AuditEntry,
  nowMs: number,
): Promise<void> {
  const { organizationId, action, target, outcome = 'ok', eventId = null, signId = null, detail = {} } = entry;
  const head = await trx
    .insertInto('auditHead')
    .values({ organizationId, seq: 1, hash: FIRST_PREV_HASH })
    .onConflict((conflict) =>
      conflict.column('organizationId').doUpdateSet((eb) => ({ seq: eb('auditHead.seq', '+', 1) })),
    )
    .returning(['seq', 'hash'])
    .executeTakeFirstOrThrow();
  const row = {
    seq: Number(head.seq),
    at: new Date(nowMs).toISOString(),
    organizationId,
    actor: author.person && { id: author.person.id, email: author.person.email },
    action,
    target,
    outcome,
    requestId: author.requestId,
    ip: author.ip,
    // As it will be read: without what JSON does not have.
    detail: JSON.parse(JSON.stringify(detail)) as unknown,
  };
  const hash = hashOfRow(head.hash, row);
  await trx
    .insertInto('audit')
    .values({
      organizationId,
      seq: row.seq,
      at: new Date(nowMs),
      actorId: row.actor?.id ?? null,
      actorEmail: row.actor?.email ?? null,
      action,
      targetType: target.type,
      targetId: target.id,
      eventId,
      signId,
      outcome,
      requestId: author.requestId,
      ip: author.ip,
      detail: JSON.stringify(row.detail),
      prevHash: head.hash,
      hash,
    })
    .execute();
  await trx.updateTable('auditHead').set({ hash }).where('organizationId', '=', organizationId).execute();
}
