import { isolated } from '../isolate-direction.ts';

const signs = (count: number): string => `${count} ${count === 1 ? 'sign' : 'signs'}`;

const guessed = (facts: number): string =>
  `this is a guess from ${facts === 1 ? 'one fact' : `${facts} facts`}, not a finding.`;

/** The outages of an event, and one of them. */
export const outages = {
  title: 'Outages',
  what: 'the outages',
  notRead: (time: string) => `Not read since ${time}.`,
  headline: {
    none: 'No outage is open.',
    open: (count: number) => (count === 1 ? '1 outage is open.' : `${count} outages are open.`),
    nobody: (count: number, of: number) =>
      count === 0
        ? 'All are acknowledged.'
        : of === 1
          ? 'Not acknowledged yet.'
          : count === of
            ? 'None is acknowledged yet.'
            : count === 1
              ? '1 is not acknowledged yet.'
              : `${count} are not acknowledged yet.`,
    affected: (count: number, total: number) => `${count} of ${signs(total)} ${count === 1 ? 'is' : 'are'} affected.`,
    oldest: (age: string) => `The oldest has lasted ${age}.`,
    today: (count: number) => `${count} today`,
    half: (age: string, ended: number) =>
      ended === 1 ? `1 is over, after ${age}` : `${ended} are over, half of them within ${age}`,
  },
  filters: 'Filter outages',
  deleted: 'A sign that was deleted',
  states: { all: 'All', open: 'Open', closed: 'Ended' },
  columns: {
    outage: 'Outage',
    since: 'Since',
    lasted: 'Lasted',
    signs: 'Signs',
    told: 'Notified',
    acknowledged: 'Acknowledged',
  },
  list: 'Outages',
  many: (count: number) => signs(count),
  names: (first: string, last: string) => `${isolated(first)} to ${isolated(last)}`,
  told: (time: string, people: number) => `${time}, ${people} ${people === 1 ? 'person' : 'people'}`,
  toldEnd: (time: string) => `notified; end ${time}`,
  toldNobody: 'nobody',
  nobodyYet: 'nobody yet',
  quote: (note: string) => `“${isolated(note)}”`,
  withNobody: 'not acknowledged',
  away: 'We were away',
  awayBeside: 'we reported no outages; nobody was notified',
  awayRest: 'not an outage of signs',
  nothing: 'Nothing here.',
  nothingLead: 'No outage matches this filter.',
  calm: 'Nothing has been wrong.',
  calmLead: 'When a sign goes offline or can’t show its page, this page lists the outage and who was notified.',
  older: 'Older',
  all: 'All outages',
  gone: 'This outage is gone',
  goneLead: 'Its sign was deleted, or you don’t belong to its organization.',
  one: {
    place: (count: number, of: number, place: string) => `${count} of ${signs(of)} in ${isolated(place)}`,
    host: (count: number, host: string) => `${signs(count)} with pages of ${isolated(host)}`,
    is: {
      offline: 'is offline',
      unreachable: 'can’t reach its page',
      error: 'can’t load its page',
      blank: 'shows a blank screen',
    },
    are: {
      offline: 'are offline',
      unreachable: 'can’t reach their page',
      error: 'can’t load their page',
      blank: 'show a blank screen',
    },
    what: (who: string, are: string) => `${who} ${are},`,
    lasting: (age: string) => `for ${age}.`,
    was: {
      offline: 'was offline',
      unreachable: 'couldn’t reach its page',
      error: 'couldn’t load its page',
      blank: 'showed a blank screen',
    },
    were: {
      offline: 'were offline',
      unreachable: 'couldn’t reach their page',
      error: 'couldn’t load their page',
      blank: 'showed a blank screen',
    },
    ended: (who: string, were: string, age: string) => `${who} ${were} for ${age}.`,
    fromTo: (from: string, to: string) => `From ${from} to ${to}.`,
    endTold: (time: string) => `People were notified of the end at ${time}.`,
    back: (count: number) => (count === 1 ? 'One is back.' : `${count} are back.`),
    select: (count: number) => (count === 1 ? 'Select it' : `Select these ${count}`),
    refresh: (count: number): string => (count === 1 ? 'Refresh it' : 'Refresh them'),
    refreshed: (count: number) => `Refresh is sent to ${signs(count)}.`,
    within: (seconds: string) => `They went within ${seconds} of each other.`,
    began: (seconds: string) => `They began within ${seconds} of each other.`,
    alone: 'No other sign has the same cause.',
    stayed: (count: number) =>
      count === 1 ? 'One other in the same place stayed.' : `${count} others in the same place stayed.`,
    when: 'When each sign went',
    whenAside: 'one row a sign, a dot at its last heartbeat',
    whenBegan: 'one row a sign, a dot where it began',
    /** What is later than the plot reaches. */
    beyond: (count: number, time: string) =>
      count === 1 ? `it is back at ${time}, right of this plot` : `all are back at ${time}, right of this plot`,
    lastHeard: (time: string) => `${time} last heartbeat`,
    lastBegan: (time: string, count: number) => (count === 1 ? `${time} it begins` : `${time} the last begins`),
    withinShort: (age: string) => `within ${age}`,
    judged: (time: string) => `${time} offline`,
    silent: (age: string) => `${age} without a heartbeat`,
    toldAt: (time: string) => `${time} notified`,
    stayedRow: (count: number) => (count === 1 ? 'One in the same place stayed' : `${count} in the same place stayed`),
    last: (time: string) => `last seen ${time}`,
    since: (time: string) => `since ${time}`,
    moreSigns: (count: number) => `and ${count} more`,
    share: 'What they share',
    shareAside: 'what sets them apart comes first',
    /** Of one sign by itself. */
    ofOne: { share: 'How it compares', shareAside: 'what no other sign has comes first' },
    guess: {
      place: (place: string) => `Most likely one switch, fuse or socket strip in ${isolated(place)}.`,
      host: (host: string) => `Most likely the pages of ${isolated(host)}.`,
      between: (names: string) => `Most likely one switch, fuse or socket strip: ${names}.`,
    },
    /** From what it is guessed: of signs that are not heard, or of their pages. */
    guessLead: {
      heartbeats: (facts: number) => `We only see heartbeats: ${guessed(facts)}`,
      pages: (facts: number) => `We only know what signs say of their pages: ${guessed(facts)}`,
    },
    traits: {
      neighbours: 'Neighbours',
      moment: 'One moment',
      place: 'Place',
      host: 'Page',
      version: 'App',
      screen: 'Screen',
    },
    ofHost: (host: string) => `host ${isolated(host)}`,
    went: 'Signs that went',
    staid: 'Signs that stayed',
    rest: 'Rest of the event',
    read: 'How to read it',
    apart: {
      neighbours: 'Side by side, and none between them is up.',
      moment: 'A switch, a fuse or a socket strip. Failing Wi-Fi takes a minute.',
      place: 'No sign elsewhere was affected.',
      host: 'Only they show pages of it.',
      version: 'Only they run it.',
      screen: 'Only they have it.',
    },
    notApart: {
      neighbours: signs,
      moment: signs,
      place: (count: number) => `${signs(count)} stand there; it is not the place alone.`,
      host: (count: number) => `${signs(count)} show it; it is not the page.`,
      version: (count: number) => `${signs(count)} run it; it is not the version.`,
      screen: (count: number) => `${signs(count)} have it; it is not the screen.`,
    },
    notAll: 'Not all signs that went have it.',
    noOthers: 'There is no other sign to compare with.',
    trait: 'What',
    counted: (have: number, of: number) => `${have} of ${of}`,
    told: 'Who was notified',
    toldNobody: 'Nobody was notified.',
    /** Of one that nobody had been told of before. */
    toldNoMore: (name: string, time: string) =>
      `${isolated(name)} acknowledged it at ${time}. After that, the service notifies nobody.`,
    subscription: 'Who gets which notifications',
    toldLead: (messages: number, count: number, age: string) =>
      `${messages === 1 ? 'One message' : `${messages} messages`} for ${signs(count)}, ${messages === 1 ? '' : 'the first '}${age} after the last one went.`,
    channel: 'Channel',
    at: 'Delivered',
    toWhom: 'To',
    ofEnd: 'that it ended',
    story: 'In order',
    chapters: {
      heard: (count: number) => (count === 1 ? 'Last heartbeat' : `Last heartbeat of ${count} signs`),
      began: (count: number) => (count === 1 ? 'It begins' : `The last of ${count} begins`),
      told: (count: number) => (count === 1 ? 'One person is notified' : `${count} people are notified`),
      acknowledged: (_count: number, name: string) => `Acknowledged by ${isolated(name)}`,
      someBack: (count: number) => (count === 1 ? 'One is back' : `${count} are back`),
      back: (count: number) => (count === 1 ? 'It is back' : `All ${count} are back`),
      toldEnd: (count: number) =>
        count === 1 ? 'One person is notified of the end' : `${count} people are notified of the end`,
    },
    channels: { email: 'E-mail', push: 'Push', inbox: 'Inbox' },
    people: (count: number) => (count === 1 ? '1 person' : `${count} people`),
    ask: 'Acknowledge this outage?',
    askLead:
      'The wall shows your name and the note. Nobody is reminded of the outage again; its end is still reported.',
    note: 'Note',
    optional: 'optional',
    acknowledge: 'Acknowledge',
    acknowledged: 'Acknowledged',
    quiet: 'no reminders until it ends',
    as: (name: string) => `as ${isolated(name)}`,
    by: (name: string, time: string) => `${isolated(name)}, ${time}`,
    takeBack: 'Take it back',
    done: 'Acknowledged.',
    onlyOperators: 'Only operators and admins can acknowledge outages.',
  },
};
