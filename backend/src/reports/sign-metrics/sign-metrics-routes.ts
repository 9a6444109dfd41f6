import { LIMITS } from '@sign-display/contracts/limits';
import { openSign } from '../../signs/open-sign.ts';
import type { Db } from '../../db/database.ts';
import { CURSOR_FORMS, decodeCursor, pageOf } from '../../http/cursor.ts';
import { answer, type Router } from '../../http/router.ts';
import { listMetrics, metricView } from './sign-metrics-repository.ts';

/** What the heartbeats of a sign said, an interval each. */
export function addSignMetricsRoutes(router: Router, { db }: { db: Db }): void {
  router.route('GET /api/signs/:id/metrics', async ({ params, query, caller, role }) => {
    const decoded = decodeCursor(query.cursor, [CURSOR_FORMS.timestamp]);
    if ('refusal' in decoded) return decoded.refusal;
    const sign = await openSign(db, params.id, caller.userId, role);
    if ('code' in sign) return sign;
    const before = decoded.after === null ? null : new Date(decoded.after[0]!);
    const limit = query.limit ?? LIMITS.pageSize;
    const rows = await listMetrics(db, sign.id, query, before, limit + 1);
    return answer(
      200,
      pageOf(rows, limit, ({ at }) => [at.toISOString()], metricView),
    );
  });
}
