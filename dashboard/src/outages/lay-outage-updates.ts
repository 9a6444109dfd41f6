import type { Outage, OutageListQuery } from '@sign-display/contracts/rest/outages';

/** Applies the service's updates to the outages that a page has read. Pure. */

/** The outages of a list, unordered: all open outages and some of the ended ones. */
export interface OutageLists {
  open: readonly Outage[];
  ended: readonly Outage[];
}

export type OutageFilter = Pick<OutageListQuery, 'signId' | 'from' | 'to'>;

/**
 * Tells whether an outage passes the filter, by the same rule as the service: by sign, and by overlap with the period.
 */
export function passesFilter({ signId, since, until }: Outage, filter: OutageFilter): boolean {
  if (filter.signId !== undefined && filter.signId !== signId) return false;
  if (filter.from !== undefined && until !== null && Date.parse(until) <= Date.parse(filter.from)) return false;
  return filter.to === undefined || Date.parse(since) < Date.parse(filter.to);
}

const countOf = ({ told }: Outage): number => told.reduce((sum, { people }) => sum + people, 0);

/**
 * Returns the update, with the longer of both lists of messages, because the service sends no update when a message is
 * delivered.
 */
export const withKnownMessages = (update: Outage, known: Outage | undefined): Outage =>
  known && countOf(known) > countOf(update) ? { ...update, told: known.told } : update;

/** Applies updates to lists. `filter` selects the ended outages. */
export function layUpdates<Lists extends OutageLists>(
  lists: Lists,
  items: readonly Outage[],
  filter: OutageFilter = {},
): Lists {
  if (items.length === 0) return lists;
  const open = new Map(lists.open.map((outage) => [outage.id, outage]));
  const ended = new Map(lists.ended.map((outage) => [outage.id, outage]));
  for (const item of items) {
    const update = withKnownMessages(item, open.get(item.id) ?? ended.get(item.id));
    if (update.until === null) {
      open.set(update.id, update);
      ended.delete(update.id);
    } else {
      open.delete(update.id);
      if (passesFilter(update, filter)) ended.set(update.id, update);
    }
  }
  return { ...lists, open: [...open.values()], ended: [...ended.values()] };
}
