import type { Refusal } from '@sign-display/contracts/error-codes';
import { roleSuffices, type OrganizationCreation, type Role } from '@sign-display/contracts/roles';
import { sql } from 'kysely';
import type { Db } from '../db/database-types.ts';
import type { SignedInAuthor } from '../http/change-author-types.ts';
import type { Caller } from '../http/router.ts';

/** The person who asks, and whether their session was opened with a second factor. */
export type RoleHolder = Pick<Caller, 'userId' | 'mfa'>;

export const holderOf = ({ person, mfa }: SignedInAuthor): RoleHolder => ({ userId: person.id, mfa });

/** A member's role in an organization, and whether the organization requires a second factor (promise A6). */
export interface Membership {
  role: Role;
  mfaRequired: boolean;
}

/** The user's membership in an organization; null for who is no member of it, and where there is no such organization. */
export async function membershipOf(db: Db, userId: string, organizationId: string): Promise<Membership | null> {
  // Written out, as the caller's session is (find-caller.ts): nearly every request asks it.
  const { rows } = await sql<Membership>`
    select member.role, organization.mfa_required as "mfaRequired"
    from member join organization on organization.id = member.organization_id
    where member.organization_id = ${organizationId} and member.user_id = ${userId}
  `.execute(db.withoutPlugins());
  return rows[0] ?? null;
}

/** The user's memberships, by organization. */
export async function membershipsOf(db: Db, userId: string): Promise<ReadonlyMap<string, Membership>> {
  const rows = await db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organizationId')
    .select(['member.organizationId', 'member.role', 'organization.mfaRequired'])
    .where('member.userId', '=', userId)
    .execute();
  return new Map(rows.map(({ organizationId, ...membership }) => [organizationId, membership]));
}

/** Its text is the one of the code: this session was opened without a second factor, and this needs one. */
export const MFA_REQUIRED: Refusal = { code: 'mfa_required' };

/** Whether the organization answers no session without a second factor, and this is one (promise A6). */
export const isClosedTo = ({ mfaRequired }: Pick<Membership, 'mfaRequired'>, { mfa }: Pick<Caller, 'mfa'>): boolean =>
  mfaRequired && !mfa;

/**
 * Null if a member may do in an organization what takes the role `needed`. Otherwise why not: `forbidden` for a member whose role is too weak,
 * `mfa_required` for a session that lacks the second factor which the organization requires, `not_found` for everybody else, whether the
 * organization exists or not (promise A1).
 */
export function refusalOf(membership: Membership | null, holder: Pick<Caller, 'mfa'>, needed: Role): Refusal | null {
  if (membership === null) return { code: 'not_found' };
  if (!roleSuffices(membership.role, needed)) return { code: 'forbidden' };
  return isClosedTo(membership, holder) ? MFA_REQUIRED : null;
}

/** The same for a user of whom the membership is not known yet. One query. */
export async function checkRole(
  db: Db,
  holder: RoleHolder,
  organizationId: string,
  needed: Role,
): Promise<Refusal | null> {
  return refusalOf(await membershipOf(db, holder.userId, organizationId), holder, needed);
}

/** The strongest of some roles. */
export const strongestOf = (...roles: [Role, ...Role[]]): Role =>
  roles.reduce((most, role) => (roleSuffices(role, most) ? role : most));

/** The same as `refusalOf` for what any one of the memberships allows; `forbidden` without any. */
export function refusalOfAny(
  memberships: Iterable<Membership>,
  holder: Pick<Caller, 'mfa'>,
  needed: Role,
): Refusal | null {
  const sufficing = [...memberships].filter(({ role }) => roleSuffices(role, needed));
  if (sufficing.length === 0) return { code: 'forbidden' };
  return sufficing.every((membership) => isClosedTo(membership, holder)) ? MFA_REQUIRED : null;
}

/**
 * Null if the user may make an organization by the service's setting, else `forbidden` with the reason, or `mfa_required` where only organizations that
 * require a second factor give them the role for it.
 */
export async function checkOrganizationCreation(
  db: Db,
  holder: RoleHolder,
  allowed: OrganizationCreation,
): Promise<Refusal | null> {
  if (allowed === 'anyone') return null;
  if (allowed === 'nobody') return { code: 'forbidden', detail: 'This service does not allow new organizations.' };
  const memberships = await membershipsOf(db, holder.userId);
  const refused = refusalOfAny(memberships.values(), holder, 'admin');
  if (refused?.code !== 'forbidden') return refused;
  return { ...refused, detail: 'Only an admin or owner of an organization can create another one.' };
}
