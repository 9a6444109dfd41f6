import type { OpenRecord } from '../../access/open-record-with-role.ts';
import { openSign } from '../signs-repository.ts';
import type { Db } from '../../db/database-types.ts';
import { readIfMatch, versionTag } from '../../http/if-match.ts';
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
      const opened = await open(db, params.id, caller, role);
      if ('code' in opened) return opened;
      const set = await schedules.list(ownerOf(params.id));
      return answer(200, set, versionTag(set));
    });

    router.route(`PUT /api/${kind}/:id/schedules`, async ({ params, body, caller, role, author, raw }) => {
      const match = readIfMatch(raw.headers['if-match']);
      if ('code' in match) return match;
      // What no organization allows is told before what is not there: the contract's order (section 2).
      const malformed = checkPages(body, null);
      if (malformed) return malformed;
      const opened = await open(db, params.id, caller, role);
      if ('code' in opened) return opened;
      const seen = { owner: ownerOf(params.id), ...match };
      const put = await schedules.replace(seen, opened.organizationId, body, author);
      return 'code' in put ? put : answer(200, put, versionTag(put));
    });

    router.route(`DELETE /api/${kind}/:id/schedules`, async ({ params, caller, role, author, raw }) => {
      const match = readIfMatch(raw.headers['if-match']);
      if ('code' in match) return match;
      const opened = await open(db, params.id, caller, role);
      if ('code' in opened) return opened;
      return (await schedules.clear({ owner: ownerOf(params.id), ...match }, author)) ?? answer(204);
    });
  }
}
