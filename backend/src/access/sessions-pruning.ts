import { sql, type Kysely } from 'kysely';
import type { Cancel, Clock } from '@sign-display/contracts/ports';
import type { Database } from '../db/schema.ts';
import type { Logger } from '../telemetry/logger.ts';

/** better-auth removes an expired row only when its very token is shown again: a script that signs in each time would leave one for ever. */
const PRUNE_EVERY_MS = 3_600_000;

/** Sessions, and links of forgotten passwords, that have run out. Reads nothing else: both are indexed by their end. */
export async function pruneSessions(db: Kysely<Database>, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await db.deleteFrom('session').where('expiresAt', '<=', now).execute();
  await sql`delete from verification where expires_at <= ${now}`.execute(db);
}

/** Prunes now and every hour, until stopped. */
export function startSessionPruning(deps: { db: Kysely<Database>; clock: Clock; log: Logger }): Cancel {
  const { db, clock, log } = deps;
  let cancel: Cancel = () => {};
  const prune = (): void => {
    cancel = clock.after(PRUNE_EVERY_MS, prune);
    pruneSessions(db, clock.now()).catch((error: unknown) =>
      log.warn({ err: error }, 'expired sessions not pruned, tried again in an hour'),
    );
  };
  prune();
  return () => cancel();
}
