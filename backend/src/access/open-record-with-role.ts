import type { Role } from '@sign-display/contracts/roles';
import type { Db } from '../db/database-types.ts';
import type { RestRefusal } from '../http/problem.ts';
import { checkRole, type RoleHolder } from './role-checks.ts';

/**
 * Opens the record that a request names by its identifier alone: resolves with its row if the user has at least the role `needed` in its
 * organization, with `forbidden` if they are a member with a weaker role, with `mfa_required` if the organization requires a second factor that the
 * session lacks (promise A6), and with `not_found` if there is no such record or they are no member (promise A1).
 */
export type OpenRecord<Row extends { organizationId: string }> = (
  db: Db,
  id: string,
  holder: RoleHolder,
  needed: Role,
) => Promise<Row | RestRefusal>;

/** Makes an `OpenRecord` for the kind of record that `find` finds. */
export const opens =
  <Row extends { organizationId: string }>(
    find: (db: Db, id: string) => Promise<Row | null | undefined>,
  ): OpenRecord<Row> =>
  async (db, id, holder, needed) => {
    const row = await find(db, id);
    if (!row) return { code: 'not_found' };
    return (await checkRole(db, holder, row.organizationId, needed)) ?? row;
  };
