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
  /** `set` null: a longer snooze, which no link has set, was there already, and stays. */
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

/** In the audit entry of each change by a link. */
const BY = 'the link in a mail';
const ACTION = 'subscription.update';

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

/**
 * The end that a snooze had before a mute link set the present one; undefined: no mute link has set the present one.
 * The audit entry of the mute has it, and its time follows from the end that it set.
 */
async function readBeforeMute(
  trx: Trx,
  { organizationId, snoozedUntil }: StoredSubscription,
  { userId, eventId }: MailLink,
): Promise<number | null | undefined> {
  if (snoozedUntil === null) return undefined;
  const entries = await trx
    .selectFrom('audit')
    .select('detail')
    .where('organizationId', '=', organizationId)
    .where('at', '=', new Date(snoozedUntil.getTime() - SNOOZE_MS))
    .where('eventId', '=', eventId)
    .where('actorId', '=', userId)
    .where('action', '=', ACTION)
    .execute();
  const details = entries.map(
    ({ detail }) => detail as { by?: string; snoozedUntil?: string; snoozedBefore?: string | null },
  );
  const mute = details.find(({ by, snoozedUntil: until }) => by === BY && until === snoozedUntil.toISOString());
  // A node of an older version did not write down the end before.
  if (mute?.snoozedBefore === undefined) return undefined;
  return mute.snoozedBefore === null ? null : Date.parse(mute.snoozedBefore);
}

type Change = { channels: NotificationChannel[] } | { snoozedUntil: Date | null };

/** `beforeMuteMs`: of `readBeforeMute`. */
type Present = Pick<StoredSubscription, 'channels' | 'snoozedUntil'> & { beforeMuteMs: number | null | undefined };

interface Decision {
  outcome: LinkOutcome;
  change: Change | null;
  detail: object;
}

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** Mutes for an hour from now. A second mute remembers the snooze before the first one, so that one undo restores it. */
function decideMute({ snoozedUntil, beforeMuteMs }: Present, nowMs: number): Decision {
  const storedMs = snoozedUntil?.getTime() ?? null;
  const beforeMs = beforeMuteMs === undefined ? storedMs : beforeMuteMs;
  const untilMs = nowMs + SNOOZE_MS;
  if (storedMs !== null && storedMs >= untilMs) {
    const set = beforeMuteMs === undefined ? null : { untilMs: storedMs, beforeMs };
    return { outcome: { is: 'snoozed', untilMs: storedMs, set }, change: null, detail: {} };
  }
  return {
    outcome: { is: 'snoozed', untilMs, set: { untilMs, beforeMs } },
    change: { snoozedUntil: new Date(untilMs) },
    detail: { snoozedUntil: isoOf(untilMs), snoozedBefore: isoOf(beforeMs) },
  };
}

/**
 * Restores the snooze before the mute, unless the snooze was changed since or is over. A later mute by link is no such
 * change: the undo of the first of two mutes ends both.
 */
function decideUnmute(set: SetSnooze | null, { snoozedUntil, beforeMuteMs }: Present, nowMs: number): Decision {
  const storedMs = snoozedUntil?.getTime() ?? null;
  const isOfMutes = set !== null && (storedMs === set.untilMs || beforeMuteMs === set.beforeMs);
  if (!isOfMutes || storedMs === null || storedMs < set.untilMs || storedMs <= nowMs)
    return { outcome: { is: 'unchanged' }, change: null, detail: {} };
  const untilMs = set.beforeMs === null || set.beforeMs <= nowMs ? null : set.beforeMs;
  return {
    outcome: { is: 'unmuted', untilMs },
    change: { snoozedUntil: untilMs === null ? null : new Date(untilMs) },
    detail: { snoozedUntil: isoOf(untilMs) },
  };
}

/** The change that a link makes and its outcome. `change` null: nothing changes. Pure. */
export function decideLinkChange(
  { purpose, set }: Pick<MailLink, 'purpose' | 'set'>,
  present: Present,
  nowMs: number,
): Decision {
  if (purpose === 'snooze') return decideMute(present, nowMs);
  if (purpose === 'unmute') return decideUnmute(set, present, nowMs);
  const { channels } = present;
  const hasMails = channels.includes('email');
  if (purpose === 'unsubscribe') {
    const change = hasMails ? { channels: channels.filter((each) => each !== 'email') } : null;
    return { outcome: { is: 'unsubscribed' }, change, detail: { removed: ['email'] } };
  }
  const change = hasMails ? null : { channels: [...channels, 'email' as const] };
  return { outcome: { is: 'resubscribed' }, change, detail: { added: ['email'] } };
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
    const isOfSnooze = link.purpose === 'snooze' || link.purpose === 'unmute';
    const beforeMuteMs = isOfSnooze ? await readBeforeMute(trx, stored, link) : undefined;
    const { outcome, change, detail } = decideLinkChange(link, { ...stored, beforeMuteMs }, nowMs);
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
    const entry = { organizationId, action: ACTION, target, eventId, detail: { by: BY, ...detail } };
    await recordAudit(trx, { ...author, person: { id: userId, name, email } }, entry, nowMs);
    return outcome;
  });
}
