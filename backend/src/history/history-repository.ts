import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import type { Db } from '../db/database-types.ts';
import type { HistoryTable } from './tables.ts';
import type { TimePosition } from '../http/pagination.ts';

export type HistoryRow = Selectable<HistoryTable>;

/** What happened to a sign: appended in the transaction of the change itself, never changed, kept after unregister (C8, C10). */
export async function appendHistory(db: Db, items: Insertable<HistoryTable>[]): Promise<void> {
  if (items.length > 0) await db.insertInto('history').values(items).execute();
}

/** One item, to be written by the statement that makes the change: `db.with('told', insertsHistory(item))`. */
export const insertsHistory = (item: Insertable<HistoryTable>) => (db: Pick<Db, 'insertInto'>) =>
  db.insertInto('history').values(item);

/**
 * What a sign has reported, for a statement that finds the sign itself. `selected` gives the columns in their order here, none of them where
 * there is nothing to write.
 */
export const insertReport = (selected: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`insert into history (id, at, kind, organization_id, event_id, sign_record_id, device_sign_id, short_code, url, reason, detail, duration_ms, http_status)
      ${selected}`;

/** The last item of one of these kinds in a sign record's history, none from before `since`. By its index, past items of other kinds. */
export async function findLastReport(db: Db, signRecordId: string, kinds: readonly string[], since: Date) {
  const query = db
    .selectFrom('history')
    .select(['kind', 'at', 'url', 'reason', 'detail', 'httpStatus'])
    .where('signRecordId', '=', signRecordId)
    .where('kind', '=', sql<string>`any(${kinds}::text[])`)
    .where('at', '>=', since);
  return (await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()) ?? null;
}

/** So far back the last page that was shown is looked for: after that many later items the sign has told of it otherwise. */
const LOOKED_THROUGH = 200;

/** When a sign last reported a page that it had not shown before, not from before `since`; null: not in what is looked through. By its index. */
export async function findLastDisplayed(db: Db, signRecordId: string, since: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select at from (
      select kind, at, id from history where sign_record_id = ${signRecordId} and at >= ${since}
      order by at desc, id desc limit ${sql.lit(LOOKED_THROUGH)}
    ) as last
    where kind = 'content_displayed' order by at desc, id desc limit 1`.execute(db);
  return rows[0]?.at ?? null;
}

/** Up to `limit` items of a sign record's history, newest first, from after `after`. */
export async function listSignHistory(db: Db, signRecordId: string, after: TimePosition | null, limit: number) {
  let query = db.selectFrom('history').selectAll().where('signRecordId', '=', signRecordId);
  if (after) query = query.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(after.at, after.id)));
  return await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}
