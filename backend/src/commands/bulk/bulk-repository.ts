import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import type { BulkTable } from '../tables.ts';
import type { Db, Trx } from '../../db/database.ts';

/** Bulk requests and what became of each of their signs (contract, 3.1; promise M1). The bulk's row is locked before those of its signs. */

export type BulkRow = Selectable<BulkTable>;
export interface SignOutcome {
  signRecordId: string;
  /** `written`: the record is changed, and its kiosk is to be told. */
  state: 'written' | 'done' | 'failed';
  code: string | null;
}

export async function insertBulk(trx: Trx, bulk: Insertable<BulkTable>, signRecordIds: readonly string[]) {
  await trx.insertInto('bulk').values(bulk).execute();
  await sql`
    insert into bulk_sign (bulk_id, sign_record_id, state)
    select ${bulk.id}::uuid, id, 'pending' from unnest(${signRecordIds}::uuid[]) as id
  `.execute(trx);
}

/** Which of these records are the organization's. */
export async function findOwnSignIds(db: Db, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('sign')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('organizationId', '=', organizationId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks the oldest bulk with signs that nobody has begun, passing over those that another node is at. */
export async function lockPendingBulk(trx: Trx): Promise<BulkRow | null> {
  const query = trx
    .selectFrom('bulk')
    .selectAll()
    .where('finishedAt', 'is', null)
    .where(
      sql<boolean>`exists (select from bulk_sign where bulk_sign.bulk_id = bulk.id and bulk_sign.state = 'pending')`,
    );
  return (await query.orderBy('id').limit(1).forUpdate().skipLocked().executeTakeFirst()) ?? null;
}

export async function listPendingSigns(trx: Trx, bulkId: string, limit: number): Promise<string[]> {
  const query = trx.selectFrom('bulkSign').select('signRecordId').where('bulkId', '=', bulkId);
  const rows = await query.where('state', '=', 'pending').orderBy('signRecordId').limit(limit).execute();
  return rows.map(({ signRecordId }) => signRecordId);
}

/** Writes outcomes of signs that are still in `from`, and how many there are now; null where the bulk is gone. Its row is locked by it. */
export async function writeOutcomes(
  trx: Trx,
  bulkId: string,
  from: 'pending' | 'written',
  outcomes: readonly SignOutcome[],
  nowMs: number,
): Promise<BulkRow | null> {
  const bulk = await trx.selectFrom('bulk').selectAll().where('id', '=', bulkId).forUpdate().executeTakeFirst();
  if (!bulk) return null;
  const now = new Date(nowMs);
  const { rows: written } = await sql<{ state: SignOutcome['state'] }>`
    update bulk_sign set state = outcome.state, code = outcome.code, written_at = ${now}
    from unnest(
      ${outcomes.map(({ signRecordId }) => signRecordId)}::uuid[], ${outcomes.map(({ state }) => state)}::text[],
      ${outcomes.map(({ code }) => code)}::text[]
    ) as outcome (sign_record_id, state, code)
    where bulk_id = ${bulkId} and bulk_sign.sign_record_id = outcome.sign_record_id and bulk_sign.state = ${from}
    returning bulk_sign.state
  `.execute(trx);
  const done = bulk.done + written.filter(({ state }) => state === 'done').length;
  const failed = bulk.failed + written.filter(({ state }) => state === 'failed').length;
  const isFinished = done + failed === bulk.total;
  return await trx
    .updateTable('bulk')
    .set({ done, failed, ...(isFinished && { finishedAt: now }) })
    .where('id', '=', bulkId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** That dashboards are told of it at `nowMs`; false where they were less than `everyMs` ago. */
export async function takeTelling(trx: Trx, { id, toldAt, finishedAt }: BulkRow, everyMs: number, nowMs: number) {
  if (finishedAt === null && toldAt !== null && nowMs - toldAt.getTime() < everyMs) return false;
  await trx
    .updateTable('bulk')
    .set({ toldAt: new Date(nowMs) })
    .where('id', '=', id)
    .execute();
  return true;
}

/**
 * Takes up to `limit` signs whose records were written before `beforeMs` and whose kiosks nobody has said were told: those of a node that died
 * in between. Another node that asks gets others until that long from now.
 */
export async function takeUntold(db: Db, beforeMs: number, nowMs: number, limit: number) {
  const { rows } = await sql<{ bulkId: string; signRecordId: string }>`
    update bulk_sign set written_at = ${new Date(nowMs)}
    where (bulk_id, sign_record_id) in (
      select bulk_id, sign_record_id from bulk_sign
      where state = 'written' and written_at < ${new Date(beforeMs)}
      limit ${limit} for update skip locked
    )
    returning bulk_id, sign_record_id
  `.execute(db);
  return rows;
}

/** Whether any sign waits for its turn, or was written before `before` and nobody has said that its kiosk was told. */
export const hasOpenSigns = (before: RawBuilder<Date>) => sql<boolean>`exists (
  select from bulk join bulk_sign on bulk_sign.bulk_id = bulk.id
  where bulk.finished_at is null
    and (bulk_sign.state = 'pending' or bulk_sign.state = 'written' and bulk_sign.written_at < ${before}))`;

/** Removes what was finished before `beforeMs`. */
export async function pruneBulks(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('bulk').where('finishedAt', '<', new Date(beforeMs)).execute();
}
