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

/** The wall as a map, and what is wrong beside it. */
export const map = {
  views: 'How the signs are shown',
  view: { map: 'Map', cards: 'Cards', table: 'Table' },
  /** The map itself, for who hears it. */
  label: (count: number, places: number) => `${signs(count)} in ${places} ${places === 1 ? 'place' : 'places'}`,
  skip: 'Skip the signs',
  skipped: 'After the signs',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomAll: 'Everything in view',
  isWhole: 'This is the whole map.',
  nearer: (place: string) => `Only ${isolated(place)}, as cards. − goes back to the map.`,
  fit: 'Fit',
  zoom: 'Zoom',
  find: 'Find a sign',
  found: (count: number) => `${count.toLocaleString('en')} found`,
  /** A filter, short: its mark says that it is of the screen. */
  blank: 'Blank',
  chosen: 'selected',
  rows: (place: string, first: number, last: number) => `${isolated(place)}, rows ${first} to ${last}`,
  ofPlace: (count: number, total: number) => `${count} of ${total}`,
  lensHint: 'Enter or click to look. Arrow keys walk.',
  /** At the heading of a place: how many there are how. */
  tally: {
    offline: (count: number) => `${count} offline`,
    content_error: (count: number) => `${count} content ${count === 1 ? 'error' : 'errors'}`,
    blank: (count: number) => `${count} blank`,
    content_unreachable: (count: number) => `${count} content unreachable`,
    unstable: (count: number) => `${count} unstable`,
  },
  wrong: {
    title: 'What is wrong',
    /** With a filter that hides signs, and no cause. */
    ofAll: 'What is wrong in the whole event',
    nothing: 'Nothing is wrong.',
    nothingIn: (place: string) => `Nothing is wrong in ${isolated(place)}.`,
    notKnown: (time: string) => `Not known since ${time}. Nothing was wrong then.`,
    allPlaces: 'In all places',
    place: (place: string, count: number, of: number) => `${isolated(place)}: ${count} of ${of} offline`,
    host: (host: string) => isolated(host),
    /** The single signs that the list leaves out. */
    folded: (count: number) => (count === 1 ? 'and 1 more' : `and ${count} more`),
    /** Of those that went together, below the headline. */
    went: (seconds: number, at: string) =>
      `They went within ${seconds <= 1 ? 'a second' : `${seconds} seconds`} of each other at ${at}.`,
    heard: (first: string, last: string) =>
      first === last ? `All last seen at ${first}.` : `All last seen ${first} to ${last}.`,
    /** `count`: neighbours that are well; `gone`: who went. None is well: none is left. */
    others: (count: number, gone: number) =>
      count === 0
        ? 'No sign there is left: check the power and the network.'
        : `${begun(inWords(count))} ${count === 1 ? 'neighbour is' : 'neighbours are'} fine, so look for what these ${inWords(gone)} share: a switch, a socket strip.`,
    fails: {
      content_error: (count: number) => `${signs(count)} can’t load pages from it.`,
      content_unreachable: (count: number) => `Unreachable from ${signs(count)}. They keep the last good page.`,
      blank: (count: number) => `Its pages answer, yet ${signs(count)} ${count === 1 ? 'shows' : 'show'} one colour.`,
    },
    is: {
      /** `at` is empty for a sign that was never online. */
      offline: (at: string) => (at === '' ? 'Offline.' : `Offline, last seen ${at}.`),
      content_error: 'The page can’t be loaded.',
      blank: 'The page answers, yet the screen is one colour.',
      content_unreachable: 'The page can’t be reached. It keeps the last good one.',
      unstable: 'Unstable, comes and goes.',
    },
    select: (count: number) => (count === 1 ? 'Select it' : `Select these ${count}`),
    goThere: 'Go there',
    /** It ended while somebody reads. */
    over: 'over',
    /** Causes that came meanwhile. */
    fresh: (count: number) => (count === 1 ? '1 new cause' : `${count} new causes`),
    more: (count: number) => `${count} more`,
  },
  prepared: (count: number) =>
    count === 1 ? '1 prepared sign has no device yet.' : `${count} prepared signs have no device yet.`,
  startsIn: (span: string) => `Starts in ${span}.`,
  claim: 'Claim with the phone',
  waiting: (count: number) => `${count} new`,
  keys: {
    walk: 'Walk from sign to sign',
    select: 'Select',
    peek: 'Peek',
    next: 'Next in trouble',
    before: 'Previous in trouble',
    places: 'From place to place',
    ends: 'First and last sign',
    open: 'Open the sign',
    space: 'Space',
    range: 'Select from there to here',
    all: 'Select all that are shown',
  },
  peek: {
    title: (name: string) => `What is known of ${isolated(name)}`,
    heard: (time: string) => `last seen ${time}`,
    heardNow: 'seen now',
    since: (time: string) => `since ${time}`,
    ofThen: 'then',
    nothing: 'nothing to show',
    open: 'Open the sign',
    close: 'Close',
  },
  bar: {
    label: (count: number) => `${signs(count)} selected`,
    chosen: (count: number) => `${count} selected`,
    drop: 'Select none',
    notShared: 'Too many for a link: a shared link won’t select them.',
    /** Of an address that cannot say which signs were chosen. */
    lost: 'This link does not say which signs were selected. Select them again.',
  },
};
