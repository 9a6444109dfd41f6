import { sql, type Insertable, type Selectable } from 'kysely';
import { Schedule, type ScheduleSet } from '@sign-display/contracts/rest/schedules';
import type { Db, Trx } from '../../db/database-types.ts';
import { viewOf } from '../../http/row-to-response.ts';
import type { ScheduleTable } from '../tables.ts';

export type ScheduleRow = Selectable<ScheduleTable>;

/** Whose set of schedules: one sign's, or an event's for all of its signs. */
export type ScheduleOwner = { signId: string } | { eventId: string };

const COLUMN = (owner: ScheduleOwner) =>
  'signId' in owner ? (['signId', owner.signId] as const) : (['eventId', owner.eventId] as const);

export const scheduleView = (row: ScheduleRow) => viewOf(Schedule, row);

/** A set in the order in which it was given. */
export async function listSchedules(db: Db, owner: ScheduleOwner): Promise<ScheduleRow[]> {
  const [column, id] = COLUMN(owner);
  return await db.selectFrom('schedule').selectAll().where(column, '=', id).orderBy('position').execute();
}

/** A set with its version. */
export async function readScheduleSet(db: Db, owner: ScheduleOwner): Promise<ScheduleSet> {
  // The version is read first: if the set is replaced in between, the version is the older one, and a change by it is refused.
  const version = await readVersion(db, owner);
  return { schedules: (await listSchedules(db, owner)).map(scheduleView), ...version };
}

/** Version 0: the set was never written. */
async function readVersion(db: Db, owner: ScheduleOwner): Promise<Omit<ScheduleSet, 'schedules'>> {
  const [column, id] = COLUMN(owner);
  const row = await db
    .selectFrom('scheduleSet')
    .leftJoin('user as editor', 'editor.id', 'scheduleSet.updatedBy')
    .where(`scheduleSet.${column}`, '=', id)
    .select(['scheduleSet.version', 'scheduleSet.updatedAt', 'editor.id', 'editor.name'])
    .executeTakeFirst();
  if (!row) return { version: 0, updatedAt: null, updatedBy: null };
  const updatedBy = row.id === null || row.name === null ? null : { id: row.id, name: row.name };
  return { version: row.version, updatedAt: row.updatedAt?.toISOString() ?? null, updatedBy };
}

/** Counts a change of a set whose owner is locked, before its schedules are replaced. */
export async function countChange(trx: Trx, owner: ScheduleOwner, by: string | null, at: Date): Promise<void> {
  const [column] = COLUMN(owner);
  const changed = { updatedAt: at, updatedBy: by };
  await trx
    .insertInto('scheduleSet')
    .values({ signId: null, eventId: null, ...owner, ...changed })
    .onConflict((conflict) =>
      conflict.column(column).doUpdateSet((eb) => ({
        ...changed,
        version: eb('scheduleSet.version', '+', 1),
        changedIn: sql<string>`pg_current_xact_id()`,
      })),
    )
    .execute();
}

export async function replaceSchedules(trx: Trx, owner: ScheduleOwner, rows: Insertable<ScheduleTable>[]) {
  const [column, id] = COLUMN(owner);
  await trx.deleteFrom('schedule').where(column, '=', id).execute();
  if (rows.length > 0) await trx.insertInto('schedule').values(rows).execute();
}

/** The enabled schedules that can matter to signs, their own and those of their events. */
export async function listSchedulesOf(db: Db, signs: readonly { id: string; eventId: string }[]) {
  if (signs.length === 0) return [];
  const signIds = signs.map(({ id }) => id);
  const eventIds = [...new Set(signs.map(({ eventId }) => eventId))];
  const enabled = db.selectFrom('schedule').selectAll().where('enabled', '=', true);
  // Two indexes, one query.
  return await enabled
    .where('signId', 'in', signIds)
    .unionAll(enabled.where('eventId', 'in', eventIds))
    .execute();
}
