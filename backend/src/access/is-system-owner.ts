import type { Db } from '../db/database-types.ts';

const oldestOrganization = (db: Pick<Db, 'selectFrom'>) =>
  db.selectFrom('organization').select('id').orderBy('createdAt').orderBy('id').limit(1);

/** The organization whose owners are system owners without SYSTEM_OWNERS, and whose log holds what those do; null: there is none. */
export const oldestOrganizationId = async (db: Db): Promise<string | null> =>
  (await oldestOrganization(db).executeTakeFirst())?.id ?? null;

/**
 * System owners run the installation (contract, section 3): the users whose e-mail addresses SYSTEM_OWNERS lists, in
 * any case. Without it, the owners of the oldest organization, which the first start created.
 */
export async function isSystemOwner(
  db: Db,
  listed: readonly string[] | null,
  user: { id: string; email: string },
): Promise<boolean> {
  if (listed !== null) return listed.includes(user.email.toLowerCase());
  const owner = await db
    .selectFrom('member')
    .where('member.userId', '=', user.id)
    .where('member.role', '=', 'owner')
    .where('member.organizationId', '=', oldestOrganization(db))
    .select('member.role')
    .executeTakeFirst();
  return owner !== undefined;
}
