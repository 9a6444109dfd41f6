import { isolated } from '../isolate-direction.ts';

const signs = (count: number): string => `${count} ${count === 1 ? 'sign' : 'signs'}`;

const guessed = (facts: number): string => `this is a guess based on ${facts === 1 ? 'one fact' : `${facts} facts`}.`;

/** The outages of an event, and one of them. */
export const outages = {
  title: 'Outages',
  what: 'the outages',
  notRead: (time: string) => `Not updated since ${time}.`,
  headline: {
    none: 'There are no open outages.',
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
      ended === 1 ? `1 has ended, after ${age}` : `${ended} have ended, half of them within ${age}`,
  },
  filters: 'Filter outages',
  deleted: 'Deleted sign',
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
  toldNobody: 'no one',
  nobodyYet: 'no one yet',
  quote: (note: string) => `“${isolated(note)}”`,
  withNobody: 'not acknowledged',
  away: 'Our service was down',
  awayBeside: 'no outages were reported, and no one was notified',
  awayRest: 'no sign was the cause',
  nothing: 'No outages found.',
  nothingLead: 'No outage matches this filter.',
  calm: 'No outages so far.',
  calmLead: 'When a sign goes offline or can’t show its page, this page lists the outage and who was notified.',
  older: 'Older',
  all: 'All outages',
  gone: 'This outage no longer exists',
  goneLead: 'Its sign was deleted, or you are not a member of its organization.',
  one: {
    place: (count: number, of: number, place: string) => `${count} of ${signs(of)} in ${isolated(place)}`,
    host: (count: number, host: string) => `${signs(count)} with pages from ${isolated(host)}`,
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
    endTold: (time: string) => `People were notified at ${time} that it ended.`,
    back: (count: number) => (count === 1 ? '1 sign has recovered.' : `${count} signs have recovered.`),
    select: (count: number) => (count === 1 ? 'Select it' : `Select these ${count}`),
    refresh: (count: number): string => (count === 1 ? 'Refresh it' : 'Refresh them'),
    refreshed: (count: number) => `Refresh sent to ${signs(count)}.`,
    within: (seconds: string) => `They went offline within ${seconds} of each other.`,
    began: (seconds: string) => `The problems began within ${seconds} of each other.`,
    alone: 'No other sign has the same cause.',
    stayed: (count: number) =>
      count === 1
        ? '1 other sign in the same place stayed online.'
        : `${count} other signs in the same place stayed online.`,
    when: 'When each sign went offline',
    whenAside: 'one row per sign, with a dot at its last heartbeat',
    whenBegan: 'one row per sign, with a dot where its problem began',
    /** What is later than the plot reaches. */
    beyond: (count: number, time: string) =>
      count === 1
        ? `recovered at ${time}, after the end of this plot`
        : `all recovered at ${time}, after the end of this plot`,
    lastHeard: (time: string) => `${time} last heartbeat`,
    lastBegan: (time: string, count: number) => (count === 1 ? `${time} start` : `${time} last start`),
    withinShort: (age: string) => `within ${age}`,
    judged: (time: string) => `${time} offline`,
    silent: (age: string) => `${age} without a heartbeat`,
    toldAt: (time: string) => `${time} notified`,
    stayedRow: (count: number) =>
      count === 1 ? '1 in the same place stayed online' : `${count} in the same place stayed online`,
    last: (time: string) => `last seen ${time}`,
    since: (time: string) => `since ${time}`,
    moreSigns: (count: number) => `and ${count} more`,
    share: 'What they have in common',
    shareAside: 'differences from other signs come first',
    /** Of one sign by itself. */
    ofOne: { share: 'How it compares', shareAside: 'unique properties come first' },
    guess: {
      place: (place: string) => `Most likely a switch, a fuse or a power strip in ${isolated(place)}.`,
      host: (host: string) => `Most likely the pages from ${isolated(host)}.`,
      between: (names: string) => `Most likely a switch, a fuse or a power strip: ${names}.`,
    },
    /** From what it is guessed: of signs that are not heard, or of their pages. */
    guessLead: {
      heartbeats: (facts: number) => `We only see heartbeats: ${guessed(facts)}`,
      pages: (facts: number) => `This is only what signs report about their pages: ${guessed(facts)}`,
    },
    traits: {
      neighbours: 'Neighbours',
      moment: 'Same moment',
      place: 'Place',
      host: 'Page',
      version: 'App',
      screen: 'Screen',
    },
    ofHost: (host: string) => `host ${isolated(host)}`,
    went: 'Affected signs',
    staid: 'Others in this place',
    rest: 'Rest of the event',
    read: 'What it means',
    apart: {
      neighbours: 'These signs are directly next to each other.',
      moment:
        'This points to a switch, a fuse or a power strip. With a Wi-Fi failure, signs drop out over about a minute.',
      place: 'No sign elsewhere was affected.',
      host: 'No other sign shows pages from this host.',
      version: 'No other sign runs this version.',
      screen: 'No other sign has this type of screen.',
    },
    notApart: {
      neighbours: signs,
      moment: signs,
      place: (count: number) =>
        `${signs(count)} ${count === 1 ? 'is' : 'are'} in this place, so the place alone is not the cause.`,
      host: (count: number) =>
        `${signs(count)} ${count === 1 ? 'shows' : 'show'} pages from this host, so the host is not the cause.`,
      version: (count: number) =>
        `${signs(count)} ${count === 1 ? 'runs' : 'run'} this version, so the version is not the cause.`,
      screen: (count: number) =>
        `${signs(count)} ${count === 1 ? 'has' : 'have'} this type of screen, so the screen is not the cause.`,
    },
    notAll: 'This does not apply to all affected signs.',
    noOthers: 'There is no other sign to compare with.',
    trait: 'Property',
    counted: (have: number, of: number) => `${have} of ${of}`,
    told: 'Who was notified',
    toldNobody: 'No one was notified.',
    /** Of one that nobody had been told of before. */
    toldNoMore: (name: string, time: string) =>
      `${isolated(name)} acknowledged it at ${time}. Nobody is notified after that.`,
    subscription: 'Who gets which notifications',
    toldLead: (messages: number, count: number, age: string) =>
      `${messages === 1 ? 'One message' : `${messages} messages`} for ${signs(count)}, ${messages === 1 ? '' : 'the first '}${age} after the last sign was affected.`,
    channel: 'Channel',
    at: 'Delivered',
    toWhom: 'To',
    ofEnd: 'about the end',
    story: 'Timeline',
    chapters: {
      heard: (count: number) => (count === 1 ? 'Last heartbeat' : `Last heartbeat of ${count} signs`),
      began: (count: number) =>
        count === 1 ? 'The problem begins' : `The problem begins on the last of ${count} signs`,
      told: (count: number) => (count === 1 ? 'One person is notified' : `${count} people are notified`),
      acknowledged: (_count: number, name: string) => `Acknowledged by ${isolated(name)}`,
      someBack: (count: number) => (count === 1 ? '1 sign has recovered' : `${count} signs have recovered`),
      back: (count: number) => (count === 1 ? 'The sign has recovered' : `All ${count} signs have recovered`),
      toldEnd: (count: number) =>
        count === 1 ? 'One person is notified that it ended' : `${count} people are notified that it ended`,
    },
    channels: { email: 'E-mail', push: 'Push', inbox: 'Inbox' },
    people: (count: number) => (count === 1 ? '1 person' : `${count} people`),
    ask: 'Acknowledge this outage?',
    askLead:
      'The wall shows your name and your note. No more reminders are sent, but people are still notified when the outage ends.',
    note: 'Note',
    optional: 'optional',
    acknowledge: 'Acknowledge',
    acknowledged: 'Acknowledged',
    quiet: 'no reminders until it ends',
    as: (name: string) => `as ${isolated(name)}`,
    by: (name: string, time: string) => `${isolated(name)}, ${time}`,
    takeBack: 'Withdraw',
    done: 'Acknowledged.',
    onlyOperators: 'Only operators and admins can acknowledge outages.',
  },
};
