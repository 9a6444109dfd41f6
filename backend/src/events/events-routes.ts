import { checkRole } from '../access/role-checks.ts';
import type { ServiceDeps } from '../db/database-types.ts';
import { BY_ID, openPage } from '../http/pagination.ts';
import { answer, type Router } from '../http/router.ts';
import type { SignPublisher } from '../signs/sign-change-publisher.ts';
import { checkEventTimes } from './check-start-and-end.ts';
import { eventView, listEvents, openEvent } from './events-repository.ts';
import { changeEvent, createEvent, removeEvent, type EventMaking } from './events-service.ts';

/** Events over REST (contract, section 3). */
export function addEventsRoutes(router: Router, deps: ServiceDeps & { telling: SignPublisher } & EventMaking): void {
  const { db } = deps;

  router.route('GET /api/organizations/:id/events', async ({ params, query, caller, role }) => {
    const page = openPage(BY_ID, query);
    if ('code' in page) return page;
    const refused = await checkRole(db, caller, params.id, role);
    if (refused) return refused;
    return answer(200, await page.read((after, most) => listEvents(db, params.id, after, most), eventView));
  });

  router.route('POST /api/organizations/:id/events', async ({ params, body, caller, role, author }) => {
    const { timeZone, startsAt, endsAt } = body;
    const refused = checkEventTimes({ timeZone, startsAt, endsAt }) ?? (await checkRole(db, caller, params.id, role));
    if (refused) return refused;
    const made = await createEvent(deps, author, params.id, body);
    return 'code' in made ? made : answer(201, eventView(made));
  });

  router.route('GET /api/events/:id', async ({ params, caller, role }) => {
    const event = await openEvent(db, params.id, caller, role);
    return 'code' in event ? event : answer(200, eventView(event));
  });

  router.route('PATCH /api/events/:id', async ({ params, body, caller, role, author }) => {
    const event = await openEvent(db, params.id, caller, role);
    if ('code' in event) return event;
    const changed = await changeEvent(deps, author, params.id, body);
    return 'code' in changed ? changed : answer(200, eventView(changed));
  });

  router.route('DELETE /api/events/:id', async ({ params, caller, role, author }) => {
    const event = await openEvent(db, params.id, caller, role);
    if ('code' in event) return event;
    return (await removeEvent(deps, author, params.id)) ?? answer(204);
  });
}
