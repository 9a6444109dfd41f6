import type { Insertable, Selectable } from 'kysely';
import { Schedule } from '@sign-display/contracts/rest/schedules';
import type { Db, Trx } from '../../db/database.ts';
import { viewOf } from '../../http/view.ts';
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
