import type { NotificationChannel, NotificationKind, Subscription } from '@sign-display/contracts/rest/subscriptions';
import type { ChannelRules } from './plan-messages.ts';
import { quietUntil } from './quiet-hours.ts';

/**
 * Makes the rules for `planMessages` from a subscription. The planner and the preview share this module, so both read a
 * subscription in the same way (promise D18).
 */

/** A person's stored settings. */
export type SubscriptionSettings = Pick<
  Subscription,
  'kinds' | 'excluded' | 'graceSeconds' | 'quietHours' | 'snoozedSigns'
> & {
  snoozedUntil: Date | null;
};

/** Returns the outages that began by one of these kinds, as far as their ends may be reported. */
export type OutagesBegunBy = (kinds: ReadonlySet<NotificationKind>) => ReadonlySet<string>;

export const NO_OUTAGES: ReadonlySet<string> = new Set();

/** The input that the rules of all subscribers of an event share. */
export interface RulesContext {
  event: { offlineGraceSeconds: number | null };
  outagesBegunBy: OutagesBegunBy;
  /** The grace period of events that set none. */
  offlineGraceMs: number;
  groupWindowMs: number;
}

/** Makes the rules of one channel at `nowMs`. */
export function rulesOf(
  settings: SubscriptionSettings,
  channel: NotificationChannel,
  { event, outagesBegunBy, offlineGraceMs, groupWindowMs }: RulesContext,
  nowMs: number,
): ChannelRules {
  const excluded = new Set(settings.excluded.filter((each) => each.channel === channel).map(({ kind }) => kind));
  const graceSeconds = settings.graceSeconds ?? event.offlineGraceSeconds;
  const rules = {
    channel,
    kinds: new Set(settings.kinds.filter((kind) => !excluded.has(kind))),
    excluded,
    excludedOutages: outagesBegunBy(excluded),
    graceMs: graceSeconds === null ? offlineGraceMs : graceSeconds * 1_000,
    windowMs: groupWindowMs,
    quietUntilMs: null,
    snoozedUntilMs: settings.snoozedUntil?.getTime() ?? null,
    snoozedSigns: new Map(settings.snoozedSigns.map(({ signId, until }) => [signId, Date.parse(until)])),
  };
  return rulesAt(rules, settings, nowMs);
}

/**
 * Makes the same rules for another time. Only quiet hours depend on the time, and they never hold inbox messages back.
 */
export const rulesAt = (
  rules: ChannelRules,
  { quietHours }: Pick<SubscriptionSettings, 'quietHours'>,
  nowMs: number,
): ChannelRules => (rules.channel === 'inbox' ? rules : { ...rules, quietUntilMs: quietUntil(quietHours, nowMs) });
