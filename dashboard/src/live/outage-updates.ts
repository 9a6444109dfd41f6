import type { Outage } from '@sign-display/contracts/rest/outages';

/**
 * The outages that the service sent on a feed (`outage:update`), for pages that read outages by REST and lay these
 * updates over the response. Pure.
 *
 * Each message and each new subscription has a number, its moment. A page remembers the moment at which it asked for a
 * list: only updates after that moment can be newer than the list.
 */

export interface OutageBatch {
  moment: number;
  items: readonly Outage[];
}

export interface OutageUpdates {
  /** The moment of the newest message or subscription; 0 before the first subscription. */
  moment: number;
  /** `recent` has all updates after this moment. A page whose outages are older has to read them again. */
  completeSince: number;
  /** The newest messages, earliest first. */
  recent: readonly OutageBatch[];
}

export const NO_OUTAGE_UPDATES: OutageUpdates = { moment: 0, completeSince: 0, recent: [] };

/** The service sends at most 4 messages a second, so a page has half a minute for its read. */
const BATCHES_MOST = 120;

/** Between two subscriptions the service may have sent updates that this client never received. */
export function afterSubscription({ moment }: OutageUpdates): OutageUpdates {
  return { moment: moment + 1, completeSince: moment + 1, recent: [] };
}

/**
 * Adds the items of a message. `askedAt`: the items are from the response to a request of that moment, so an update
 * that arrived after it is newer and stays. A response from before the feed's updates begin is left out, since a newer
 * update may be missing.
 */
export function withOutages(updates: OutageUpdates, items: readonly Outage[], askedAt?: number): OutageUpdates {
  if (askedAt !== undefined && askedAt < updates.completeSince) return updates;
  const moment = updates.moment + 1;
  const newer = updates.recent.filter((batch) => askedAt !== undefined && batch.moment > askedAt);
  const newerIds = new Set(newer.flatMap((batch) => batch.items.map(({ id }) => id)));
  const batch = { moment, items: newerIds.size === 0 ? items : items.filter(({ id }) => !newerIds.has(id)) };
  const recent = [...updates.recent, batch];
  const dropped = recent.length > BATCHES_MOST ? recent.shift() : undefined;
  return { moment, completeSince: Math.max(updates.completeSince, dropped?.moment ?? 0), recent };
}

/** A page's outages, and the moment up to which they include all updates. */
export interface Held<Known> {
  known: Known;
  upTo: number;
}

/** Tells whether updates between the page's outages and the feed's stored updates are missing. */
export const isMissingUpdates = ({ upTo }: { upTo: number }, { completeSince }: OutageUpdates): boolean =>
  upTo < completeSince;

/** Applies the later updates to the page's outages. The outages stay unchanged while updates are missing. */
export function foldUpdates<Known>(
  held: Held<Known>,
  updates: OutageUpdates,
  lay: (known: Known, items: readonly Outage[]) => Known,
): Held<Known> {
  if (isMissingUpdates(held, updates) || held.upTo >= updates.moment) return held;
  const later = updates.recent.filter(({ moment }) => moment > held.upTo);
  return { known: later.reduce((known, { items }) => lay(known, items), held.known), upTo: updates.moment };
}
