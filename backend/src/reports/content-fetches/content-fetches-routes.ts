import { CONTENT_FETCH_COLUMNS } from '@sign-display/contracts/rest/telemetry';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Db } from '../../db/database-types.ts';
import { openSign } from '../../signs/signs-repository.ts';
import { checkRole } from '../../access/role-checks.ts';
import { BY_TIME_AND_ID, openPage } from '../../http/pagination.ts';
import type { Exports } from '../../http/exports.ts';
import { answer, type Router } from '../../http/router.ts';
import {
  contentFetchView,
  listContentFetches,
  listFilteredContentFetches,
  readContentFetchPage,
  withSignNames,
} from './content-fetches-repository.ts';

/** What signs fetched for their content, as they told it (promise K7). */
export function addContentFetchRoutes(
  router: Router,
  { db, clock, exports }: { db: Db; clock: Clock; exports: Exports },
): void {
  router.route('GET /api/signs/:id/content-fetches', async ({ params, query, caller, role }) => {
    const page = openPage(BY_TIME_AND_ID, query);
    if ('code' in page) return page;
    const sign = await openSign(db, params.id, caller, role);
    if ('code' in sign) return sign;
    return answer(
      200,
      await page.read((after, most) => listContentFetches(db, sign.id, query, after, most), contentFetchView),
    );
  });

  router.route('GET /api/content-fetches', async ({ query, caller, role }) => {
    const page = openPage(BY_TIME_AND_ID, query);
    if ('code' in page) return page;
    const refused = await checkRole(db, caller, query.organizationId, role);
    if (refused) return refused;
    const { items, nextCursor } = await page.read(
      (after, most) => listFilteredContentFetches(db, query, after, most),
      contentFetchView,
    );
    return answer(200, { items: await withSignNames(db, query.organizationId, items), nextCursor });
  });

  router.route('GET /api/content-fetches/export', async ({ query, caller, role, raw }) => {
    const { format, ...filter } = query;
    // Up to now: signs tell of more while it runs, and it must have an end.
    const to = filter.to ?? new Date(clock.now()).toISOString();
    const refused = await checkRole(db, caller, filter.organizationId, role);
    if (refused) return refused;
    return await exports.answer(
      { caller, raw },
      {
        format,
        organizationId: filter.organizationId,
        role,
        fileName: 'content-fetches',
        columns: CONTENT_FETCH_COLUMNS,
        cellsOf(row) {
          const view = contentFetchView(row);
          return CONTENT_FETCH_COLUMNS.map((column) => view[column]);
        },
        objectOf: contentFetchView,
        readPage: (last) => readContentFetchPage(db, { ...filter, to }, last),
      },
    );
  });
}
