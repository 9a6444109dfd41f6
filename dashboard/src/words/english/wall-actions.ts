import { isolated } from '../isolate-direction.ts';

const signs = (count: number): string => `${count} ${count === 1 ? 'sign' : 'signs'}`;

/** What a person does from the wall. */
export const wallActions = {
  /** How people were told. */
  by: { email: 'e-mail', push: 'push', inbox: 'inbox' },
  told: (by: string, time: string) => `Sent by ${by} at ${time}.`,
  inboxOnly: (time: string) => `In the inbox since ${time}; no e-mail: mail is not set up.`,
  noMail: 'No e-mail: mail is not set up.',
  atIt: (name: string, time: string) => `Acknowledged by ${isolated(name)} at ${time}.`,
  /** Which signs' outages; `more`: those that are not named. */
  about: (names: string, more: number) =>
    more === 0 ? `It is about ${isolated(names)}.` : `It is about ${isolated(names)} and ${more} more.`,
  takeOver: (names: string) => `Take over from ${isolated(names)}`,
  takesPlace: 'If you take over, your name and note replace theirs.',
  takesOwnPlace: 'This note replaces your last one.',
  nobodyAtIt: 'Not acknowledged yet.',
  nothingOpen: 'It has ended: no outage is open.',
  openOutage: 'Open outage',
  cancel: 'Cancel',
  open: 'open',
  refresh: 'refresh',
  screenshot: 'screenshot',
  choose: 'select',
  keys: {
    title: 'Signs',
    peek: 'Peek',
    acknowledge: 'Acknowledge',
    refresh: 'Refresh',
    screenshot: 'Screenshot',
  },
  bulk: {
    title: (what: string, count: number) => `${what} on ${signs(count)}`,
    undone: (count: number) => `Old pages back on ${signs(count)}`,
    noPage: 'No page: each shows that it is ready',
    tabs: (count: number) =>
      count === 1
        ? '1 sign runs in a browser tab: screenshots and device restarts leave it out.'
        : `${count} signs run in browser tabs: screenshots and device restarts leave them out.`,
    reach: (online: number, all: number) => (online === all ? 'all online' : `${online} of ${all} online`),
    undo: 'Undo: put the old pages back',
    undoUndo: 'Undo: set the new pages again',
    close: 'Close the progress',
    /** Once it is closed; `title`: what it was. */
    closed: {
      set: (title: string, time: string) => `${title}. The old pages can be put back until ${time}.`,
      undo: (title: string, time: string) => `${title}. The new pages can be set again until ${time}.`,
    },
    /** After a count. */
    states: {
      acked: 'done',
      sent: 'sent',
      failed: 'failed',
      refused: 'refused',
      expired: 'expired',
      queued: 'queued',
    },
    /** Of these it waits until they are back; the others are reached soon. */
    untilBack: 'queued until back',
    theirTurn: 'waiting their turn',
    asking: (count: number) => `Checking the progress of ${signs(count)}.`,
    leftOut: (count: number) =>
      `${signs(count)} left out: somebody changed ${count === 1 ? 'it' : 'them'} since, and that stays.`,
    notLive: 'Not live: these were the last counts from the service. The page asks again when the service is back.',
    refused: (count: number, why: string) => `Refused for ${signs(count)}. ${why}`,
    unknown: (count: number) => `The service did not answer. It is not known whether ${signs(count)} got it.`,
    sendAgain: 'Send again',
    each: 'How far each sign is',
    showEach: 'Each sign',
    hideEach: 'Hide the signs',
    eachNotKnown: 'This page was reloaded and no longer knows which signs these were. The counts cover all of them.',
    notToldYet: 'not reported yet',
    notKnown: 'not known',
    noAnswer: 'It did not answer in time.',
    busy: 'The change before this one is still on its way to the service, so this one was not started. Try again in a moment.',
    notRead:
      'The progress could not be read. These counts are what the service has sent since. The page asks again when the service answers.',
    tryAgain: (count: number) => (count === 1 ? 'Try this one again' : `Try these ${count} again`),
    /** Of a sign that is done: what goes before the page. */
    instead: {
      schedule: 'For now it follows a schedule.',
      manual: 'For now it shows what was set by hand.',
    },
    contentTitle: (count: number) =>
      count === 1 ? 'What should this sign show?' : `What should these ${count} signs show?`,
    contentLead: (count: number) =>
      `${signs(count)} ${count === 1 ? 'gets' : 'get'} this, until somebody sets another page. It can be undone for ten minutes.`,
    scheduled: (count: number) =>
      `${signs(count)} ${count === 1 ? 'follows a schedule or shows' : 'follow a schedule or show'} a page that was set by hand until a certain time: that goes first.`,
    contentAway: (count: number) =>
      `${signs(count)} ${count === 1 ? 'is' : 'are'} not online, and ${count === 1 ? 'gets' : 'get'} it when ${count === 1 ? 'it is' : 'they are'} back.`,
    ground: { on: 'Background', off: 'Foreground' },
    keep: 'Leave them',
    askTitle: (what: string, count: number) => `${what}: ${signs(count)}?`,
    askReach: (online: number, missed: number) =>
      online === 0
        ? `${missed === 1 ? 'It is not' : 'None of them is'} online now: nothing happens, and nothing is sent later.`
        : `${signs(online)} ${online === 1 ? 'is' : 'are'} online and ${online === 1 ? 'gets' : 'get'} it. Nothing happens on the other${missed === 1 ? ' one' : ` ${missed}`}, and nothing is sent there later.`,
    askText: {
      on: 'There is no undo, but each can be brought to the foreground again. Visitors don’t see the pages until then; the pages themselves stay.',
      off: 'There is no undo, but each can be sent to the background again. The pages stay what they are.',
      reboot:
        'There is no undo. Each sign that gets it shows no page for some seconds; pages, names and settings stay.',
      reboot_device:
        'There is no undo. Each sign that gets it is dark for a minute or more; pages, names and settings stay.',
    },
  },
};
