import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import { opens } from '../../access/open-record-with-role.ts';
import type { SignRow } from '../../signs/sign-view.ts';
import type { BulkTable } from '../tables.ts';
import type { Db, Trx } from '../../db/database-types.ts';
import type { FieldsBefore } from '../../signs/content/restore-sign-fields.ts';

/**
 * Stores bulk requests and the outcome of each of their signs (contract, 3.1; promise M1). The request's row is locked
 * before the rows of its signs.
 */

export type BulkRow = Selectable<BulkTable>;
export interface SignOutcome {
  signRecordId: string;
  /** `written`: the record is changed, and its kiosk must still be notified. */
  state: 'written' | 'done' | 'failed';
  code: string | null;
  /**
   * The record's earlier values, if they can be restored, and its present version. Also set if the record already had
   * the new values, so that an undo finds the sign.
   */
  had?: { before: FieldsBefore | null; version: number };
  /** `acked`: no answer of a kiosk is expected. */
  answer?: 'acked';
}

export interface Unanswered {
  bulk: Pick<BulkRow, 'id' | 'action'>;
  sign: SignRow;
}

/** A sign that waits for its turn. `restore` is set if the request is an undo. */
export interface PendingSign {
  signRecordId: string;
  restore: { before: FieldsBefore; version: number } | null;
}

/** Opens a bulk request for a caller with a role (access/open-record-with-role.ts). */
export const openBulk = opens(findBulk);

