import { FIELD_MESSAGES } from '@sign-display/contracts/field-messages';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { PutSubscriptionRequest, Subscription } from '@sign-display/contracts/rest/subscriptions';
import { recordAudit } from '../../audit/audit-log.ts';
import type { SignedInAuthor } from '../../http/change-author-types.ts';
import type { Db } from '../../db/database-types.ts';
import { isTimeZone } from '../../recurrence/time-zone-check.ts';
import type { RestRefusal } from '../../http/problem.ts';
import { addPlanning } from '../../outages/notice-queue.ts';
import { findForeignSigns, putSubscription, readSubscription } from './subscriptions-repository.ts';

/** Checks the quiet hours beyond their schema. */
function checkQuietHours(quietHours: Subscription['quietHours']): { path: string; message: string }[] {
  if (quietHours === null) return [];
  const errors = [];
  if (!isTimeZone(quietHours.timeZone))
    errors.push({ path: '/quietHours/timeZone', message: FIELD_MESSAGES.unknownZone });
  if (quietHours.start === quietHours.end)
    errors.push({ path: '/quietHours/end', message: 'is the start: no hours, or all of them; send null for none' });
  return errors;
}

/**
 * Returns the settings of a body with defaults filled in, or the errors that no schema can find. PUT and the preview
 * share this check.
 */
export async function checkSettings(
  db: Db,
  eventId: string,
  { excluded = [], snoozedSigns = [], ...given }: PutSubscriptionRequest,
): Promise<Subscription | RestRefusal> {
  const signIds = snoozedSigns.map(({ signId }) => signId);
  const foreign = await findForeignSigns(db, eventId, signIds);
  const errors = [
    ...checkQuietHours(given.quietHours),
    ...foreign.map((id) => ({ path: `/snoozedSigns/${signIds.indexOf(id)}`, message: 'is no sign of this event' })),
  ];
  return errors.length > 0
    ? { code: 'validation_failed', detail: 'The body does not match the schema.', errors }
    : { ...given, excluded, snoozedSigns };
}

/** Stores the author's subscription to the event with its audit entry, and runs the planner. */
export function changeSubscription(
  { db, clock }: { db: Db; clock: Clock },
  author: SignedInAuthor,
  event: { id: string; organizationId: string },
  body: PutSubscriptionRequest,
): Promise<Subscription | RestRefusal> {
  const userId = author.person.id;
  return db.transaction().execute(async (trx) => {
    const subscription = await checkSettings(trx, event.id, body);
    if ('code' in subscription) return subscription;
    const at = new Date(clock.now());
    await putSubscription(trx, event.id, userId, subscription, at);
    // Messages that were held back may now be due, or no longer wanted.
    await addPlanning(trx, event.id);
    const entry = {
      organizationId: event.organizationId,
      action: 'subscription.update',
      target: { type: 'subscription', id: event.id },
      eventId: event.id,
      detail: subscription,
    };
    await recordAudit(trx, author, entry, clock.now());
    return await readSubscription(trx, event.id, userId);
  });
}
