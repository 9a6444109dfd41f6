import { openSign } from '../../signs/signs-repository.ts';
import type { Db } from '../../db/database-types.ts';
import { BY_TIME, openPage } from '../../http/pagination.ts';
import { answer, type Router } from '../../http/router.ts';
import { listMetrics, metricView } from './sign-metrics-repository.ts';

/** What the heartbeats of a sign said, an interval each. */
export function addSignMetricsRoutes(router: Router, { db }: { db: Db }): void {
  router.route('GET /api/signs/:id/metrics', async ({ params, query, caller, role }) => {
    const page = openPage(BY_TIME, query);
    if ('code' in page) return page;
    const sign = await openSign(db, params.id, caller, role);
    if ('code' in sign) return sign;
    return answer(200, await page.read((after, most) => listMetrics(db, sign.id, query, after, most), metricView));
  });
}
