import type { Refusal } from '@sign-display/contracts/error-codes';
import { ROLES, roleSuffices, type OrganizationCreation, type Role } from '@sign-display/contracts/roles';
import { sql } from 'kysely';
import type { Db } from '../db/database-types.ts';

/** The user's role in an organization; null for who is no member of it, and where there is no such organization. */
export async function roleOf(db: Db, userId: string, organizationId: string): Promise<Role | null> {
  // Written out, as the caller's session is (find-caller.ts): nearly every request asks it.
  const { rows } = await sql<{ role: Role }>`
    select role from member where organization_id = ${organizationId} and user_id = ${userId}
  `.execute(db.withoutPlugins());
  return rows[0]?.role ?? null;
}

/** The user's roles, by organization. */
export async function rolesOf(db: Db, userId: string): Promise<ReadonlyMap<string, Role>> {
  const rows = await db.selectFrom('member').select(['organizationId', 'role']).where('userId', '=', userId).execute();
  return new Map(rows.map(({ organizationId, role }) => [organizationId, role]));
}

/**
 * Null if who has this role in an organization may do there what takes the role `needed`; else why not: `forbidden` for a member whose role is
 * too weak, `not_found` for everybody else, whether the organization exists or not (promise A1).
 */
export function refusalOf(role: Role | null, needed: Role): Refusal | null {
  if (role === null) return { code: 'not_found' };
  return roleSuffices(role, needed) ? null : { code: 'forbidden' };
}

/** The same for a user of whom the role is not known yet. One query. */
export async function checkRole(db: Db, userId: string, organizationId: string, needed: Role): Promise<Refusal | null> {
  return refusalOf(await roleOf(db, userId, organizationId), needed);
}

const MAY_CREATE = ROLES.filter((role) => roleSuffices(role, 'admin'));

/** Null if the user may make an organization by the service's setting, else `forbidden` with the reason. */
export async function checkOrganizationCreation(
  db: Db,
  userId: string,
  allowed: OrganizationCreation,
): Promise<Refusal | null> {
  if (allowed === 'anyone') return null;
  if (allowed === 'nobody') return { code: 'forbidden', detail: 'This service does not allow new organizations.' };
  const query = db.selectFrom('member').select('role').where('userId', '=', userId).where('role', 'in', MAY_CREATE);
  if (await query.limit(1).executeTakeFirst()) return null;
  return { code: 'forbidden', detail: 'Only an admin or owner of an organization can create another one.' };
}
