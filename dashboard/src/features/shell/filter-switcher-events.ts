import type { Event } from '@sign-display/contracts/rest/events';
import { searchForm } from '../../ui/normalize-search-text.ts';

/** What the switcher offers for what is typed into it. Pure. */

export interface PlaceGroup {
  id: string;
  name: string;
  events: readonly Pick<Event, 'id' | 'name' | 'venue'>[];
}

/** The groups with the events that have every word of `query` in their name, venue or organization's name; groups without one are left out. */
export function placesFor<Group extends PlaceGroup>(groups: readonly Group[], query: string): Group[] {
  const words = searchForm(query).split(/\s+/u).filter(Boolean);
  if (words.length === 0) return [...groups];
  return groups.flatMap((group) => {
    const events = group.events.filter(({ name, venue }) => {
      const text = searchForm(`${name} ${venue ?? ''} ${group.name}`);
      return words.every((word) => text.includes(word));
    });
    return events.length > 0 ? [{ ...group, events }] : [];
  });
}
