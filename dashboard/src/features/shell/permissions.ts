import type { PageName } from '@sign-display/contracts/page-paths';
import type { Role } from '@sign-display/contracts/roles';

/** What roles may do, so that a control can say so before the service has to (contract, section 3). */

/** Weakest first. The contract's own list would bring the schema library into every page. */
export const ROLES_BY_STRENGTH = ['viewer', 'operator', 'admin', 'owner'] as const satisfies readonly Role[];

export const roleReaches = (role: Role, needed: Role): boolean =>
  ROLES_BY_STRENGTH.indexOf(role) >= ROLES_BY_STRENGTH.indexOf(needed);

export const mayMakeEvents = (role: Role): boolean => roleReaches(role, 'admin');
export const mayManagePeople = mayMakeEvents;
export const mayChangeSettings = mayMakeEvents;

/** The pages that a viewer is refused, with the role that they need. */
const NEEDED: Partial<Record<PageName, Role>> = {
  claimAttempts: 'operator',
  devices: 'admin',
  eventAudit: 'admin',
  organizationAudit: 'admin',
};

/** Whether the person may open the page. `role`: in the organization of the page; undefined while it is not known: then only what no role opens is refused. */
export function mayOpen(
  page: PageName,
  { role, isSystemOwner }: { role: Role | undefined; isSystemOwner: boolean },
): boolean {
  if (page === 'system') return isSystemOwner;
  const needed = NEEDED[page];
  return needed === undefined || role === undefined || roleReaches(role, needed);
}
