import { sql } from 'kysely';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { Ports } from '@sign-display/contracts/clock-and-random';
import type { Author } from '../../http/change-author-types.ts';
import type { Trx } from '../../db/database-types.ts';
import type { CommittedChange } from '../committed-change-type.ts';
import type { SignRow } from '../sign-view.ts';
import { noteUpdate, plainChange } from './change-signs-in-bulk.ts';
import type { ManualBefore } from './restore-sign-fields.ts';
import { updateShownContent } from './update-page-to-show.ts';

/**
 * Ends manual overrides, and puts them back (contract, 3.1 and 3.2; promise D10). The record's `version` stays: an override is no field of it. Each function
 * takes rows that the transaction has locked, writes a history row a sign, and returns the changes to publish after the commit.
 */

const DETAIL = 'override';

async function settle(
  trx: Trx,
  deps: Ports,
  before: readonly SignRow[],
  after: readonly SignRow[],
  author: Author,
  nowMs: number,
): Promise<CommittedChange[]> {
  const rowsBefore = new Map(before.map((row) => [row.id, row]));
  const shown = await updateShownContent(trx, after, nowMs, { before: rowsBefore });
  const changes = new Map(shown.map((change) => [change.signRecordId, change]));
  await noteUpdate(trx, deps, after, author, DETAIL, nowMs);
  return after.map((row) => changes.get(row.id) ?? plainChange(row));
}

/** Ends the manual override of each record that has one. Records without one are not among the changes. */
export async function endOverrides(
  trx: Trx,
  deps: Ports,
  rows: readonly SignRow[],
  author: Author,
  nowMs: number,
): Promise<CommittedChange[]> {
  const ending = rows.filter(({ overrideUrl }) => overrideUrl !== null);
  if (ending.length === 0) return [];
  const ids = ending.map(({ id }) => id);
  const after = await trx
    .updateTable('sign')
    .set({ overrideUrl: null, overrideContentId: null, overrideUntil: null })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .returningAll()
    .execute();
  return await settle(trx, deps, ending, after, author, nowMs);
}

/** Gives each record the override `manual`; null: none. */
export async function restoreOverrides(
  trx: Trx,
  deps: Ports,
  wanted: readonly { row: SignRow; manual: ManualBefore | null }[],
  author: Author,
  nowMs: number,
): Promise<CommittedChange[]> {
  if (wanted.length === 0) return [];
  const ids = wanted.map(({ row }) => row.id);
  await sql`
    update sign set
      override_url = given.url, override_content_id = given.content_id, override_until = given.until
    from unnest(
      ${ids}::uuid[], ${wanted.map(({ manual }) => manual?.url ?? null)}::text[],
      ${wanted.map(({ manual }) => manual && makeUuidV7(deps.clock, deps.random))}::uuid[],
      ${wanted.map(({ manual }) => manual?.until ?? null)}::timestamptz[]
    ) as given (id, url, content_id, until)
    where sign.id = given.id`.execute(trx);
  const query = trx
    .selectFrom('sign')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`);
  const after = await query.orderBy('id').execute();
  return await settle(
    trx,
    deps,
    wanted.map(({ row }) => row),
    after,
    author,
    nowMs,
  );
}
