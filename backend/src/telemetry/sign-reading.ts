import type { Kysely } from 'kysely';
import type { Role } from '@sign-display/contracts/roles';
import { checkRole } from '../access/permissions.ts';
import type { Database } from '../db/schema.ts';
import { CURSOR_FORMS, decodeCursor } from '../http/cursor.ts';
import type { RestRefusal } from '../http/problem.ts';

/** Null if the user may read what the sign record told of itself; one of another organization is not there (promise A1). */
export async function checkSignReader(
  db: Kysely<Database>,
  signRecordId: string,
  userId: string,
  needed: Role,
): Promise<RestRefusal | null> {
  const sign = await db.selectFrom('sign').select('organizationId').where('id', '=', signRecordId).executeTakeFirst();
  return sign ? await checkRole(db, userId, sign.organizationId, needed) : { code: 'not_found' };
}

/** Where a page of a list by time begins: after the row of this moment and identifier; null at its start. */
export function readTimeCursor(
  cursor: string | undefined,
): { position: { at: Date; id: string } | null } | RestRefusal {
  const decoded = decodeCursor(cursor, [CURSOR_FORMS.timestamp, CURSOR_FORMS.uuid]);
  if ('refusal' in decoded) return decoded.refusal;
  const [at, id] = decoded.after ?? [];
  return { position: at === undefined || id === undefined ? null : { at: new Date(at), id } };
}
