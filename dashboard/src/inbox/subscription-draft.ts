import { FIELD_MESSAGES } from '@sign-display/contracts/field-messages';
import type { FieldError } from '@sign-display/contracts/rest/problem';
import type { Subscription } from '@sign-display/contracts/rest/subscriptions';
import { minutesOf } from './quiet-hours.ts';
import { areSameTables, rebasedTable, settingsOf, tableOf, type KindTable } from './subscription-table.ts';

/**
 * Holds the edited settings of a subscription as their fields do. Snoozes have their own buttons and are not part of
 * it. Pure.
 */

export interface SubscriptionDraft {
  table: KindTable;
  /** In seconds; empty for the event's value. */
  grace: string;
  hasQuiet: boolean;
  start: string;
  end: string;
  timeZone: string;
}

export type DraftPart = 'table' | 'grace' | 'quiet';

const NIGHT = { start: '22:00', end: '07:00' };

/** Makes the draft of a subscription. `timeZone`: the time zone of quiet hours that are not set yet. */
export const draftOf = (subscription: Subscription, timeZone: string): SubscriptionDraft => ({
  table: tableOf(subscription),
  grace: subscription.graceSeconds === null ? '' : String(subscription.graceSeconds),
  hasQuiet: subscription.quietHours !== null,
  ...(subscription.quietHours ?? { ...NIGHT, timeZone }),
});

export function changedParts(from: SubscriptionDraft, to: SubscriptionDraft): DraftPart[] {
  const parts: DraftPart[] = [];
  if (!areSameTables(from.table, to.table)) parts.push('table');
  if (from.grace.trim() !== to.grace.trim()) parts.push('grace');
  const isQuietSame =
    from.hasQuiet === to.hasQuiet &&
    (!to.hasQuiet || (from.start === to.start && from.end === to.end && from.timeZone === to.timeZone));
  if (!isQuietSame) parts.push('quiet');
  return parts;
}

/**
 * The draft after the stored subscription changed from `from` to `to`. Each edited pair of kind and channel, an edited grace period and edited quiet hours
 * stay. Everything else is as stored.
 */
export function rebased(draft: SubscriptionDraft, from: SubscriptionDraft, to: SubscriptionDraft): SubscriptionDraft {
  const edited = changedParts(from, draft);
  const quiet = edited.includes('quiet') ? draft : to;
  return {
    table: rebasedTable(draft.table, from.table, to.table),
    grace: edited.includes('grace') ? draft.grace : to.grace,
    hasQuiet: quiet.hasQuiet,
    start: quiet.start,
    end: quiet.end,
    timeZone: quiet.timeZone,
  };
}

/**
 * Returns the draft's errors by the paths of the body, with the service's messages. For quiet hours without a length
 * the service has none, so they get `SAME_TIMES`.
 */
export function errorsOf({ grace, hasQuiet, start, end }: SubscriptionDraft): FieldError[] {
  const errors: FieldError[] = [];
  if (grace.trim() !== '' && !Number.isInteger(Number(grace)))
    errors.push({ path: '/graceSeconds', message: FIELD_MESSAGES.wholeNumber });
  if (!hasQuiet) return errors;
  for (const [name, text] of [
    ['start', start],
    ['end', end],
  ] as const)
    if (minutesOf(text) === null) errors.push({ path: `/quietHours/${name}`, message: FIELD_MESSAGES.required });
  if (start === end && minutesOf(end) !== null) errors.push({ path: '/quietHours/end', message: SAME_TIMES });
  return errors;
}

export const SAME_TIMES = 'same times';

/**
 * The subscription with the draft's settings, and of `known` the snoozes, and the kinds and channels that this build does not know. An equal table keeps the
 * stored kinds: they have no channel after an unsubscription by mail, whose undo needs them.
 */
export const subscriptionOf = (draft: SubscriptionDraft, known: Subscription): Subscription => ({
  ...(areSameTables(draft.table, tableOf(known))
    ? { kinds: known.kinds, channels: known.channels, excluded: known.excluded }
    : settingsOf(draft.table, known)),
  graceSeconds: draft.grace.trim() === '' ? null : Number(draft.grace),
  quietHours: draft.hasQuiet ? { start: draft.start, end: draft.end, timeZone: draft.timeZone } : null,
  snoozedUntil: known.snoozedUntil,
  snoozedSigns: known.snoozedSigns,
});
