import { isolated } from '../isolate-direction.ts';

/** Small numbers as one says them. */
const NUMBERS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const inWords = (count: number): string => NUMBERS[count] ?? String(count);
const begun = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const signs = (count: number): string => `${count} ${count === 1 ? 'sign' : 'signs'}`;

const inCommon = (gone: number): string =>
  `Check what the ${inWords(gone)} affected signs have in common, such as a switch or a power strip.`;

/** The wall as a map, and what is wrong beside it. */
export const map = {
  views: 'How the signs are shown',
  view: { map: 'Map', cards: 'Cards', table: 'Table' },
  /** The map itself, for who hears it. */
  label: (count: number, places: number) => `${signs(count)} in ${places} ${places === 1 ? 'place' : 'places'}`,
  skip: 'Skip the signs',
  skipped: 'End of the signs',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomAll: 'Show the whole map',
  isWhole: 'This is the whole map.',
  nearer: (place: string) => `Showing only ${isolated(place)}, as cards. Press − to return to the map.`,
  fit: 'Fit',
  zoom: 'Zoom',
  find: 'Find a sign',
  found: (count: number) => `${count.toLocaleString('en')} found`,
  /** A filter, short: its mark says that it is of the screen. */
  blank: 'Blank',
  chosen: 'selected',
  rows: (place: string, first: number, last: number) => `${isolated(place)}, rows ${first} to ${last}`,
  ofPlace: (count: number, total: number) => `${count} of ${total}`,
  lensHint: 'Press Enter or click to open. Use the arrow keys to move.',
  /** At the heading of a place: how many there are how. */
  tally: {
    offline: (count: number) => `${count} offline`,
    content_error: (count: number) => `${count} content ${count === 1 ? 'error' : 'errors'}`,
    blank: (count: number) => `${count} blank`,
    content_unreachable: (count: number) => `${count} with unreachable content`,
    unstable: (count: number) => `${count} unstable`,
  },
  wrong: {
    title: 'Problems',
    /** With a filter that hides signs, and no cause. */
    ofAll: 'All problems in this event',
    nothing: 'No problems.',
    nothingIn: (place: string) => `No problems in ${isolated(place)}.`,
    notKnown: (time: string) =>
      `The state of the signs has been unknown since ${time}. There were no problems at that time.`,
    allPlaces: 'Show all places',
    place: (place: string, count: number, of: number) => `${isolated(place)}: ${count} of ${of} offline`,
    host: (host: string) => isolated(host),
    /** The single signs that the list leaves out. */
    folded: (count: number) => (count === 1 ? 'and 1 more sign' : `and ${count} more signs`),
    /** Of those that went together, below the headline. */
    went: (seconds: number, at: string) =>
      seconds <= 1
        ? `The signs went offline within a second at ${at}.`
        : `The signs went offline within ${seconds} seconds at ${at}.`,
    heard: (first: string, last: string) =>
      first === last
        ? `The affected signs were last seen at ${first}.`
        : `The affected signs were last seen between ${first} and ${last}.`,
    /** `count`: signs of the same place that are well; `gone`: who went. None is well: none is left. */
    others: (count: number, gone: number) =>
      count === 0
        ? 'No sign in this place is working. Check the power and the network.'
        : count === 1
          ? `One other sign in this place is not affected. ${inCommon(gone)}`
          : `${begun(inWords(count))} other signs in this place are not affected. ${inCommon(gone)}`,
    fails: {
      content_error: (count: number) => `${signs(count)} can’t load pages from this host.`,
      content_unreachable: (count: number) =>
        count === 1
          ? '1 sign can’t reach this host and keeps showing its last good page.'
          : `${count} signs can’t reach this host and keep showing their last good page.`,
      blank: (count: number) =>
        count === 1
          ? 'The pages from this host respond, but 1 sign is showing a single colour.'
          : `The pages from this host respond, but ${count} signs are showing a single colour.`,
    },
    is: {
      /** `at` is empty for a sign that was never online. */
      offline: (at: string) => (at === '' ? 'Offline.' : `Offline, last seen ${at}.`),
      content_error: 'The page can’t be loaded.',
      blank: 'The page responds, but the screen is showing a single colour.',
      content_unreachable: 'The page can’t be reached. The sign keeps showing the last good page.',
      unstable: 'The sign is unstable and keeps going offline.',
    },
    select: (count: number) => (count === 1 ? 'Select the sign' : `Select ${count} signs`),
    goThere: 'Go to signs',
    /** It ended while somebody reads. */
    over: 'ended',
    /** Causes that came meanwhile. */
    fresh: (count: number) => (count === 1 ? '1 new problem' : `${count} new problems`),
    more: (count: number) => `${count} more`,
  },
  prepared: (count: number) =>
    count === 1 ? '1 prepared sign has no device yet.' : `${count} prepared signs have no device yet.`,
  startsIn: (span: string) => `Starts in ${span}.`,
  claim: 'Claim with a phone',
  waiting: (count: number) => `${count} new`,
  keys: {
    walk: 'Move from sign to sign',
    select: 'Select',
    peek: 'Peek',
    next: 'Next sign with a problem',
    before: 'Previous sign with a problem',
    places: 'Move from place to place',
    ends: 'Go to the first or last sign',
    open: 'Open sign details',
    space: 'Space',
    range: 'Select a range of signs',
    all: 'Select all visible signs',
  },
  peek: {
    title: (name: string) => `Details of ${isolated(name)}`,
    heard: (time: string) => `last seen ${time}`,
    heardNow: 'seen just now',
    since: (time: string) => `since ${time}`,
    ofThen: 'then',
    nothing: 'no content',
    open: 'Open sign details',
    close: 'Close',
  },
  bar: {
    label: (count: number) => `${signs(count)} selected`,
    chosen: (count: number) => `${count} selected`,
    drop: 'Clear selection',
    notShared: 'Too many signs are selected. A link to this page will not include the selection.',
    /** Of an address that cannot say which signs were chosen. */
    lost: 'This link does not contain the selected signs. Select them again.',
  },
};
