import type { Role } from '@sign-display/contracts/roles';

/** What roles may do, so that a control can say so before the service has to (contract, section 3). */

/** Weakest first. The contract's own list would bring the schema library into every page. */
export const ROLES_BY_STRENGTH = ['viewer', 'operator', 'admin', 'owner'] as const satisfies readonly Role[];

export const roleReaches = (role: Role, needed: Role): boolean =>
  ROLES_BY_STRENGTH.indexOf(role) >= ROLES_BY_STRENGTH.indexOf(needed);

export const mayMakeEvents = (role: Role): boolean => roleReaches(role, 'admin');
export const mayManagePeople = mayMakeEvents;
export const mayChangeSettings = mayMakeEvents;
