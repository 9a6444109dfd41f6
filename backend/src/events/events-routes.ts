import type { Kysely } from 'kysely';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Clock, Random } from '@sign-display/contracts/ports';
import type { Role } from '@sign-display/contracts/roles';
import { checkRole } from '../access/permissions.ts';
import { isForeignKeyViolation } from '../db/connection.ts';
import type { Database } from '../db/schema.ts';
import { CURSOR_FORMS, decodeCursor, pageOf } from '../http/cursor.ts';
import type { RestRefusal } from '../http/problem.ts';
import { answer, type Router } from '../http/router.ts';
import {
  deleteEvent,
  eventView,
  findEvent,
  insertEvent,
  listEvents,
  updateEvent,
  type EventRow,
} from './events-repository.ts';

const invalid = (path: string, message: string): RestRefusal => ({
  code: 'validation_failed',
  errors: [{ path, message }],
});

/** Whether `name` is a time zone of the IANA database, as this machine knows it. */
function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    // An offset such as "+02:00" is understood too, but knows no daylight saving.
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** What the schema cannot say of an event; null where it is sound. */
function checkEvent(event: {
  timeZone?: string;
  startsAt?: string | null;
  endsAt?: string | null;
}): RestRefusal | null {
  const { timeZone, startsAt, endsAt } = event;
  if (timeZone !== undefined && !isTimeZone(timeZone))
    return invalid('/timeZone', 'must be an IANA time zone such as Europe/Berlin');
  if (startsAt && endsAt && new Date(endsAt) < new Date(startsAt))
    return invalid('/endsAt', 'must not be before startsAt');
  return null;
}

/** Events over REST (contract, section 3). */
export function addEventsRoutes(router: Router, deps: { db: Kysely<Database>; clock: Clock; random: Random }): void {
  const { db, clock } = deps;

  async function openEvent(id: string, userId: string, needed: Role): Promise<EventRow | RestRefusal> {
    const event = await findEvent(db, id);
    if (!event) return { code: 'not_found' };
    return (await checkRole(db, userId, event.organizationId, needed)) ?? event;
  }

  router.route('GET /api/organizations/:id/events', async ({ params, query, caller, role }) => {
    const refused = await checkRole(db, caller.userId, params.id, role);
    if (refused) return refused;
    const cursor = decodeCursor(query.cursor, [CURSOR_FORMS.uuid]);
    if ('refusal' in cursor) return cursor.refusal;
    const limit = query.limit ?? LIMITS.pageSize;
    const rows = await listEvents(db, params.id, cursor.after?.[0] ?? null, limit + 1);
    return answer(
      200,
      pageOf(rows, limit, ({ id }) => [id], eventView),
    );
  });

  router.route('POST /api/organizations/:id/events', async ({ params, body, caller, role }) => {
    const refused = checkEvent(body) ?? (await checkRole(db, caller.userId, params.id, role));
    return refused ?? answer(201, eventView(await insertEvent(db, deps, params.id, body)));
  });

  router.route('GET /api/events/:id', async ({ params, caller, role }) => {
    const event = await openEvent(params.id, caller.userId, role);
    return 'code' in event ? event : answer(200, eventView(event));
  });

  router.route('PATCH /api/events/:id', async ({ params, body, caller, role }) => {
    const event = await openEvent(params.id, caller.userId, role);
    if ('code' in event) return event;
    const refused = checkEvent({ ...eventView(event), ...body });
    if (refused) return refused;
    const changed = await updateEvent(db, clock, event.id, body);
    return changed ? answer(200, eventView(changed)) : { code: 'not_found' };
  });

  router.route('DELETE /api/events/:id', async ({ params, caller, role }) => {
    const event = await openEvent(params.id, caller.userId, role);
    if ('code' in event) return event;
    try {
      await deleteEvent(db, event.id);
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      return { code: 'conflict', detail: 'Signs belong to this event. Delete or move them first.' };
    }
    return answer(204);
  });
}
