import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { Clock, Ports } from '@sign-display/contracts/clock-and-random';
import { Event, type CreateEventRequest, type PatchEventRequest } from '@sign-display/contracts/rest/events';
import type { Selectable } from 'kysely';
import { opens } from '../access/open-record-with-role.ts';
import type { Db, Trx } from '../db/database-types.ts';
import { viewOf } from '../http/row-to-response.ts';
import type { EventTable } from './tables.ts';

export type EventRow = Selectable<EventTable>;

const timeOf = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);

export const eventView = (row: EventRow) => viewOf(Event, row);

export function findEvent(db: Db, id: string): Promise<EventRow | undefined> {
  return db.selectFrom('event').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Opens an event for a caller with a role (access/open-record-with-role.ts). */
export const openEvent = opens(findEvent);

/** The events of an organization in the order of their making, those after `afterId` where given; at most `limit`. */
export function listEvents(db: Db, organizationId: string, afterId: string | null, limit: number): Promise<EventRow[]> {
  return db
    .selectFrom('event')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .$if(afterId !== null, (query) => query.where('id', '>', afterId))
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function insertEvent(db: Db, deps: Ports, organizationId: string, body: CreateEventRequest) {
  const at = new Date(deps.clock.now());
  const row: EventRow = {
    id: makeUuidV7(deps.clock, deps.random),
    organizationId,
    name: body.name,
    timeZone: body.timeZone,
    venue: body.venue ?? null,
    startsAt: timeOf(body.startsAt),
    endsAt: timeOf(body.endsAt),
    offlineGraceSeconds: body.offlineGraceSeconds ?? null,
    createdAt: at,
    updatedAt: at,
  };
  await db.insertInto('event').values(row).execute();
  return row;
}

/** Locks the row for the rest of the transaction; its key stays free for the changes of its signs, which this may go on to. */
export function lockEvent(trx: Trx, id: string): Promise<EventRow | undefined> {
  return trx.selectFrom('event').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Changes what is given. */
export function updateEvent(db: Db, clock: Clock, id: string, { startsAt, endsAt, ...rest }: PatchEventRequest) {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return db
    .updateTable('event')
    .set({
      ...given,
      ...(startsAt !== undefined && { startsAt: timeOf(startsAt) }),
      ...(endsAt !== undefined && { endsAt: timeOf(endsAt) }),
      updatedAt: new Date(clock.now()),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function hasSigns(db: Db, eventId: string): Promise<boolean> {
  const query = db.selectFrom('sign').select('id').where('eventId', '=', eventId).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** A foreign key's violation where the event still has signs: Postgres decides, so that no sign is made into it at the same moment. */
export async function deleteEvent(db: Db, id: string): Promise<void> {
  await db.deleteFrom('event').where('id', '=', id).execute();
}
