import { isolated } from '../isolate-direction.ts';

const signs = (count: number): string => `${count} ${count === 1 ? 'sign' : 'signs'}`;

/** An event: its headline, its filters, its list. */
export const wall = {
  headline: {
    calm: (total: number) =>
      total === 1 ? 'The sign is showing its page.' : `All ${total} signs are showing their pages.`,
    quiet: (showing: number, total: number) =>
      showing === 0
        ? 'No sign is showing its page.'
        : showing === 1
          ? `1 of ${signs(total)} is showing its page.`
          : `${showing} of ${signs(total)} are showing their pages.`,
    one: (name: string, is: string) => `${isolated(name)} ${is}.`,
    many: (count: number, are: string) => `${signs(count)} ${are}.`,
    /** `parts`: “2 are offline, 1 can’t load its page”. */
    mixed: (count: number, parts: string) => `${signs(count)} have problems: ${parts}.`,
    is: {
      offline: 'is offline',
      content_error: 'can’t load its page',
      blank: 'shows a blank screen',
      content_unreachable: 'can’t reach its page',
      unstable: 'keeps going offline',
    },
    are: {
      offline: 'are offline',
      content_error: 'can’t load their page',
      blank: 'show a blank screen',
      content_unreachable: 'can’t reach their page',
      unstable: 'keep going offline',
    },
    all: 'All affected signs',
    some: (count: number) => `${count} of the affected signs`,
    place: (who: string, place: string) => `${who} are in ${isolated(place)}.`,
    host: (who: string, host: string) => `${who} load their page from ${isolated(host)}.`,
  },
  figure: (showing: number, total: number) => `${showing.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  /** Below that figure. */
  showing: (_showing: number): string => 'showing',
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
      return find === '' ? `No sign was found${here}.` : `No sign${here} matches “${isolated(find)}”.`;
    },
    place: (count: number, place: string, isOffline: boolean) =>
      count === 1
        ? isOffline
          ? `1 sign is in ${isolated(place)} and is online.`
          : `1 sign is in ${isolated(place)}.`
        : isOffline
          ? `${count} signs are in ${isolated(place)}, and all of these signs are online.`
          : `${count} signs are in ${isolated(place)}.`,
    all: (count: number) => `The event has ${signs(count)}.`,
    searched: (find: string) => `You are also searching for “${isolated(find)}”.`,
    drop: (find: string) => `Clear “${isolated(find)}”`,
    clear: 'Clear filters',
  },
  add: 'Add a sign',
  prepare: {
    title: 'Prepare a sign',
    lead: 'Prepare a sign before its device is available. On site, choose the sign on your phone and scan the device’s code, in either order.',
    name: 'Name',
    location: 'Location',
    locationHint: 'The part before the first comma is the place: “Foyer Nord, pillar 4”.',
    url: 'Page (optional)',
    button: 'Prepare',
    cancel: 'Done',
    made: (name: string) => `${isolated(name)} was prepared. You can now prepare another sign.`,
  },
  gone: 'This event no longer exists',
  goneLead: 'The event was deleted, or you are not a member of its organization.',
  loadingWhat: 'the event',
};
