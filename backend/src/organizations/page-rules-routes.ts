import { findAllowedHosts } from '../access/is-page-url-allowed.ts';
import { checkRole } from '../access/role-checks.ts';
import type { Db } from '../db/database-types.ts';
import { answer, type Router } from '../http/router.ts';
import { listPageHosts } from '../signs/content/list-page-hosts.ts';
import { checkPageUrl, ruleOf, type PagePolicy, type PrivatePages } from '../urls/url-policy.ts';

/** Which pages an organization lets its signs show, for whoever decides about it or names a page (contract, 3.1). */
export function addPageRulesRoutes(router: Router, deps: { db: Db; privatePages: PrivatePages }): void {
  const { db, privatePages } = deps;
  const policyOf = async (organizationId: string): Promise<PagePolicy> => ({
    allowedHosts: (await findAllowedHosts(db, organizationId)) ?? [],
    privatePages,
  });

  router.route('GET /api/organizations/:id/hosts', async ({ params, caller, role }) => {
    const refused = await checkRole(db, caller, params.id, role);
    if (refused) return refused;
    const [policy, hosts] = await Promise.all([policyOf(params.id), listPageHosts(db, params.id)]);
    const items = hosts.map((use) => ({ ...use, allowed: checkPageUrl(`https://${use.host}/`, policy) === null }));
    return answer(200, { items });
  });

  router.route('GET /api/organizations/:id/url-check', async ({ params, query, caller, role }) => {
    const refused = await checkRole(db, caller, params.id, role);
    if (refused) return refused;
    const policy = await policyOf(params.id);
    const wrong = checkPageUrl(query.url, policy);
    return answer(200, { allowed: wrong === null, rule: ruleOf(query.url, policy), detail: wrong?.detail ?? null });
  });
}
