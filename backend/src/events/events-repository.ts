import type { Kysely, Selectable } from 'kysely';
import { makeUuidV7 } from '@sign-display/contracts/identifiers';
import type { Clock, Random } from '@sign-display/contracts/ports';
import type { CreateEventRequest, Event, PatchEventRequest } from '@sign-display/contracts/rest/events';
import type { Database, EventTable } from '../db/schema.ts';

export type EventRow = Selectable<EventTable>;

export const eventView = (row: EventRow): Event => ({
  ...row,
  startsAt: row.startsAt?.toISOString() ?? null,
  endsAt: row.endsAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** An organization's events in the order of their making, those after `afterId` where given; at most `limit`. */
export async function listEvents(
  db: Kysely<Database>,
  organizationId: string,
  afterId: string | null,
  limit: number,
): Promise<EventRow[]> {
  let query = db.selectFrom('event').selectAll().where('organizationId', '=', organizationId);
  if (afterId !== null) query = query.where('id', '>', afterId);
  return await query.orderBy('id').limit(limit).execute();
}

export async function findEvent(db: Kysely<Database>, id: string): Promise<EventRow | null> {
  return (await db.selectFrom('event').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

const toDate = (time: string | null): Date | null => (time === null ? null : new Date(time));

export async function insertEvent(
  db: Kysely<Database>,
  { clock, random }: { clock: Clock; random: Random },
  organizationId: string,
  body: CreateEventRequest,
): Promise<EventRow> {
  const at = new Date(clock.now());
  return await db
    .insertInto('event')
    .values({
      id: makeUuidV7(clock, random),
      organizationId,
      name: body.name,
      timeZone: body.timeZone,
      venue: body.venue ?? null,
      startsAt: toDate(body.startsAt ?? null),
      endsAt: toDate(body.endsAt ?? null),
      offlineGraceSeconds: body.offlineGraceSeconds ?? null,
      createdAt: at,
      updatedAt: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Null where the event is gone. */
export async function updateEvent(
  db: Kysely<Database>,
  clock: Clock,
  id: string,
  patch: PatchEventRequest,
): Promise<EventRow | null> {
  const { startsAt, endsAt, ...rest } = patch;
  const row = await db
    .updateTable('event')
    .set({
      ...rest,
      ...(startsAt !== undefined && { startsAt: toDate(startsAt) }),
      ...(endsAt !== undefined && { endsAt: toDate(endsAt) }),
      updatedAt: new Date(clock.now()),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Fails on a foreign key while signs belong to it. */
export async function deleteEvent(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('event').where('id', '=', id).execute();
}
