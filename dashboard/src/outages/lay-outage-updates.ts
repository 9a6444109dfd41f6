import type { Outage, OutageListQuery } from '@sign-display/contracts/rest/outages';

/** Lays outages that the service sent over outages that a page has read. Pure. */

/** The outages of a list: all open ones, and some of the ended ones, in no order. */
export interface OutageLists {
  open: readonly Outage[];
  ended: readonly Outage[];
}

export type OutageFilter = Pick<OutageListQuery, 'signId' | 'from' | 'to'>;

/** Whether the list of outages has this outage under the filter, as the service decides it: by sign, and by overlap with the time. */
export function passesFilter({ signId, since, until }: Outage, filter: OutageFilter): boolean {
  if (filter.signId !== undefined && filter.signId !== signId) return false;
  if (filter.from !== undefined && until !== null && Date.parse(until) <= Date.parse(filter.from)) return false;
  return filter.to === undefined || Date.parse(since) < Date.parse(filter.to);
}

const countOf = ({ told }: Outage): number => told.reduce((sum, { people }) => sum + people, 0);

/** The update, with the messages of whichever knows more of them: no update is sent when a message is delivered. */
export const withKnownMessages = (update: Outage, known: Outage | undefined): Outage =>
  known && countOf(known) > countOf(update) ? { ...update, told: known.told } : update;

/** `filter`: of the ended outages. */
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
