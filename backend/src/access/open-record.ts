import type { Role } from '@sign-display/contracts/roles';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { findEvent, type EventRow } from '../events/events-repository.ts';
import type { RestRefusal } from '../http/problem.ts';
import { findSign } from '../signs/signs-repository.ts';
import type { SignRow } from '../signs/sign-view.ts';
import { checkRole } from './permissions.ts';

/**
 * What a request names by its identifier alone, if the caller may `needed` in its organization: `forbidden` for a member whose role is too
 * weak; one of another organization is not there, `not_found` (promise A1).
 */

export function openSign(
  db: Kysely<Database>,
  id: string,
  userId: string,
  needed: Role,
): Promise<SignRow | RestRefusal> {
  return open(db, findSign(db, id), userId, needed);
}

/** The same for an event. */
export function openEvent(
  db: Kysely<Database>,
  id: string,
  userId: string,
  needed: Role,
): Promise<EventRow | RestRefusal> {
  return open(db, findEvent(db, id), userId, needed);
}

async function open<Row extends { organizationId: string }>(
  db: Kysely<Database>,
  finding: Promise<Row | null | undefined>,
  userId: string,
  needed: Role,
): Promise<Row | RestRefusal> {
  const row = await finding;
  if (!row) return { code: 'not_found' };
  return (await checkRole(db, userId, row.organizationId, needed)) ?? row;
}
