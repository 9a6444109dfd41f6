import { isolated } from '../isolate-direction.ts';

const signs = (count: number): string => `${count} ${count === 1 ? 'sign' : 'signs'}`;

/** The wall as a table and as cards. */
export const views = {
  /** What a sign shows, where “content” is said above it. */
  content: {
    showing: 'Showing',
    idle: 'Idle',
    loading: 'Loading',
    content_unreachable: 'Unreachable',
    content_error: 'Error',
    none: 'Unknown',
  },
  /** The same of a sign that is not heard any more. */
  was: {
    showing: 'was showing',
    idle: 'was idle',
    loading: 'was loading',
    content_unreachable: 'was unreachable',
    content_error: 'had an error',
    none: 'unknown',
  },
  table: {
    label: (count: number) => `${signs(count)} as a table`,
    columns: {
      sign: 'Sign, place',
      status: 'Status',
      connection: 'Connection',
      content: 'Content',
      screen: 'Screen',
      url: 'URL',
      heard: 'Last seen',
      since: 'Since',
      beats: 'Heartbeats, last hour',
      code: 'Code',
    },
    choose: 'Columns',
    fitting: 'All columns that fit',
    select: (name: string) => `Select ${isolated(name)}`,
    selectAll: 'Select all visible signs',
    noDevice: 'No device',
    noUrl: 'no URL',
    now: 'now',
    gone: 'Removed',
    place: (place: string, count: number, of: number, since: string) =>
      since === ''
        ? `Outage in ${isolated(place)}: ${count} of ${signs(of)}`
        : `Outage in ${isolated(place)}: ${count} of ${signs(of)} since ${since}`,
    host: (host: string, count: number, since: string) =>
      since === ''
        ? `Problem with ${isolated(host)}: ${signs(count)}`
        : `Problem with ${isolated(host)}: ${signs(count)} since ${since}`,
    keys: 'Use the arrow keys to move, X to select and Enter to open.',
  },
  cards: {
    label: (count: number) => `${signs(count)} as cards`,
    none: 'No picture yet',
    noDevice: 'No device yet',
    failed: 'The picture can’t be loaded',
    ago: (age: string) => `${age} ago`,
    before: (time: string) => `${time}, before the outage`,
  },
  /** With one place alone: its headline, and the line below. `is`, `are`: what is wrong. */
  place: {
    one: (place: string, name: string, is: string) => [`${isolated(place)}.`, `${isolated(name)} ${is}.`],
    many: (place: string, count: number, of: number, are: string) => [
      `${isolated(place)}.`,
      count === of ? `All ${of} signs ${are}.` : `${count} of ${signs(of)} ${are}.`,
    ],
    other: (place: string, sentence: string) => [`${isolated(place)}.`, sentence],
    fromTo: (first: string, last: string) => `${isolated(first)} to ${isolated(last)}`,
    more: (names: string, count: number) => `${names} and ${count} more`,
    since: (who: string, time: string) => `Offline since ${time}: ${who}.`,
    others: (count: number) => (count === 1 ? 'The other sign is online.' : `The other ${count} signs are online.`),
  },
};
