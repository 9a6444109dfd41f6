import type { Role } from '@sign-display/contracts/roles';

/** Whether this role may make and change events (contract, section 3), so that a control can say so before the service has to. */
export const mayMakeEvents = (role: Role): boolean => role === 'admin' || role === 'owner';
