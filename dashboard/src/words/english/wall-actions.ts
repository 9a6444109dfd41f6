import { isolated } from '../isolate-direction.ts';

const signs = (count: number): string => `${count} ${count === 1 ? 'sign' : 'signs'}`;

/** What a person does from the wall. */
export const wallActions = {
  /** How people were told. */
  by: { email: 'e-mail', push: 'push', inbox: 'inbox' },
  told: (by: string, time: string) => `Sent by ${by} at ${time}.`,
  inboxOnly: (time: string) => `In the inbox since ${time}. No e-mail was sent because mail is not set up.`,
  noMail: 'No e-mail is sent because mail is not set up.',
  atIt: (name: string, time: string) => `Acknowledged by ${isolated(name)} at ${time}.`,
  /** Which signs' outages; `more`: those that are not named. */
  about: (names: string, more: number) =>
    more === 0 ? `This concerns ${isolated(names)}.` : `This concerns ${isolated(names)} and ${more} more.`,
  takeOver: (names: string) => `Take over from ${isolated(names)}`,
  takesPlace: 'If you take over, your name and note replace theirs.',
  takesOwnPlace: 'This note replaces your last one.',
  nobodyAtIt: 'Not acknowledged yet.',
  nothingOpen: 'The outage has ended.',
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
    undone: (count: number) => `Old pages restored on ${signs(count)}`,
    noPage: 'No page: the signs show that they are ready',
    tabs: (count: number) =>
      count === 1
        ? '1 sign runs in a browser tab and supports no screenshots or device restarts.'
        : `${count} signs run in browser tabs and support no screenshots or device restarts.`,
    reach: (online: number, all: number) => (online === all ? 'all online' : `${online} of ${all} online`),
    undo: 'Undo: restore the old pages',
    undoUndo: 'Undo: restore the new pages',
    close: 'Close progress',
    /** Once it is closed; `title`: what it was. */
    closed: {
      set: (title: string, time: string) => `${title}. The old pages can be restored until ${time}.`,
      undo: (title: string, time: string) => `${title}. The new pages can be restored until ${time}.`,
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
    untilBack: 'queued until online',
    theirTurn: 'sent soon',
    asking: (count: number) => `Checking the progress of ${signs(count)}.`,
    leftOut: (count: number) =>
      `${signs(count)} left out, because someone has changed ${count === 1 ? 'it' : 'them'} in the meantime.`,
    notLive:
      'Not live: these are the last numbers from the service. They are updated when the service is available again.',
    refused: (count: number, why: string) => `Refused for ${signs(count)}. ${why}`,
    unknown: (count: number) =>
      `The service did not answer. It is unknown whether ${signs(count)} received the command.`,
    sendAgain: 'Send again',
    each: 'Progress of each sign',
    showEach: 'Show the signs',
    hideEach: 'Hide the signs',
    eachNotKnown:
      'This page was reloaded and no longer knows which signs were selected. The numbers cover all of them.',
    notToldYet: 'not reported yet',
    notKnown: 'unknown',
    noAnswer: 'The sign did not answer in time.',
    busy: 'The previous change is still being sent to the service, so this one was not started. Try again in a moment.',
    notRead:
      'The progress could not be loaded. These numbers show what the service has sent since. They are updated when the service answers.',
    tryAgain: (count: number) => (count === 1 ? 'Retry this sign' : `Retry these ${count} signs`),
    /** Of a sign that is done: what goes before the page. */
    instead: {
      schedule: 'The sign currently follows a schedule.',
      manual: 'The sign currently shows a page that was set manually.',
    },
    contentTitle: (count: number) =>
      count === 1 ? 'What should this sign show?' : `What should these ${count} signs show?`,
    contentLead: (count: number) =>
      `${signs(count)} ${count === 1 ? 'shows' : 'show'} this page until another one is set. You can undo this for ten minutes.`,
    scheduled: (count: number) =>
      `${signs(count)} ${count === 1 ? 'follows a schedule or shows' : 'follow a schedule or show'} a page that was set manually with an end time. That takes precedence.`,
    contentAway: (count: number) =>
      `${signs(count)} ${count === 1 ? 'is' : 'are'} not online and ${count === 1 ? 'receives' : 'receive'} the page later.`,
    ground: { on: 'Background', off: 'Foreground' },
    keep: 'Cancel',
    askTitle: (what: string, count: number) => `${what}: ${signs(count)}?`,
    askReach: (online: number, missed: number) =>
      online === 0
        ? `${missed === 1 ? 'This sign is not' : 'None of these signs is'} online, so nothing is sent, now or later.`
        : `${signs(online)} ${online === 1 ? 'is' : 'are'} online and ${online === 1 ? 'receives' : 'receive'} the command. Nothing is sent to the other${missed === 1 ? ' sign' : ` ${missed} signs`}, now or later.`,
    askText: {
      on: 'This cannot be undone, but you can bring the signs to the foreground again. Until then, visitors don’t see the pages. The pages themselves are kept.',
      off: 'This cannot be undone, but you can send the signs to the background again. The pages do not change.',
      reboot:
        'This cannot be undone. Each sign that restarts shows no page for a few seconds. Pages, names and settings are kept.',
      reboot_device:
        'This cannot be undone. Each sign that restarts is dark for a minute or longer. Pages, names and settings are kept.',
    },
  },
};
