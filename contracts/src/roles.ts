import { Type, type Static } from 'typebox';

/** Roles within an organization, weakest first (contract, section 3). Each may do all that the ones before it may. */
export const ROLES = ['viewer', 'operator', 'admin', 'owner'] as const;

export const Role = Type.Enum([...ROLES]);
export type Role = Static<typeof Role>;

/**
 * Who may make an organization, and so own it (contract, section 6: `ORGANIZATION_CREATION`). `admins`: who is admin or owner of one already. Whoever owns an
 * organization may claim signs for it; with `anyone` a viewer could make one and claim another organization's unclaimed signs.
 */
export const ORGANIZATION_CREATION = ['admins', 'anyone', 'nobody'] as const;
export type OrganizationCreation = (typeof ORGANIZATION_CREATION)[number];

/** Whether `role` may do what `needed` may. */
export function roleSuffices(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
