import { sql } from 'kysely';
import type { Db } from '../db/database-types.ts';
import { pruneCodes } from './second-factor/wrong-codes.ts';

/**
 * Sessions, links of forgotten passwords and challenges that have run out, and the codes of second factors that no longer count: better-auth removes an expired row only when its very token is shown again, and
 * a script that signs in each time would leave one for ever. Reads nothing else: both are indexed by their end.
 */
export async function pruneSessions(db: Db, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await db.deleteFrom('session').where('expiresAt', '<=', now).execute();
  await sql`delete from verification where expires_at <= ${now}`.execute(db);
  await pruneCodes(db, nowMs);
}