export async function findBulk(db: Db, id: string): Promise<BulkRow | undefined> {
  return await db.selectFrom('bulk').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks the row for the rest of the transaction, behind the piece that is under way. */
export async function lockBulk(trx: Trx, id: string): Promise<BulkRow | null> {
  return (await trx.selectFrom('bulk').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** Stores a bulk request and its signs. `state`: the state in which its signs wait for their turn. */
export async function insertBulk(
  trx: Trx,
  bulk: Insertable<BulkTable>,
  signRecordIds: readonly string[],
  state: 'pending' | 'waiting',
): Promise<void> {
  await trx.insertInto('bulk').values(bulk).execute();
  await sql`
    insert into bulk_sign (bulk_id, sign_record_id, state, name)
    select ${bulk.id}::uuid, given.id, ${state}, sign.name
    from unnest(${signRecordIds}::uuid[]) as given (id) left join sign on sign.id = given.id
  `.execute(trx);
}

/** Returns those of these records that belong to the organization. */
export async function findOwnSignIds(db: Db, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('sign')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('organizationId', '=', organizationId)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * The signs of an undo are `restoring`, and the signs whose overrides end are `waiting`. Older nodes can't process
 * these two states, and don't select them.
 */
export const isPending = sql`bulk_sign.state in ('pending', 'restoring', 'waiting')`;

/**
 * The oldest bulk with pending signs of each organization, with the turn that the organization took last. One index lookup for each organization that waits,
 * however many requests wait behind its oldest.
 */
const heads = sql<{ id: string; taken: number }>`(
  with recursive waiting (id) as (
    (select organization_id from bulk where finished_at is null order by organization_id limit 1)
    union all
    select (
      select organization_id from bulk
      where finished_at is null and organization_id > waiting.id order by organization_id limit 1)
    from waiting where waiting.id is not null
  )
  select head.id, coalesce(bulk_turn.taken, 0) as taken
  from waiting
  cross join lateral (
    select id from bulk
    where organization_id = waiting.id and finished_at is null
      and exists (select from bulk_sign where bulk_sign.bulk_id = bulk.id and ${isPending})
    order by id limit 1
  ) as head
  left join bulk_turn on bulk_turn.organization_id = waiting.id
)`;

/**
 * Locks the next bulk with pending signs: the oldest of the organization whose last turn is the longest ago. It passes over organizations whose oldest bulk
 * another node has locked, so that nodes never work for the same organization in parallel.
 */
export async function lockNextBulk(trx: Trx): Promise<BulkRow | null> {
  const query = trx
    .selectFrom('bulk')
    .innerJoin(heads.as('head'), 'head.id', 'bulk.id')
    .selectAll('bulk')
    .orderBy('head.taken')
    .orderBy('bulk.id');
  return (await query.limit(1).forUpdate('bulk').skipLocked().executeTakeFirst()) ?? null;
}

/** The organization has had its turn: the others that wait come first. */
export async function endTurn(trx: Trx, organizationId: string): Promise<void> {
  await sql`
    insert into bulk_turn (organization_id, taken) values (${organizationId}, nextval('bulk_turns'))
    on conflict (organization_id) do update set taken = excluded.taken`.execute(trx);
}

export async function listPendingSigns(trx: Trx, bulkId: string, limit: number): Promise<PendingSign[]> {
  const query = trx.selectFrom('bulkSign').select(['signRecordId', 'restore', 'version']).where('bulkId', '=', bulkId);
  const rows = await query
    .where(sql<boolean>`${isPending}`)
    .orderBy('signRecordId')
    .limit(limit)
    .execute();
  return rows.map(({ signRecordId, restore, version }) => {
    return { signRecordId, restore: restore && { before: restore, version: version! } };
  });
}

/**
 * Stores the outcomes of pending signs and the new counts, and locks the request's row. Resolves with null if the bulk
 * request was deleted.
 */
export async function writeOutcomes(
  trx: Trx,
  bulkId: string,
  outcomes: readonly SignOutcome[],
  nowMs: number,
): Promise<BulkRow | null> {
  const befores = outcomes.map(({ had }) => (had?.before ? JSON.stringify(had.before) : null));
  return await countOutcomes(trx, bulkId, nowMs, async () => {
    const { rows } = await sql<{ state: SignOutcome['state'] }>`
      update bulk_sign set
        state = outcome.state, code = outcome.code, written_at = ${new Date(nowMs)}, restore = null,
        before = outcome.before, version = outcome.version, answer = outcome.answer
      from unnest(
        ${outcomes.map(({ signRecordId }) => signRecordId)}::uuid[], ${outcomes.map(({ state }) => state)}::text[],
        ${outcomes.map(({ code }) => code)}::text[], ${befores}::jsonb[],
        ${outcomes.map(({ had }) => had?.version ?? null)}::integer[],
        ${outcomes.map(({ answer = null }) => answer)}::text[]
      ) as outcome (sign_record_id, state, code, before, version, answer)
      where bulk_id = ${bulkId} and bulk_sign.sign_record_id = outcome.sign_record_id and ${isPending}
      returning bulk_sign.state
    `.execute(trx);
    return rows;
  });
}

/** Stores that the kiosks of these written signs were notified. */
export async function markReported(trx: Trx, bulkId: string, signRecordIds: readonly string[], nowMs: number) {
  await countOutcomes(trx, bulkId, nowMs, () =>
    trx
      .updateTable('bulkSign')
      .set({ state: 'done', writtenAt: new Date(nowMs) })
      .where('bulkId', '=', bulkId)
      .where('signRecordId', '=', sql<string>`any(${signRecordIds}::uuid[])`)
      .where('state', '=', 'written')
      .returning('state')
      .execute(),
  );
}

/** Fails all waiting signs with `code`. */
export async function failPending(trx: Trx, bulkId: string, code: string, nowMs: number): Promise<void> {
  await countOutcomes(trx, bulkId, nowMs, () =>
    trx
      .updateTable('bulkSign')
      .set({ state: 'failed', code, writtenAt: new Date(nowMs), restore: null })
      .where('bulkId', '=', bulkId)
      .where(sql<boolean>`${isPending}`)
      .returning('state')
      .execute(),
  );
}

async function countOutcomes(
  trx: Trx,
  bulkId: string,
  nowMs: number,
  write: () => Promise<readonly { state: string }[]>,
): Promise<BulkRow | null> {
  const bulk = await lockBulk(trx, bulkId);
  if (!bulk) return null;
  const written = await write();
  const done = bulk.done + written.filter(({ state }) => state === 'done').length;
  const failed = bulk.failed + written.filter(({ state }) => state === 'failed').length;
  const isFinished = done + failed === bulk.total;
  return await trx
    .updateTable('bulk')
    .set({ done, failed, ...(isFinished && { finishedAt: new Date(nowMs) }) })
    .where('id', '=', bulkId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Takes up to `limit` signs whose records were written before `beforeMs` and whose kiosks were not marked as notified,
 * because a node died in between. Other nodes get other signs until the same time has passed again.
 */
export async function takeUnreported(db: Db, beforeMs: number, nowMs: number, limit: number) {
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

/** Signs that a bulk request has written and whose kiosks have not answered, by `bulkId deviceSignId`: one query for all of `keys`. */
export async function findUnanswered(db: Db, keys: readonly string[]): Promise<Map<string, Unanswered>> {
  const pairs = keys.map((key) => key.split(' ') as [string, string]);
  const rows = await db
    .selectFrom('bulkSign')
    .innerJoin('bulk', 'bulk.id', 'bulkSign.bulkId')
    .innerJoin('sign', 'sign.id', 'bulkSign.signRecordId')
    .selectAll('sign')
    .select(['bulk.id as bulkId', 'bulk.action'])
    .where(
      sql<boolean>`(bulk_sign.bulk_id, sign.device_sign_id) in (select * from unnest(
        ${pairs.map(([bulkId]) => bulkId)}::uuid[], ${pairs.map(([, device]) => device)}::uuid[]))`,
    )
    .where('bulkSign.state', 'in', ['written', 'done'])
    .where('bulkSign.answer', 'is', null)
    .execute();
  return new Map(
    rows.map(({ bulkId, action, ...sign }) => [
      `${bulkId} ${sign.deviceSignId}`,
      { bulk: { id: bulkId, action }, sign },
    ]),
  );
}

/**
 * Tells whether any sign waits for its turn, or was written before `before` without its kiosk being marked as notified.
 */
export const hasOpenSigns = (before: RawBuilder<Date>) => sql<boolean>`exists (
  select from bulk join bulk_sign on bulk_sign.bulk_id = bulk.id
  where bulk.finished_at is null
    and (${isPending} or bulk_sign.state = 'written' and bulk_sign.written_at < ${before}))`;

/** Requests that one statement removes: of 10,000 signs each. */
const PRUNED_TOGETHER = 10;

/** Removes what was finished before `beforeMs`, and the oldest past an organization's newest `changesMost` changes; not what can be undone. */
export async function pruneBulks(db: Db, beforeMs: number, changesMost: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, finished_at, undoable_until,
        sum(greatest(total, 1)) over (partition by organization_id order by id desc) as changes
      from bulk where finished_at is not null
    ) as finished
    where finished_at < ${new Date(beforeMs)} or changes > ${changesMost} and undoable_until is null
    order by id`.execute(db);
  const ids = rows.map(({ id }) => id);
  for (let from = 0; from < ids.length; from += PRUNED_TOGETHER)
    await db
      .deleteFrom('bulk')
      .where('id', 'in', ids.slice(from, from + PRUNED_TOGETHER))
      .execute();
}
