import { sql } from 'kysely';
import type { Db } from '../db/database-types.ts';
import { pruneUnfinishedFactors } from './second-factor/factor-repository.ts';
import { prunePasskeyChallenges } from './second-factor/passkeys/passkeys-repository.ts';
import { pruneCodes } from './second-factor/wrong-codes.ts';

/**
 * Removes sessions, links of forgotten passwords and challenges that have run out, also of passkeys, codes of second factors that no longer count, and
 * second factors that were never turned on. better-auth removes an expired row only when its very token is shown again, and a script that signs in each time would leave one
 * for ever.
 */
export async function pruneSessions(db: Db, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await db.deleteFrom('session').where('expiresAt', '<=', now).execute();
  await sql`delete from verification where expires_at <= ${now}`.execute(db);
  await pruneCodes(db, nowMs);
  await prunePasskeyChallenges(db, nowMs);
  await pruneUnfinishedFactors(db, nowMs);
}
