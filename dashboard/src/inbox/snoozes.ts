import type { Subscription } from '@sign-display/contracts/rest/subscriptions';

/** Changes the snoozes of a subscription. Pure. */

type Snoozes = Pick<Subscription, 'snoozedUntil' | 'snoozedSigns'>;

export const HOUR_MS = 60 * 60_000;
const SIGNS_MOST = 200;

const later = (a: string, b: string | undefined): string => (b === undefined || Date.parse(a) > Date.parse(b) ? a : b);

/** Removes the snoozes that have ended. */
export function withoutPast<Given extends Snoozes>(given: Given, nowMs: number): Given {
  const isOn = (until: string): boolean => Date.parse(until) > nowMs;
  return {
    ...given,
    snoozedUntil: given.snoozedUntil !== null && isOn(given.snoozedUntil) ? given.snoozedUntil : null,
    snoozedSigns: given.snoozedSigns.filter(({ until }) => isOn(until)),
  };
}

/** Removes the snoozed signs at these positions. */
export const withoutSigns = <Given extends Snoozes>(given: Given, positions: readonly number[]): Given => ({
  ...given,
  snoozedSigns: given.snoozedSigns.filter((_, nth) => !positions.includes(nth)),
});

/** Snoozes these signs at least until `untilMs`. Beyond the limit, the snoozes that end first are left out. */
export function withSnoozedSigns<Given extends Snoozes>(
  given: Given,
  signIds: readonly string[],
  untilMs: number,
): Given {
  const until = new Date(untilMs).toISOString();
  const all = new Map(given.snoozedSigns.map((one) => [one.signId, one.until]));
  for (const id of signIds) all.set(id, later(until, all.get(id)));
  const snoozedSigns = [...all]
    .map(([signId, end]) => ({ signId, until: end }))
    .toSorted((a, b) => Date.parse(b.until) - Date.parse(a.until))
    .slice(0, SIGNS_MOST);
  return { ...given, snoozedSigns };
}

/** Restores the snoozes of these signs from `before`. */
export function withSignsAsBefore<Given extends Snoozes>(
  given: Given,
  signIds: readonly string[],
  before: Snoozes,
): Given {
  const others = given.snoozedSigns.filter(({ signId }) => !signIds.includes(signId));
  return {
    ...given,
    snoozedSigns: [...others, ...before.snoozedSigns.filter(({ signId }) => signIds.includes(signId))],
  };
}
