import { Type, type Static } from 'typebox';

/** Roles within an organization, weakest first (contract, section 3). Each may do all that the ones before it may. */
export const ROLES = ['viewer', 'operator', 'admin', 'owner'] as const;

export const Role = Type.Enum([...ROLES]);
export type Role = Static<typeof Role>;

/** Whether `role` may do what `needed` may. */
export function roleSuffices(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
