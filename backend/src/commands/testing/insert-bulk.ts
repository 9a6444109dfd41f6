import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { UNDOABLE_MS } from '@sign-display/contracts/limits';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import type { Db } from '../../db/database-types.ts';

/** A bulk request for a page that fitted no sign, and can be undone; its identifier. */
export async function insertEmptyBulk(db: Db, organizationId: string): Promise<string> {
  const id = makeUuidV7(systemClock, systemRandom);
  const nowMs = systemClock.now();
  const actor = { actorId: 'olga', actorName: 'Olga', actorEmail: 'olga@example.org', requestId: null };
  const times = { createdAt: new Date(nowMs), finishedAt: new Date(nowMs) };
  const undo = { undoableUntil: new Date(nowMs + UNDOABLE_MS), undoOf: null, leftOut: null };
  const action = JSON.stringify({ url: null });
  await db
    .insertInto('bulk')
    .values({ id, organizationId, action, ...actor, ...times, ...undo, total: 0, done: 0, failed: 0 })
    .execute();
  return id;
}
