import { sql } from 'kysely';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { FailedDelivery } from '@sign-display/contracts/rest/notifications';
import { recordAudit } from '../../audit/audit-log.ts';
import type { SignedInAuthor } from '../../http/change-author-types.ts';
import type { Db } from '../../db/database-types.ts';
import type { RestRefusal } from '../../http/problem.ts';
import { removeAddresses } from '../../logging/remove-addresses.ts';
import { addDeliveries } from './notifications-repository.ts';

/**
 * Lists and retries messages that failed after all their attempts. Admins see these messages with the reason; none is
 * dropped silently (promise N7).
 */

/** Lists up to `limit` failed messages of an organization, newest first, starting after `afterId`. */
export async function listFailedDeliveries(
  db: Db,
  organizationId: string,
  afterId: string | null,
  limit: number,
): Promise<FailedDelivery[]> {
  const rows = await db
    .selectFrom('notification')
    .innerJoin('user', 'user.id', 'notification.userId')
    .innerJoin('message', 'message.id', 'notification.messageId')
    .select(['notification.id', 'notification.at', 'channel', 'notification.eventId'])
    .select(['attempts', 'finishedAt', 'error'])
    .select(['eventName', 'title'])
    .select(['userId', 'user.name', 'user.email'])
    .where('notification.organizationId', '=', organizationId)
    .where('state', '=', 'failed')
    .$if(afterId !== null, (query) => query.where('notification.id', '<', afterId))
    .orderBy('notification.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    channel: row.channel,
    user: { id: row.userId, name: row.name, email: row.email },
    event: { id: row.eventId, name: row.eventName },
    title: row.title,
    attempts: row.attempts,
    failedAt: (row.finishedAt ?? row.at).toISOString(),
    error: row.error ?? UNKNOWN_REASON,
  }));
}

const UNKNOWN_REASON = 'The message could not be delivered.';

/**
 * Counts the failed messages of each organization, with the reason of the latest failure without its addresses (promise
 * A10). Organizations without failures are left out. The largest count comes first.
 */
export async function countFailedDeliveries(db: Db) {
  const { rows } = await sql<{ organizationId: string; name: string; count: number; lastError: string | null }>`
    select failed.organization_id, organization.name, failed.count, last.error as last_error
    from (select organization_id, count(*)::int as count from notification where state = 'failed' group by organization_id) as failed
    join organization on organization.id = failed.organization_id
    cross join lateral (
      select error from notification
      where notification.organization_id = failed.organization_id and state = 'failed' order by id desc limit 1
    ) as last
    order by failed.count desc, organization.name, organization.id`.execute(db);
  return rows.map(({ lastError, ...row }) => ({ ...row, lastError: removeAddresses(lastError ?? UNKNOWN_REASON) }));
}

/** Counts the mails and pushes that were delivered since `since`. */
export async function countDelivered(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notification
    where state = 'sent' and channel <> 'inbox' and finished_at >= ${since}`.execute(db);
  return rows[0]!.count;
}

/** Has one tried again, with all its attempts. Of two who ask at once one finds it failed. */
export function retryDelivery(
  { db, clock }: { db: Db; clock: Clock },
  author: SignedInAuthor,
  { organizationId, deliveryId }: { organizationId: string; deliveryId: string },
): Promise<RestRefusal | null> {
  return db.transaction().execute(async (trx) => {
    const retried = await trx
      .updateTable('notification')
      .set({ state: 'queued', attempts: 0, finishedAt: null, error: null })
      .where('id', '=', deliveryId)
      .where('organizationId', '=', organizationId)
      .where('state', '=', 'failed')
      .returning(['eventId', 'channel', 'userId'])
      .executeTakeFirst();
    if (!retried) return { code: 'not_found' };
    const { eventId, channel, userId } = retried;
    await addDeliveries(trx, [{ id: deliveryId, channel }]);
    const target = { type: 'delivery', id: deliveryId };
    const entry = { organizationId, action: 'delivery.retry', target, eventId, detail: { channel, userId } };
    await recordAudit(trx, author, entry, clock.now());
    return null;
  });
}
