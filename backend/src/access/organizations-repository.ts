import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { Ports } from '@sign-display/contracts/clock-and-random';
import {
  ClosedOrganization,
  Organization,
  type PatchOrganizationRequest,
} from '@sign-display/contracts/rest/organizations';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import type { Role } from '@sign-display/contracts/roles';
import type { Selectable } from 'kysely';
import { changedFields } from '../audit/changed-fields.ts';
import type { Db, Trx } from '../db/database-types.ts';
import { viewOf } from '../http/row-to-response.ts';
import type { OrganizationTable } from './tables.ts';

/** Organizations as one of their members sees them. */

const COLUMNS = [
  'organization.id',
  'organization.name',
  'organization.linkHandshakeEnabled',
  'organization.allowedUrlHosts',
  'organization.language',
  'organization.mfaRequired',
  'organization.version',
  'organization.createdAt',
  'organization.updatedAt',
  'organization.updatedBy',
  'editor.name as editorName',
  'member.role',
] as const;

export type OrganizationRow = Selectable<OrganizationTable> & { role: Role; editorName: string | null };

/** `linkHandshakeDefault`: LINK_HANDSHAKE_ENABLED. */
export function organizationView(row: OrganizationRow, linkHandshakeDefault: boolean): Organization {
  const { updatedBy: id, editorName: name } = row;
  const updatedBy = id === null || name === null ? null : { id, name };
  return viewOf(Organization, { ...row, linkHandshakeDefault, updatedBy });
}

/** What a session reads of an organization that is closed to it (promise A6). */
export const closedView = (row: OrganizationRow): ClosedOrganization =>
  viewOf(ClosedOrganization, { ...row, mfaRequired: true });

const ofMember = (db: Db, userId: string) =>
  db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organizationId')
    .leftJoin('user as editor', 'editor.id', 'organization.updatedBy')
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
export function listMemberships(db: Db, userId: string): Promise<MeResponse['organizations']> {
  return db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organizationId')
    .where('member.userId', '=', userId)
    .select(['organization.id', 'organization.name', 'member.role', 'organization.mfaRequired'])
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
  const row = {
    id: makeUuidV7(deps.clock, deps.random),
    name,
    createdAt,
    updatedAt: createdAt,
    updatedBy: ownerId,
  };
  await transaction.insertInto('organization').values(row).execute();
  await transaction
    .insertInto('member')
    .values({ organizationId: row.id, userId: ownerId, role: 'owner', createdAt })
    .execute();
  return (await findOrganization(transaction, ownerId, row.id))!;
}

const SETTINGS = ['name', 'linkHandshakeEnabled', 'allowedUrlHosts', 'language', 'mfaRequired'] as const;

type Settings = Pick<OrganizationRow, (typeof SETTINGS)[number]>;

/** Locks an organization until the end of the transaction; undefined where there is none. */
export function lockOrganization(transaction: Trx, id: string): Promise<(Settings & { version: number }) | undefined> {
  return (
    transaction
      .selectFrom('organization')
      .select([...SETTINGS, 'version'])
      .where('id', '=', id)
      // Whoever has a sign's row may need the organization's key (a foreign key's), and this goes on to all of its signs.
      .forNoKeyUpdate()
      .executeTakeFirst()
  );
}

/** What a patch makes of an organization: each setting that becomes another, with what it was. Pure. */
export function organizationChanges(before: Settings, patch: PatchOrganizationRequest) {
  const { allowedUrlHosts: hosts } = patch;
  // Hosts are compared in lower case, as they stand in a parsed URL.
  const allowedUrlHosts = hosts && [...new Set(hosts.map((host) => host.toLowerCase()))];
  const after: Settings = { ...before, ...patch, ...(allowedUrlHosts && { allowedUrlHosts }) };
  return changedFields(before, after, SETTINGS);
}

export type OrganizationChanges = ReturnType<typeof organizationChanges>;

/** Stores the changes of a locked organization; the version grows by its trigger. */
export async function storeOrganization(
  transaction: Trx,
  { id, by, at }: { id: string; by: string | null; at: Date },
  changes: OrganizationChanges,
): Promise<void> {
  const settings = Object.fromEntries(Object.entries(changes).map(([name, { to }]) => [name, to]));
  await transaction
    .updateTable('organization')
    .set({ ...settings, updatedAt: at, updatedBy: by })
    .where('id', '=', id)
    .execute();
}
