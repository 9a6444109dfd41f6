import { LIMITS } from '@sign-display/contracts/limits';
import { openSign } from '../signs/open-sign.ts';
import type { Db } from '../db/database.ts';
import { CURSOR_FORMS, decodeCursor, pageOf } from '../http/cursor.ts';
import { answer, type Router } from '../http/router.ts';
import { cloneView } from './clone-view.ts';
import { listClones } from './clones-repository.ts';
import type { ClonesService } from './clones-service.ts';

/** Machines under one identity, over REST: checks the role, translates, decides nothing. */
export function addClonesRoutes(router: Router, deps: { db: Db; clones: ClonesService }): void {
  const { db, clones } = deps;

  router.route('GET /api/signs/:id/clones', async ({ params, query, caller, role }) => {
    const cursor = decodeCursor(query.cursor, [CURSOR_FORMS.uuid]);
    if ('refusal' in cursor) return cursor.refusal;
    const sign = await openSign(db, params.id, caller.userId, role);
    if ('code' in sign) return sign;
    const limit = query.limit ?? LIMITS.pageSize;
    const rows = await listClones(db, sign, cursor.after?.[0] ?? null, limit + 1);
    return answer(
      200,
      pageOf(rows, limit, ({ id }) => [id], cloneView),
    );
  });

  router.route('POST /api/signs/:id/clones/:cloneId/decision', async ({ params, body, caller, role, author }) => {
    const sign = await openSign(db, params.id, caller.userId, role);
    if ('code' in sign) return sign;
    const decided = await clones.decide(sign.id, params.cloneId, body.decision, author);
    return 'code' in decided ? decided : answer(200, decided);
  });
}
