import type { Db } from '../db/database-types.ts';
import { BY_TIME_AND_ID, openPage } from '../http/pagination.ts';
import { answer, type Router } from '../http/router.ts';
import { listAccountEvents, viewAccountEvent } from './account-events.ts';

/** A person's own security events, over REST (details 11). */
export function addAccountEventRoutes(router: Router, { db }: { db: Db }): void {
  router.route('GET /api/me/security-events', async ({ query, caller }) => {
    const page = openPage(BY_TIME_AND_ID, query);
    if ('code' in page) return page;
    return answer(
      200,
      await page.read((after, most) => listAccountEvents(db, caller.userId, after, most), viewAccountEvent),
    );
  });
}
