import type { NotificationChannel, NotificationKind, Subscription } from '@sign-display/contracts/rest/subscriptions';
import type { ChannelRules } from './plan-messages.ts';
import { quietUntil } from './quiet-hours.ts';

/** A subscription as `planMessages` reads it. The planner and the preview share it, so that both read a subscription in the same way (promise D18). */

/** A person's settings, as they are stored. */
export type SubscriptionSettings = Pick<
  Subscription,
  'kinds' | 'excluded' | 'graceSeconds' | 'quietHours' | 'snoozedSigns'
> & {
  snoozedUntil: Date | null;
};

/** Returns the outages that began by one of these kinds, as far as their ends may be reported. */
export type OutagesBegunBy = (kinds: ReadonlySet<NotificationKind>) => ReadonlySet<string>;

export const NO_OUTAGES: ReadonlySet<string> = new Set();

/** What the rules of all subscribers of an event follow from, beside their settings. */
export interface RulesContext {
  event: { offlineGraceSeconds: number | null };
  outagesBegunBy: OutagesBegunBy;
  /** Of events that name no grace period. */
  offlineGraceMs: number;
  groupWindowMs: number;
}

/** The rules of one channel at `nowMs`. */
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

/** The same rules at another moment: only the quiet hours depend on the time. */
export const rulesAt = (
  rules: ChannelRules,
  { quietHours }: Pick<SubscriptionSettings, 'quietHours'>,
  nowMs: number,
): ChannelRules => ({ ...rules, quietUntilMs: quietUntil(quietHours, nowMs) });
