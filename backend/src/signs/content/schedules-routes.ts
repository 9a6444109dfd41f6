import type { OpenRecord } from '../../access/record-access.ts';
import { openSign } from '../signs-repository.ts';
import type { Db } from '../../db/database.ts';
import { answer, type Router } from '../../http/router.ts';
import { checkPages } from './schedule-checks.ts';
import type { ScheduleOwner } from './schedules-repository.ts';
import type { SchedulesService } from './schedules-service.ts';

/** Schedules over REST (contract, section 3): checks the role, translates, decides nothing. */
export function addSchedulesRoutes(
  router: Router,
  deps: { db: Db; schedules: SchedulesService; openEvent: OpenRecord<{ organizationId: string }> },
): void {
  const { db, schedules, openEvent } = deps;

  for (const kind of ['signs', 'events'] as const) {
    const open: OpenRecord<{ organizationId: string }> = kind === 'signs' ? openSign : openEvent;
    const ownerOf = (id: string): ScheduleOwner => (kind === 'signs' ? { signId: id } : { eventId: id });

    router.route(`GET /api/${kind}/:id/schedules`, async ({ params, caller, role }) => {
      const opened = await open(db, params.id, caller.userId, role);
      return 'code' in opened ? opened : answer(200, await schedules.list(ownerOf(params.id)));
    });

    router.route(`PUT /api/${kind}/:id/schedules`, async ({ params, body, caller, role, author }) => {
      // What no organization allows is told before what is not there: the contract's order (section 2).
      const malformed = checkPages(body, null);
      if (malformed) return malformed;
      const opened = await open(db, params.id, caller.userId, role);
      if ('code' in opened) return opened;
      const put = await schedules.replace(ownerOf(params.id), opened.organizationId, body, author);
      return 'code' in put ? put : answer(200, put);
    });

    router.route(`DELETE /api/${kind}/:id/schedules`, async ({ params, caller, role, author }) => {
      const opened = await open(db, params.id, caller.userId, role);
      if ('code' in opened) return opened;
      return (await schedules.clear(ownerOf(params.id), author)) ?? answer(204);
    });
  }
}
