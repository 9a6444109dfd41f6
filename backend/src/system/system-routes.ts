import { ROUTES } from '@sign-display/contracts/routes';
import { isSystemOwner, oldestOrganizationId } from '../access/is-system-owner.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { listWarmUps } from '../cluster/nodes-repository.ts';
import type { SignedInAuthor } from '../http/change-author-types.ts';
import { BY_SEQ, openPage } from '../http/pagination.ts';
import type { RestRefusal } from '../http/problem.ts';
import { answer, type Caller, type Router } from '../http/router.ts';
import { listJobs, retryDeadJob } from '../jobs/list-and-retry-jobs.ts';
import { createSystemReader, type SystemDeps } from './read-system.ts';
import { readFigures } from './figures-by-minute.ts';

const WARM_UPS_SHOWN = 50;
const { audit: RETRY } = ROUTES['POST /api/system/jobs/:id/retry'];

/**
 * Retries a dead job. Resolves with null, or with the reason why the job was not retried. The oldest organization's log
 * names the person who retried the job.
 */
async function retry({ db, clock }: SystemDeps, author: SignedInAuthor, id: string): Promise<RestRefusal | null> {
  return await db.transaction().execute(async (trx) => {
    const now = clock.now();
    const found = await retryDeadJob(trx, id, new Date(now));
    if (found === 'not_found') return { code: 'not_found' };
    if (found === 'not_dead') return { code: 'conflict', detail: 'This job was not given up.' };
    const organizationId = await oldestOrganizationId(trx);
    const entry = { action: RETRY, target: { type: 'job', id }, detail: { kind: found.kind } };
    if (organizationId !== null) await recordAudit(trx, author, { organizationId, ...entry }, now);
    return null;
  });
}

/** Adds the routes of the system page for system owners (contract, 3.3; promises R6, R12 and A10). */
export function addSystemRoutes(router: Router, deps: SystemDeps & { systemOwners: readonly string[] | null }): void {
  const { db, clock, systemOwners } = deps;
  const readSystem = createSystemReader(deps);
  /** Call this before any check whose outcome could reveal something to a stranger. */
  const refusalOf = async ({ userId: id, email }: Caller): Promise<RestRefusal | null> =>
    (await isSystemOwner(db, systemOwners, { id, email })) ? null : { code: 'forbidden' };

  router.route('GET /api/system', async ({ caller }) => (await refusalOf(caller)) ?? answer(200, await readSystem()));

  router.route(
    'GET /api/system/figures',
    async ({ caller }) => (await refusalOf(caller)) ?? answer(200, await readFigures(db, clock.now())),
  );

  router.route(
    'GET /api/system/warm-ups',
    async ({ caller }) => (await refusalOf(caller)) ?? answer(200, { items: await listWarmUps(db, WARM_UPS_SHOWN) }),
  );

  router.route('GET /api/system/jobs', async ({ caller, query }) => {
    const refused = await refusalOf(caller);
    if (refused) return refused;
    const page = openPage(BY_SEQ, query);
    if ('code' in page) return page;
    const { state = null } = query;
    const list = (beforeId: number | null, most: number) => listJobs(db, { state, beforeId, most, nowMs: clock.now() });
    return answer(200, await page.read(list, ({ seq, ...job }) => ({ id: String(seq), ...job })));
  });

  router.route('POST /api/system/jobs/:id/retry', async ({ caller, author, params: { id } }) => {
    const refused = (await refusalOf(caller)) ?? (await retry(deps, author, id));
    return refused ?? answer(202, { id, state: 'due' });
  });
}
