import { isolated } from '../isolate-direction.ts';

const signs = (count: number): string => `${count} ${count === 1 ? 'sign' : 'signs'}`;

/** An event: its headline, its filters, its list. */
export const wall = {
  headline: {
    calm: (total: number) => (total === 1 ? 'The sign is showing.' : `All ${total} signs are showing.`),
    quiet: (showing: number, total: number) =>
      showing === 0 ? 'No sign is showing.' : `${showing} of ${signs(total)} ${showing === 1 ? 'is' : 'are'} showing.`,
    one: (name: string, is: string) => `${isolated(name)} ${is}.`,
    many: (count: number, are: string) => `${signs(count)} ${are}.`,
    /** `parts`: “2 are offline, 1 can’t load its page”. */
    mixed: (count: number, parts: string) => `${signs(count)} need a look: ${parts}.`,
    is: {
      offline: 'is offline',
      content_error: 'can’t load its page',
      blank: 'shows a blank screen',
      content_unreachable: 'can’t reach its page',
      unstable: 'comes and goes',
    },
    are: {
      offline: 'are offline',
      content_error: 'can’t load their page',
      blank: 'show a blank screen',
      content_unreachable: 'can’t reach their page',
      unstable: 'come and go',
    },
    all: 'All of them',
    some: (count: number) => `${count} of them`,
    place: (who: string, place: string) => `${who} stand together in ${isolated(place)}.`,
    host: (who: string, host: string) => `${who} load it from ${isolated(host)}.`,
  },
  figure: (showing: number, total: number) => `${showing.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  /** Below that figure. */
  showing: (_showing: number) => 'showing',
  filters: 'Filter by status',
  moreFilters: 'More filters',
  find: 'Name, place, code',
  inPlace: (place: string) => `In ${isolated(place)}`,
  list: 'Signs',
  shown: (count: number) => `${signs(count)} shown`,
  lastHeard: 'was',
  since: (time: string) => `since ${time}`,
  noPlace: 'No place',
  nothing: {
    /** `mark`: the word of a status; of a search beside it `searched` tells. `find`: what is searched for, or empty. */
    title: (mark: string | null, place: string | null, find: string) => {
      const here = place === null ? '' : ` in ${isolated(place)}`;
      // “Offline” can stand behind “is”; “Content error” can’t.
      if (mark !== null && String(mark).includes(' ')) return `No sign${here} has the status “${mark}”.`;
      if (mark !== null) return `No sign is ${String(mark).toLowerCase()}${here}.`;
      return find === '' ? `No sign is found${here}.` : `No sign${here} matches “${isolated(find)}”.`;
    },
    place: (count: number, place: string, isOffline: boolean) =>
      `${signs(count)} ${count === 1 ? 'stands' : 'stand'} in ${isolated(place)}${isOffline ? `; ${count === 1 ? 'it is' : 'all are'} online` : ''}.`,
    all: (count: number) => `The event has ${signs(count)}.`,
    searched: (find: string) => `You also search for “${isolated(find)}”.`,
    drop: (find: string) => `Drop “${isolated(find)}”`,
    clear: 'Clear all',
  },
  add: 'Add a sign',
  prepare: {
    title: 'Prepare a sign',
    lead: 'The record waits for its device. On site, pick it on the phone and scan the sign’s code, in either order.',
    name: 'Name',
    location: 'Location',
    locationHint: 'What stands before the first comma is its place: “Foyer Nord, pillar 4”.',
    url: 'Page (not needed yet)',
    button: 'Prepare it',
    cancel: 'Done',
    made: (name: string) => `${isolated(name)} is prepared. The next one?`,
  },
  gone: 'This event is gone',
  goneLead: 'It was deleted, or you don’t belong to its organization.',
  loadingWhat: 'the event',
};
