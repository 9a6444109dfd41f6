import { openEvent } from '../events/events-repository.ts';
import { openSign } from '../signs/signs-repository.ts';
import type { Db } from '../db/database-types.ts';
import { BY_ID, openPage } from '../http/pagination.ts';
import { answer, type Router } from '../http/router.ts';
import { cloneView } from './clone-view.ts';
import { listClones, listEventClones } from './clones-repository.ts';
import type { ClonesService } from './clones-service.ts';

/** Machines under one identity, over REST: checks the role, translates, decides nothing. */
export function addClonesRoutes(router: Router, deps: { db: Db; clones: ClonesService }): void {
  const { db, clones } = deps;

  router.route('GET /api/signs/:id/clones', async ({ params, query, caller, role }) => {
    const page = openPage(BY_ID, query);
    if ('code' in page) return page;
    const sign = await openSign(db, params.id, caller, role);
    if ('code' in sign) return sign;
    return answer(
      200,
      await page.read(
        (after, most) => listClones(db, sign, after, most),
        (row) => cloneView(row, sign),
      ),
    );
  });

  router.route('GET /api/events/:id/clones', async ({ params, query, caller, role }) => {
    const page = openPage(BY_ID, query);
    if ('code' in page) return page;
    const event = await openEvent(db, params.id, caller, role);
    if ('code' in event) return event;
    const asked = { eventId: event.id, state: query.state };
    return answer(
      200,
      await page.read(
        (after, most) => listEventClones(db, asked, after, most),
        ({ signId: id, signName: name, ...row }) => cloneView(row, { id, name }),
      ),
    );
  });

  router.route('POST /api/signs/:id/clones/:cloneId/decision', async ({ params, body, caller, role, author }) => {
    const sign = await openSign(db, params.id, caller, role);
    if ('code' in sign) return sign;
    const decided = await clones.decide(sign.id, params.cloneId, body.decision, author);
    return 'code' in decided ? decided : answer(200, decided);
  });
}
