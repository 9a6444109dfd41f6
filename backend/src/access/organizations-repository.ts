import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { Clock, Ports } from '@sign-display/contracts/ports';
import { Organization, type PatchOrganizationRequest } from '@sign-display/contracts/rest/organizations';
import type { Role } from '@sign-display/contracts/roles';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import { viewOf } from '../http/view.ts';
import type { OrganizationTable } from './tables.ts';

/** Organizations as one of their members sees them. */

const COLUMNS = [
  'organization.id',
  'organization.name',
  'organization.linkHandshakeEnabled',
  'organization.allowedUrlHosts',
  'organization.createdAt',
  'organization.updatedAt',
  'member.role',
] as const;

type OrganizationRow = Selectable<OrganizationTable> & { role: Role };

export const organizationView = (row: OrganizationRow) => viewOf(Organization, row);

const ofMember = (db: Db, userId: string) =>
  db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organizationId')
    .where('member.userId', '=', userId)
    .select(COLUMNS);

/** The organizations of a user in the order of their making, those after `afterId` where given; at most `limit`. */
export function listOrganizations(db: Db, userId: string, afterId: string | null, limit: number) {
  return ofMember(db, userId)
    .$if(afterId !== null, (query) => query.where('organization.id', '>', afterId))
    .orderBy('organization.id')
    .limit(limit)
    .execute();
}

/** All of them, for the caller's own page: a person is a member of a few. */
export function listMemberships(db: Db, userId: string): Promise<{ id: string; name: string; role: Role }[]> {
  return db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organizationId')
    .where('member.userId', '=', userId)
    .select(['organization.id', 'organization.name', 'member.role'])
    .orderBy('organization.id')
    .execute();
}

/** Undefined where the user is no member. */
export function findOrganization(db: Db, userId: string, id: string): Promise<OrganizationRow | undefined> {
  return ofMember(db, userId).where('organization.id', '=', id).executeTakeFirst();
}

/** Makes an organization with its first owner. */
export async function insertOrganization(
  transaction: Trx,
  deps: Ports,
  { name, ownerId }: { name: string; ownerId: string },
): Promise<OrganizationRow> {
  const createdAt = new Date(deps.clock.now());
  const row = { id: makeUuidV7(deps.clock, deps.random), name, createdAt, updatedAt: createdAt };
  await transaction.insertInto('organization').values(row).execute();
  await transaction
    .insertInto('member')
    .values({ organizationId: row.id, userId: ownerId, role: 'owner', createdAt })
    .execute();
  return { ...row, role: 'owner', linkHandshakeEnabled: null, allowedUrlHosts: [] };
}

type Settings = Pick<OrganizationRow, 'name' | 'linkHandshakeEnabled' | 'allowedUrlHosts'>;

const SETTINGS = ['name', 'linkHandshakeEnabled', 'allowedUrlHosts'] as const;

/** Changes what is given; null where there is no such organization. */
export async function updateOrganization(
  transaction: Trx,
  clock: Clock,
  id: string,
  { name, linkHandshakeEnabled, allowedUrlHosts }: PatchOrganizationRequest,
): Promise<{ before: Settings; after: Settings } | null> {
  const before = await transaction
    .selectFrom('organization')
    .select(SETTINGS)
    .where('id', '=', id)
    // Whoever has a sign's row may need the organization's key (a foreign key's), and this goes on to all of its signs.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before) return null;
  const after = await transaction
    .updateTable('organization')
    .set({
      ...(name !== undefined && { name }),
      ...(linkHandshakeEnabled !== undefined && { linkHandshakeEnabled }),
      // Hosts are compared in lower case, as they stand in a parsed URL.
      ...(allowedUrlHosts !== undefined && {
        allowedUrlHosts: [...new Set(allowedUrlHosts.map((host) => host.toLowerCase()))],
      }),
      updatedAt: new Date(clock.now()),
    })
    .where('id', '=', id)
    .returning(SETTINGS)
    .executeTakeFirstOrThrow();
  return { before, after };
}
