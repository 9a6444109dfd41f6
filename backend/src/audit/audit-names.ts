import type { AuditRow, ListedAuditRow } from '@sign-display/contracts/rest/audit';
import { sql } from 'kysely';
import type { Db } from '../db/database-types.ts';

/**
 * Reads the present names of people and things in the audit log. The hashes do not cover names, so a renaming breaks no
 * chain.
 */

/** Returns the names of people by their ids. People who have no account, or no longer have one, are left out. */
export async function namesOfPeople(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('user')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Returns names by kind and id, such as `sign 018f…`, but only those of the organization: an id in a log must reveal
 * nothing about another organization (promise A1).
 */
async function namesOfTargets(db: Db, organizationId: string, ids: readonly string[]) {
  const { rows } = await sql<{ type: string; id: string; name: string }>`
    select 'sign' as type, id::text, name from sign
    where organization_id = ${organizationId} and id = any(${ids.filter(isUuid)}::uuid[])
    union all
    select 'event', id::text, name from event
    where organization_id = ${organizationId} and id = any(${ids.filter(isUuid)}::uuid[])
    union all
    select 'organization', id::text, name from organization
    where id = ${organizationId} and id = any(${ids.filter(isUuid)}::uuid[])
    union all
    select 'member', u.id, u.name from "user" as u join member as m on m.user_id = u.id
    where m.organization_id = ${organizationId} and u.id = any(${ids})
    union all
    select 'member', id::text, email from invitation
    where organization_id = ${organizationId} and id = any(${ids.filter(isUuid)}::uuid[])`.execute(db);
  return new Map(rows.map(({ type, id, name }) => [`${type} ${id}`, name]));
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isUuid = (id: string): boolean => UUID.test(id);

/** Adds the names of actors and targets to the rows of one organization. */
export async function withNames(db: Db, organizationId: string, rows: readonly AuditRow[]): Promise<ListedAuditRow[]> {
  if (rows.length === 0) return [];
  const people = await namesOfPeople(
    db,
    rows.flatMap(({ actor }) => (actor ? [actor.id] : [])),
  );
  const targets = await namesOfTargets(db, organizationId, [...new Set(rows.map(({ target }) => target.id))]);
  return rows.map((row) => ({
    ...row,
    actorName: (row.actor && people.get(row.actor.id)) ?? null,
    targetName: targets.get(`${row.target.type} ${row.target.id}`) ?? null,
  }));
}
