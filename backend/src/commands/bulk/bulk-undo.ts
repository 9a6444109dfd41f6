import { sql } from 'kysely';
import type { Refusal } from '@sign-display/contracts/error-codes';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { Ports } from '@sign-display/contracts/clock-and-random';
import { UNDOABLE_MS } from '@sign-display/contracts/limits';
import type { UndoBulkResponse } from '@sign-display/contracts/rest/bulk';
import { recordAudit } from '../../audit/audit-log.ts';
import type { Db, Trx } from '../../db/database-types.ts';
import type { SignedInAuthor } from '../../http/change-author-types.ts';
import { hasEndedSince, isChangedSince, type FieldsBefore } from '../../signs/content/restore-sign-fields.ts';
import { checkWaiting, lockWaiting } from './bulk-admission.ts';
import { failPending, findBulk, lockBulk, type BulkRow } from './bulk-repository.ts';

/**
 * Undoes a bulk request (contract, 3.2) by a new request, whose signs know what each of them gets back. The values to
 * restore move to the new request in one transaction, so only one of two parallel undos finds something to undo. The
 * new request is processed as any other (process-bulk-batch.ts), which checks again what has changed meanwhile.
 */

const refused = (detail: string): Refusal => ({ code: 'conflict', detail });

/**
 * Only a stored undo proves that a bulk request was undone: a node whose clock is ahead deletes the earlier values too
 * soon.
 */
async function objection(trx: Trx, { id, action, undoableUntil }: BulkRow, nowMs: number): Promise<Refusal | null> {
  if ('command' in action) return refused('A command cannot be undone.');
  if (undoableUntil !== null && undoableUntil.getTime() > nowMs) return null;
  const undo = await trx.selectFrom('bulk').select('id').where('undoOf', '=', id).executeTakeFirst();
  return refused(undo ? 'This was already undone.' : 'More than ten minutes have passed.');
}

/**
 * Returns the signs that still have what the bulk request gave them, and the number of those left out because they were
 * changed since or deleted.
 */
async function listRestorable(trx: Trx, bulkId: string, nowMs: number): Promise<{ ids: string[]; leftOut: number }> {
  const { rows } = await sql<{
    id: string;
    before: FieldsBefore;
    version: number;
    fieldVersions: Record<string, number>;
  }>`
    select sign.id, sign.field_versions, bulk_sign.before, bulk_sign.version
    from bulk_sign join sign on sign.id = bulk_sign.sign_record_id
    where bulk_sign.bulk_id = ${bulkId} and bulk_sign.before is not null`.execute(trx);
  const ids = rows
    .filter(({ fieldVersions, before, version }) => {
      return !isChangedSince(fieldVersions, before, version) && !hasEndedSince(fieldVersions, before, nowMs);
    })
    .map(({ id }) => id);
  const { changed } = await trx
    .selectFrom('bulkSign')
    .select(sql<number>`count(*)::integer`.as('changed'))
    .where('bulkId', '=', bulkId)
    .where('state', 'in', ['written', 'done'])
    .executeTakeFirstOrThrow();
  return { ids, leftOut: changed - ids.length };
}

/**
 * `conflict` for what can't be undone, `quota_exceeded` where too many changes wait. Signs that the bulk request has
 * not reached yet fail there and stay unchanged.
 */
export async function startUndo(
  trx: Trx,
  deps: Ports,
  bulkId: string,
  author: SignedInAuthor,
): Promise<(UndoBulkResponse & { organizationId: string }) | Refusal> {
  const nowMs = deps.clock.now();
  const { id: actorId, name: actorName, email: actorEmail } = author.person;
  const found = await findBulk(trx, bulkId);
  if (found) await lockWaiting(trx, found.organizationId, actorId);
  const undone = await lockBulk(trx, bulkId);
  if (!undone) return { code: 'not_found' };
  const objected = await objection(trx, undone, nowMs);
  if (objected) return objected;
  const { organizationId } = undone;
  const { ids, leftOut } = await listRestorable(trx, bulkId, nowMs);
  const total = ids.length;
  const tooMany = await checkWaiting(trx, { organizationId, actorId }, total, bulkId);
  if (tooMany) return tooMany;
  await failPending(trx, bulkId, 'conflict', nowMs);

  const id = makeUuidV7(deps.clock, deps.random);
  const createdAt = new Date(nowMs);
  const undo = { undoableUntil: new Date(nowMs + UNDOABLE_MS), undoOf: bulkId, leftOut };
  const progress = { total, done: 0, failed: 0, finishedAt: total === 0 ? createdAt : null };
  const actor = { actorId, actorName, actorEmail, requestId: author.requestId };
  const action = JSON.stringify({ undo: bulkId });
  await trx
    .insertInto('bulk')
    .values({ id, organizationId, action, ...actor, createdAt, ...progress, ...undo })
    .execute();
  await sql`
    insert into bulk_sign (bulk_id, sign_record_id, state, restore, version, name)
    select ${id}::uuid, sign_record_id, case when before ? 'manual' then 'waiting' else 'restoring' end, before, version, name
    from bulk_sign
    where bulk_id = ${bulkId} and sign_record_id = any(${ids}::uuid[])`.execute(trx);
  await forget(trx, [bulkId]);
  const entry = { organizationId, action: 'sign.bulk_undo', target: { type: 'bulk', id: bulkId } };
  await recordAudit(trx, author, { ...entry, detail: { undo: id, signs: total, leftOut } }, nowMs);
  return { bulkId: id, accepted: total, leftOut, organizationId };
}

async function forget(trx: Trx, bulkIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('bulkSign')
    .set({ before: null })
    .where('bulkId', 'in', bulkIds)
    .where('before', 'is not', null)
    .execute();
  await trx.updateTable('bulk').set({ undoableUntil: null }).where('id', 'in', bulkIds).execute();
}

/** Returns when the next bulk request can no longer be undone. */
export const nextForgetting = sql<Date | null>`(select min(undoable_until) from bulk where undoable_until is not null)`;

/** A transaction for each: up to 10,000 signs. */
export async function forgetUndoable(db: Db, nowMs: number): Promise<void> {
  for (let isLeft = true; isLeft;) {
    isLeft = await db.transaction().execute(async (trx) => {
      const due = trx.selectFrom('bulk').select('id').where('undoableUntil', '<=', new Date(nowMs));
      const bulk = await due.orderBy('undoableUntil').limit(1).forUpdate().skipLocked().executeTakeFirst();
      if (bulk) await forget(trx, [bulk.id]);
      return bulk !== undefined;
    });
  }
}
