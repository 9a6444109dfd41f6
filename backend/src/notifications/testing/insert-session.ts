import { makeSecret, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { ServiceDeps } from '../../db/database-types.ts';
import { SESSION_TTL_MS } from '../../access/prolong-used-sessions.ts';

/** A session of a person, begun now, and its identifier: push endpoints end with their session. */
export async function insertSession({ db, clock, random }: ServiceDeps, userId: string): Promise<string> {
  const id = makeUuidV7(clock, random);
  const at = new Date(clock.now());
  const times = { createdAt: at, updatedAt: at, expiresAt: new Date(clock.now() + SESSION_TTL_MS) };
  await db
    .insertInto('session')
    .values({ id, token: makeSecret(random), userId, ...times, ipAddress: null, userAgent: null })
    .execute();
  return id;
}
