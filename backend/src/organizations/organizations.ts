import type { PatchOrganizationRequest } from '@sign-display/contracts/rest/organizations';
import { recordAudit } from '../audit/audit-log.ts';
import type { Author } from '../http/change-author.ts';
import { changedFields } from '../audit/changed-fields.ts';
import type { ServiceDeps } from '../db/database.ts';
import { renewConfigs } from '../signs/config-renewal.ts';
import type { SignPublisher } from '../signs/sign-change-publisher.ts';
import { insertOrganization, updateOrganization } from '../access/organizations-repository.ts';

/** Changes of organizations, each with its row in the audit log. Whether the author may is decided before. */

const targetOf = (id: string) => ({ type: 'organization', id });

/** Makes an organization whose owner is `ownerId`; the first row of its log says so. */
export function createOrganization(deps: ServiceDeps, author: Author, given: { name: string; ownerId: string }) {
  return deps.db.transaction().execute(async (trx) => {
    const made = await insertOrganization(trx, deps, given);
    const detail = { name: made.name };
    const entry = { organizationId: made.id, action: 'organization.create', target: targetOf(made.id), detail };
    await recordAudit(trx, author, entry, deps.clock.now());
    return made;
  });
}

/** Changes what the patch gives. Its signs' kiosks hear of another name. */
export async function changeOrganization(
  { db, clock, telling }: ServiceDeps & { telling: SignPublisher },
  author: Author,
  id: string,
  patch: PatchOrganizationRequest,
): Promise<void> {
  const told = await db.transaction().execute(async (trx) => {
    const change = await updateOrganization(trx, clock, id, patch);
    if (!change) return [];
    const { before, after } = change;
    const renewed = after.name === before.name ? [] : await renewConfigs(trx, { organizationId: id });
    const changes = changedFields(before, after, ['name', 'linkHandshakeEnabled', 'allowedUrlHosts']);
    const entry = { organizationId: id, action: 'organization.update', target: targetOf(id), detail: { changes } };
    await recordAudit(trx, author, entry, clock.now());
    return renewed;
  });
  await telling.changed(told);
}
