import { sql } from 'kysely';
import type { Refusal } from '@sign-display/contracts/error-codes';
import { WAITING_CHANGES } from '@sign-display/contracts/limits';
import type { Trx } from '../../db/database-types.ts';

/**
 * How many changes of bulk requests may wait (contract, section 5). Counted under locks of the transaction, so that of requests that come in parallel, on
 * whatever nodes, no more are accepted than there is room for.
 */

/** First keys of the advisory locks, in the order in which they are taken (docs/locks.md). */
const LOCKS = { organization: 7_466_500, person: 7_466_501 };

const say = (count: number): string => count.toLocaleString('en');

/** Signs that no bulk request has come to yet, or whose kiosks it is notifying. `but`: the request that an undo ends. */
async function countWaiting(
  trx: Trx,
  column: 'organizationId' | 'actorId',
  id: string,
  but: string | null,
): Promise<number> {
  const { waiting } = await trx
    .selectFrom('bulk')
    .select(sql<number>`coalesce(sum(total - done - failed), 0)::integer`.as('waiting'))
    .where(column, '=', id)
    .where('finishedAt', 'is', null)
    .where(sql<boolean>`id is distinct from ${but}::uuid`)
    .executeTakeFirstOrThrow();
  return waiting;
}

/** Locks what waits of the organization and the person until the transaction ends. It comes before the lock of a bulk request. */
export async function lockWaiting(trx: Trx, organizationId: string, actorId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.organization}, hashtext(${organizationId}))`.execute(trx);
  await sql`select pg_advisory_xact_lock(${LOCKS.person}, hashtext(${actorId}))`.execute(trx);
}

/** `quota_exceeded` where `more` changes have no room beside those that wait. The transaction holds `lockWaiting`. */
export async function checkWaiting(
  trx: Trx,
  { organizationId, actorId }: { organizationId: string; actorId: string },
  more: number,
  but: string | null = null,
): Promise<Refusal | null> {
  const ofOrganization = await countWaiting(trx, 'organizationId', organizationId, but);
  if (ofOrganization + more > WAITING_CHANGES.organization) {
    const detail = `At most ${say(WAITING_CHANGES.organization)} changes of this organization may wait. Retry when the changes in progress are finished.`;
    return { code: 'quota_exceeded', detail };
  }
  const ofPerson = await countWaiting(trx, 'actorId', actorId, but);
  if (ofPerson + more <= WAITING_CHANGES.person) return null;
  const detail = `At most ${say(WAITING_CHANGES.person)} of your changes may wait. Retry when the changes in progress are finished.`;
  return { code: 'quota_exceeded', detail };
}
