import { isolated } from '../isolate-direction.ts';

const signs = (count: number): string => `${count} ${count === 1 ? 'sign' : 'signs'}`;

const guessed = (facts: number): string =>
  facts === 1
    ? 'This is a guess based on 1 property in the table below.'
    : `This is a guess based on ${facts} properties in the table below.`;

/** The outages of an event, and one of them. */
export const outages = {
  title: 'Outages',
  what: 'the outages',
  notRead: (time: string) => `The list of outages has not been updated since ${time}.`,
  headline: {
    none: 'There are no open outages.',
    open: (count: number) => (count === 1 ? '1 outage is open.' : `${count} outages are open.`),
    nobody: (count: number, of: number) =>
      count === 0
        ? of === 1
          ? 'The outage is acknowledged.'
          : 'All open outages are acknowledged.'
        : of === 1
          ? 'The outage is not acknowledged yet.'
          : count === of
            ? 'No outage is acknowledged yet.'
            : count === 1
              ? '1 outage is not acknowledged yet.'
              : `${count} outages are not acknowledged yet.`,
    affected: (count: number, total: number) => `${count} of ${signs(total)} ${count === 1 ? 'is' : 'are'} affected.`,
    oldest: (age: string) => `The oldest outage has lasted ${age} so far.`,
    today: (count: number) => (count === 1 ? '1 outage today' : `${count} outages today`),
    half: (age: string, ended: number) =>
      ended === 1 ? `1 outage ended after ${age}` : `${ended} outages have ended, half of them within ${age}`,
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
  told: (time: string, people: number) => (people === 1 ? `1 person at ${time}` : `${people} people at ${time}`),
  toldEnd: (time: string) => `end reported at ${time}`,
  toldNobody: 'no one',
  nobodyYet: 'no one yet',
  quote: (note: string) => `“${isolated(note)}”`,
  withNobody: 'not acknowledged',
  away: 'Our service was down',
  awayBeside: 'no outages were reported, and no one was notified',
  awayRest: 'no sign was the cause',
  nothing: 'No outages found.',
  nothingLead: 'No outage matches this filter.',
  time: 'Time',
  times: {
    all: 'All times',
    today: 'Today',
    yesterday: 'Yesterday',
    week: 'Last 7 days',
    span: (from: string, to: string) => `${from} to ${to}`,
    since: (from: string) => `Since ${from}`,
    before: (to: string) => `Before ${to}`,
  },
  ofSign: (sign: string) => `Sign: ${isolated(sign)}`,
  calm: 'No outages so far.',
  calmLead:
    'When a sign goes offline or can’t show its page, the outage is listed here, with the people who were notified.',
  older: 'Older',
  all: 'All outages',
  gone: 'This outage no longer exists',
  goneLead: 'The sign was deleted, or you are not a member of its organization.',
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
    what: (who: string, are: string) => `${who} ${are}.`,
    lasting: (age: string) => `Duration so far: ${age}.`,
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
    fromTo: (from: string, to: string) => `The outage lasted from ${from} to ${to}.`,
    endTold: (time: string) => `People were notified at ${time} that the outage had ended.`,
    back: (count: number) => (count === 1 ? '1 sign has recovered.' : `${count} signs have recovered.`),
    select: (count: number) => (count === 1 ? 'Select the sign' : `Select ${count} signs`),
    refresh: (count: number): string => (count === 1 ? 'Refresh the sign' : `Refresh ${count} signs`),
    refreshed: (count: number) => `Refresh command sent to ${signs(count)}.`,
    within: (seconds: string) => `The signs went offline within ${seconds} of each other.`,
    began: (seconds: string) => `The problems began within ${seconds} of each other.`,
    alone: 'No other sign has a problem with the same cause.',
    stayed: (count: number) =>
      count === 1
        ? 'Only part of this place is affected: 1 other sign stayed online.'
        : `Only part of this place is affected: ${count} other signs stayed online.`,
    when: 'When each sign went offline',
    whenAside: 'one row per sign, with a dot at its last heartbeat',
    whenBegan: 'one row per sign, with a dot where its problem began',
    /** What is later than the plot reaches. */
    beyond: (count: number, time: string) =>
      count === 1
        ? `the sign recovered at ${time}, later than this chart shows`
        : `all signs had recovered by ${time}, later than this chart shows`,
    lastHeard: (time: string) => `last heartbeat at ${time}`,
    lastBegan: (time: string, count: number) =>
      count === 1 ? `problem began at ${time}` : `last problem began at ${time}`,
    withinShort: (age: string) => `within ${age}`,
    judged: (time: string) => `offline at ${time}`,
    silent: (age: string) => `${age} without a heartbeat`,
    toldAt: (time: string) => `notified at ${time}`,
    stayedRow: (count: number) =>
      count === 1
        ? '1 other sign in the same place stayed online'
        : `${count} other signs in the same place stayed online`,
    last: (time: string) => `last seen ${time}`,
    since: (time: string) => `since ${time}`,
    moreSigns: (count: number) => (count === 1 ? 'and 1 more sign' : `and ${count} more signs`),
    share: 'What they have in common',
    shareAside: 'starting with what sets these signs apart',
    /** Of one sign by itself. */
    ofOne: { share: 'How this sign compares', shareAside: 'starting with what sets this sign apart' },
    guess: {
      place: (place: string) => `The cause is most likely a switch, a fuse or a power strip in ${isolated(place)}.`,
      host: (host: string) => `The cause is most likely the pages from ${isolated(host)}.`,
      between: (names: string) => `The cause is most likely a switch, a fuse or a power strip shared by ${names}.`,
    },
    /** From what it is guessed: of signs that are not heard, or of their pages. */
    guessLead: {
      heartbeats: (facts: number) => `${guessed(facts)} The service only receives heartbeats.`,
      pages: (facts: number) => `${guessed(facts)} The service only knows what the signs report about their pages.`,
    },
    traits: {
      neighbours: 'Neighbours',
      moment: 'Same moment',
      place: 'Place',
      address: 'Consecutive addresses',
      host: 'Page',
      version: 'App',
      screen: 'Screen',
    },
    ofHost: (host: string) => `host ${isolated(host)}`,
    went: 'Affected signs',
    staid: 'Others in this place',
    rest: 'Signs in other places',
    read: 'What this means',
    apart: {
      neighbours: 'These signs are directly next to each other.',
      moment:
        'Signs that drop out at the same moment point to a switch, a fuse or a power strip. With a Wi-Fi failure, signs drop out over about a minute.',
      place: 'No sign elsewhere was affected.',
      host: 'Only affected signs show pages from this host.',
      version: 'Only affected signs run this version.',
      screen: 'Only affected signs have this type of screen.',
    },
    /** Said of two signs or more: `count` has all that share it, the affected ones too. */
    notApart: {
      neighbours: signs,
      moment: signs,
      place: (count: number) =>
        `${count} signs are in this place, and not all of them are affected, so the place alone is not the cause.`,
      host: (count: number) =>
        `${count} signs show pages from this host, and not all of them are affected, so the host is not the cause.`,
      version: (count: number) =>
        `${count} signs run this version, and not all of them are affected, so the version is not the cause.`,
      screen: (count: number) =>
        `${count} signs have this type of screen, and not all of them are affected, so the screen is not the cause.`,
    },
    /** The service stores the addresses of affected signs only. */
    addressesMean:
      'These signs are probably connected to the same network switch. The addresses of the other signs are not recorded.',
    notKnown: 'not known',
    notAll: 'Not all affected signs have this property.',
    noOthers: 'There is no other sign to compare with.',
    trait: 'Property',
    counted: (have: number, of: number) => `${have} of ${of}`,
    told: 'Who was notified',
    toldNobody: 'No one was notified.',
    /** Of one that nobody had been told of before. */
    toldNoMore: (name: string, time: string) =>
      `${isolated(name)} acknowledged the outage at ${time}. After that, no one is notified.`,
    subscription: 'Who gets which notifications',
    toldLead: (messages: number, count: number, age: string) =>
      messages === 1
        ? `One message about ${signs(count)} was sent, ${age} after the last sign was affected.`
        : `${messages} messages about ${signs(count)} were sent, the first one ${age} after the last sign was affected.`,
    channel: 'Channel',
    at: 'Delivered',
    toWhom: 'To',
    ofEnd: 'about the end of the outage',
    story: 'Timeline',
    chapters: {
      heard: (count: number) => (count === 1 ? 'Last heartbeat' : `Last heartbeat of ${count} signs`),
      began: (count: number) => (count === 1 ? 'The problem began' : `The problem began on the last of ${count} signs`),
      told: (count: number) => (count === 1 ? 'One person was notified' : `${count} people were notified`),
      acknowledged: (_count: number, name: string) => `Acknowledged by ${isolated(name)}`,
      someBack: (count: number) => (count === 1 ? '1 sign has recovered' : `${count} signs have recovered`),
      back: (count: number) => (count === 1 ? 'The sign has recovered' : `All ${count} signs have recovered`),
      toldEnd: (count: number) =>
        count === 1
          ? 'One person was notified that the outage had ended'
          : `${count} people were notified that the outage had ended`,
    },
    deliveries: {
      person: 'Person',
      you: 'you',
      notChosen: 'not chosen',
      states: { delayed: 'Waits', queued: 'Sending', sent: 'Sent', failed: 'Failed', dropped: 'Not sent' },
      delayedWhy: 'grace period, quiet hours, snooze or hourly limit',
      inboxes: (count: number) => (count === 1 ? 'The message is in 1 inbox.' : `The message is in ${count} inboxes.`),
      notStored: 'The list of people is no longer stored.',
      /** The signs of this outage did not all get the same messages. */
      ofOne: (sign: string) => `The table shows the messages about ${isolated(sign)}.`,
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
    quiet: 'no reminders until the outage ends',
    as: (name: string) => `signed in as ${isolated(name)}`,
    by: (name: string, time: string) => `${isolated(name)}, ${time}`,
    takeBack: 'Withdraw',
    done: 'Acknowledged.',
    onlyOperators: 'Only operators and admins can acknowledge outages.',
  },
};
