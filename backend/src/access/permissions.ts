import type { Kysely } from 'kysely';
import type { Refusal } from '@sign-display/contracts/error-codes';
import { roleSuffices, type Role } from '@sign-display/contracts/roles';
import type { Database } from '../db/schema.ts';

/** The caller's role in an organization; null for who is not its member. */
export async function findRole(db: Kysely<Database>, userId: string, organizationId: string): Promise<Role | null> {
  const row = await db
    .selectFrom('member')
    .select('role')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.role ?? null;
}

/**
 * Whether the caller may do what asks for `needed` in an organization; null if so. Another organization's things are not there
 * (`not_found`), whether they are or not (promise A1).
 */
export async function checkRole(
  db: Kysely<Database>,
  userId: string,
  organizationId: string,
  needed: Role,
): Promise<Refusal | null> {
  const role = await findRole(db, userId, organizationId);
  if (role === null) return { code: 'not_found' };
  return roleSuffices(role, needed) ? null : { code: 'forbidden' };
}
