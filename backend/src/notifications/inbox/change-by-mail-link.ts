import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { NotificationChannel } from '@sign-display/contracts/rest/subscriptions';
import { recordAudit } from '../../audit/audit-log.ts';
import type { Db, Trx } from '../../db/database-types.ts';
import type { Author } from '../../http/change-author-types.ts';
import { addPlanning } from '../../outages/notice-queue.ts';
import type { MailLink, SetSnooze } from './mail-link-token.ts';

/** Applies the change of a mail link to a subscription, writes its audit entry and schedules the planner's next run. */

const SNOOZE_MS = 3_600_000;

/** `none`: the person has no subscription to this event, or the event was deleted. */
export type LinkOutcome =
  | { is: 'none' }
  | { is: 'unsubscribed' }
  | { is: 'resubscribed' }
  /** `set` is null if the person has already snoozed the event for longer: that snooze stays. */
  | { is: 'snoozed'; untilMs: number; set: SetSnooze | null }
  /** `untilMs` is null if nothing is snoozed now. */
  | { is: 'unmuted'; untilMs: number | null }
  /** The link's snooze has since ended or been changed, so the present snooze stays as it is. */
  | { is: 'unchanged' };

interface StoredSubscription {
  organizationId: string;
  name: string;
  email: string;
  channels: NotificationChannel[];
  snoozedUntil: Date | null;
}

const lockSubscription = (trx: Trx, { userId, eventId }: MailLink): Promise<StoredSubscription | undefined> =>
  trx
    .selectFrom('subscription')
    .innerJoin('event', 'event.id', 'subscription.eventId')
    .innerJoin('user', 'user.id', 'subscription.userId')
    .select(['event.organizationId', 'user.name', 'user.email', 'subscription.channels', 'subscription.snoozedUntil'])
    .where('subscription.eventId', '=', eventId)
    .where('subscription.userId', '=', userId)
    .forUpdate('subscription')
    .executeTakeFirst();

type Change = { channels: NotificationChannel[] } | { snoozedUntil: Date | null };

/** The change that a mail link makes, and its outcome. `change` is null if nothing changes. Pure. */
export function decideLinkChange(
  { purpose, set }: Pick<MailLink, 'purpose' | 'set'>,
  { channels, snoozedUntil }: Pick<StoredSubscription, 'channels' | 'snoozedUntil'>,
  nowMs: number,
): { outcome: LinkOutcome; change: Change | null; detail: object } {
  const hasMails = channels.includes('email');
  const storedMs = snoozedUntil?.getTime() ?? null;
  if (purpose === 'unsubscribe') {
    const change = hasMails ? { channels: channels.filter((each) => each !== 'email') } : null;
    return { outcome: { is: 'unsubscribed' }, change, detail: { removed: ['email'] } };
  }
  if (purpose === 'resubscribe') {
    const change = hasMails ? null : { channels: [...channels, 'email' as const] };
    return { outcome: { is: 'resubscribed' }, change, detail: { added: ['email'] } };
  }
  if (purpose === 'snooze') {
    const untilMs = nowMs + SNOOZE_MS;
    if (storedMs !== null && storedMs >= untilMs)
      return { outcome: { is: 'snoozed', untilMs: storedMs, set: null }, change: null, detail: {} };
    const until = new Date(untilMs);
    const outcome = { is: 'snoozed' as const, untilMs, set: { untilMs, beforeMs: storedMs } };
    return { outcome, change: { snoozedUntil: until }, detail: { snoozedUntil: until.toISOString() } };
  }
  if (set === null || storedMs !== set.untilMs || storedMs <= nowMs)
    return { outcome: { is: 'unchanged' }, change: null, detail: {} };
  const before = set.beforeMs === null || set.beforeMs <= nowMs ? null : new Date(set.beforeMs);
  const outcome = { is: 'unmuted' as const, untilMs: before?.getTime() ?? null };
  return { outcome, change: { snoozedUntil: before }, detail: { snoozedUntil: before?.toISOString() ?? null } };
}

/** Makes the change of a link. A second use of the link has the same outcome. */
export function changeByMailLink(
  { db, clock }: { db: Db; clock: Clock },
  author: Author,
  link: MailLink,
): Promise<LinkOutcome> {
  const { userId, eventId } = link;
  return db.transaction().execute(async (trx) => {
    const stored = await lockSubscription(trx, link);
    if (!stored) return { is: 'none' };
    const nowMs = clock.now();
    const { outcome, change, detail } = decideLinkChange(link, stored, nowMs);
    if (change === null) return outcome;
    await trx
      .updateTable('subscription')
      .set({ ...change, updatedAt: new Date(nowMs) })
      .where('eventId', '=', eventId)
      .where('userId', '=', userId)
      .execute();
    // The planner may have held messages back that can now be sent or dropped.
    await addPlanning(trx, eventId);
    const { organizationId, name, email } = stored;
    const target = { type: 'subscription', id: eventId };
    const by = { by: 'the link in a mail' };
    const entry = { organizationId, action: 'subscription.update', target, eventId, detail: { ...by, ...detail } };
    await recordAudit(trx, { ...author, person: { id: userId, name, email } }, entry, nowMs);
    return outcome;
  });
}
