import { roleSuffices } from '@sign-display/contracts/roles';
import { openEvent } from '../../events/events-repository.ts';
import { BY_TIME_AND_ID, openPage } from '../../http/pagination.ts';
import { answer, type Router } from '../../http/router.ts';
import { membershipOf } from '../../access/role-checks.ts';
import { opens } from '../../access/open-record-with-role.ts';
import { findOutage } from '../../outages/acknowledgements-repository.ts';
import { acknowledge, type AcknowledgeDeps } from './acknowledgement-service.ts';
import { listOutages, readOutage } from './outages-repository.ts';

const openOutage = opens(findOutage);

/** Adds the routes of outages and acknowledgements (contract, sections 3 and 3.2). */
export function addOutagesRoutes(router: Router, deps: AcknowledgeDeps & { deliveriesKeptMs: number }): void {
  const { db, clock } = deps;

  router.route('GET /api/events/:id/outages', async ({ params, query, caller, role }) => {
    const page = openPage(BY_TIME_AND_ID, query);
    if ('code' in page) return page;
    const event = await openEvent(db, params.id, caller, role);
    if ('code' in event) return event;
    const found = await page.read(
      (after, most) => listOutages(db, event.id, query, after, most),
      ({ outage }) => outage,
    );
    return answer(200, found);
  });

  router.route('GET /api/outages/:id', async ({ params, caller, role }) => {
    const row = await openOutage(db, params.id, caller, role);
    if ('code' in row) return row;
    const membership = await membershipOf(db, caller.userId, row.organizationId);
    const isAdmin = membership !== null && roleSuffices(membership.role, 'admin');
    const deliveriesSince = new Date(clock.now() - deps.deliveriesKeptMs);
    return answer(200, await readOutage(db, row, { deliveriesSince, isAdmin }));
  });

  router.route('POST /api/outages/acknowledge', async ({ body, role, author }) => {
    const word = { is: 'known', note: body.note === '' ? null : body.note } as const;
    const known = await acknowledge(deps, author, role, { ids: body.ids, word });
    return 'code' in known ? known : answer(200, known);
  });

  router.route('DELETE /api/outages/acknowledge', async ({ body, role, author }) => {
    const known = await acknowledge(deps, author, role, { ids: body.ids, word: { is: 'taken back' } });
    return 'code' in known ? known : answer(200, known);
  });
}
