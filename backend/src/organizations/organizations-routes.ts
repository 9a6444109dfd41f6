import type { OrganizationCreation } from '@sign-display/contracts/roles';
import type { ServiceDeps } from '../db/database-types.ts';
import { readIfMatch, versionTag } from '../http/if-match.ts';
import { BY_ID, openPage } from '../http/pagination.ts';
import { answer, type Router } from '../http/router.ts';
import type { AnswerMe } from '../access/me.ts';
import type { SignPublisher } from '../signs/sign-change-publisher.ts';
import { findOrganization, listOrganizations, organizationView } from '../access/organizations-repository.ts';
import { changeOrganization, createOrganization } from './organizations-service.ts';
import { readUsage, type Quotas } from '../access/check-quotas.ts';
import { checkOrganizationCreation, checkRole } from '../access/role-checks.ts';

/** The caller and their organizations (contract, section 3). */
export function addOrganizationRoutes(
  router: Router,
  deps: ServiceDeps & {
    telling: SignPublisher;
    quotas: Quotas;
    tellMe: AnswerMe;
    /** Who may make an organization. */
    creation: OrganizationCreation;
    /** The setting LINK_HANDSHAKE_ENABLED: for organizations that have not chosen (C9). */
    linkHandshakeDefault: boolean;
  },
): void {
  const { db } = deps;
  const view = (row: Parameters<typeof organizationView>[0]) => organizationView(row, deps.linkHandshakeDefault);

  router.route('GET /api/me', async ({ caller: { userId, email, name, passwordChangeRequired } }) => {
    return answer(200, await deps.tellMe({ id: userId, email, name }, passwordChangeRequired));
  });

  router.route('GET /api/organizations', async ({ caller, query }) => {
    const page = openPage(BY_ID, query);
    if ('code' in page) return page;
    return answer(200, await page.read((after, most) => listOrganizations(db, caller.userId, after, most), view));
  });

  router.route('POST /api/organizations', async ({ caller, body, author }) => {
    const refused = await checkOrganizationCreation(db, caller.userId, deps.creation);
    if (refused) return refused;
    const made = await createOrganization(deps, author, { name: body.name, ownerId: caller.userId });
    return answer(201, view(made), versionTag(made));
  });

  router.route('GET /api/organizations/:id', async ({ caller, params }) => {
    const organization = await findOrganization(db, caller.userId, params.id);
    if (!organization) return { code: 'not_found' };
    const usage = await readUsage(db, params.id, deps.quotas);
    return answer(200, { ...view(organization), usage }, versionTag(organization));
  });

  router.route('PATCH /api/organizations/:id', async ({ caller, params, body, role, author, raw }) => {
    const match = readIfMatch(raw.headers['if-match']);
    if ('code' in match) return match;
    const refused = await checkRole(db, caller.userId, params.id, role);
    if (refused) return refused;
    const changed = await changeOrganization(deps, author, { id: params.id, ...match }, body);
    return 'code' in changed ? changed : answer(200, changed, versionTag(changed));
  });
}
