import type { Kysely } from 'kysely';
import type { Role } from '@sign-display/contracts/roles';
import { checkRole } from '../access/permissions.ts';
import type { Database } from '../db/schema.ts';
import { findEvent } from '../events/events-repository.ts';
import type { RestRefusal } from '../http/problem.ts';
import { answer, type Router } from '../http/router.ts';
import { findSign } from '../signs/signs-repository.ts';
import { checkPages } from './schedule-checks.ts';
import type { ScheduleOwner } from './schedules-repository.ts';
import type { SchedulesService } from './schedules-service.ts';

/** Schedules over REST (contract, section 3): checks the role, translates, decides nothing. */
export function addSchedulesRoutes(router: Router, deps: { db: Kysely<Database>; schedules: SchedulesService }): void {
  const { db, schedules } = deps;
  const findOwner = {
    signs: (id: string) => findSign(db, id),
    events: (id: string) => findEvent(db, id),
  };

  for (const kind of ['signs', 'events'] as const) {
    const ownerOf = (id: string): ScheduleOwner => (kind === 'signs' ? { signId: id } : { eventId: id });

    /** The organization of the sign or event, if the caller may; one of another organization is not there (promise A1). */
    const open = async (
      id: string,
      userId: string,
      needed: Role,
    ): Promise<RestRefusal | { organizationId: string }> => {
      const owner = await findOwner[kind](id);
      if (!owner) return { code: 'not_found' };
      return (await checkRole(db, userId, owner.organizationId, needed)) ?? { organizationId: owner.organizationId };
    };

    router.route(`GET /api/${kind}/:id/schedules`, async ({ params, caller, role }) => {
      const opened = await open(params.id, caller.userId, role);
      return 'code' in opened ? opened : answer(200, await schedules.list(ownerOf(params.id)));
    });

    router.route(`PUT /api/${kind}/:id/schedules`, async ({ params, body, caller, role, author }) => {
      // What no organization allows is told before what is not there: the contract's order (section 2).
      const malformed = checkPages(body, []);
      if (malformed) return malformed;
      const opened = await open(params.id, caller.userId, role);
      if ('code' in opened) return opened;
      const put = await schedules.replace(ownerOf(params.id), opened.organizationId, body, author);
      return 'code' in put ? put : answer(200, put);
    });

    router.route(`DELETE /api/${kind}/:id/schedules`, async ({ params, caller, role, author }) => {
      const opened = await open(params.id, caller.userId, role);
      if ('code' in opened) return opened;
      return (await schedules.clear(ownerOf(params.id), author)) ?? answer(204);
    });
  }
}
