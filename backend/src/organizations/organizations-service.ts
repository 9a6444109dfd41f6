import type { Refusal } from '@sign-display/contracts/error-codes';
import type { Organization, PatchOrganizationRequest } from '@sign-display/contracts/rest/organizations';
import { ROUTES } from '@sign-display/contracts/routes';
import { checkRole } from '../access/role-checks.ts';
import { recordAudit } from '../audit/audit-log.ts';
import type { Author, SignedInAuthor } from '../http/change-author-types.ts';
import type { RestRefusal } from '../http/problem.ts';
import type { ServiceDeps } from '../db/database-types.ts';
import type { CommittedChange } from '../signs/committed-change-type.ts';
import { renewConfigs } from '../signs/increment-config-versions.ts';
import type { SignPublisher } from '../signs/sign-change-publisher.ts';
import {
  findOrganization,
  insertOrganization,
  lockOrganization,
  organizationChanges,
  organizationView,
  storeOrganization,
  type OrganizationRow,
} from '../access/organizations-repository.ts';

/** Changes of organizations, each with its row in the audit log. Whether the author may is decided before. */

const CHANGES_SETTINGS = ROUTES['PATCH /api/organizations/:id'].role;

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

/** The organization after a change, or as it is where somebody else changed it first. */
interface Judged {
  row: OrganizationRow;
  isOvertaken: boolean;
  renewed: CommittedChange[];
}

/**
 * Changes what the patch gives, if the organization still has the version that its author has seen (promise D9); else `precondition_failed` with the
 * organization as it is, or `precondition_required` where `version` is null. A patch that changes nothing keeps the version and writes no row. The
 * kiosks of its signs are sent another name.
 */
export async function changeOrganization(
  deps: ServiceDeps & { telling: SignPublisher; linkHandshakeDefault: boolean },
  author: SignedInAuthor,
  { id, version }: { id: string; version: number | null },
  patch: PatchOrganizationRequest,
): Promise<Organization | RestRefusal> {
  const { db, clock, telling, linkHandshakeDefault } = deps;
  if (version === null) return { code: 'precondition_required' };
  const change = await db.transaction().execute(async (trx): Promise<Judged | Refusal> => {
    const before = await lockOrganization(trx, id);
    if (!before) return { code: 'not_found' };
    // Read again under the lock: a role that was taken a moment ago changes nothing.
    const refused = await checkRole(trx, author.person.id, id, CHANGES_SETTINGS);
    if (refused) return refused;
    const isOvertaken = before.version !== version;
    const changes = isOvertaken ? {} : organizationChanges(before, patch);
    const isChanged = Object.keys(changes).length > 0;
    if (isChanged) await storeOrganization(trx, { id, by: author.person.id, at: new Date(clock.now()) }, changes);
    const renewed = 'name' in changes ? await renewConfigs(trx, { organizationId: id }) : [];
    const row = await findOrganization(trx, author.person.id, id);
    const entry = { organizationId: id, action: 'organization.update', target: targetOf(id), detail: { changes } };
    if (isChanged) await recordAudit(trx, author, entry, clock.now());
    return { row: row!, isOvertaken, renewed };
  });
  if ('code' in change) return change;
  await telling.changed(change.renewed);
  const present = organizationView(change.row, linkHandshakeDefault);
  return change.isOvertaken ? { code: 'precondition_failed', current: present } : present;
}
