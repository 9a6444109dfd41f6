import { isolated } from '../isolate-direction.ts';

const signs = (count: number): string => `${count} ${count === 1 ? 'sign' : 'signs'}`;

const reached = (online: number): string =>
  online === 1
    ? '1 sign is online and will receive the command.'
    : `${online} signs are online and will receive the command.`;
const notReached = (missed: number): string =>
  missed === 1
    ? 'Nothing is sent to the other sign, now or later.'
    : `Nothing is sent to the other ${missed} signs, now or later.`;

/** What a person does from the wall. */
export const wallActions = {
  /** How people were told. */
  by: { email: 'e-mail', push: 'push', inbox: 'inbox' },
  told: (by: string, time: string) => `Notification sent via ${by} at ${time}.`,
  inboxOnly: (time: string) =>
    `The notification has been in the inbox since ${time}. No e-mail was sent because mail is not set up.`,
  noMail: 'No e-mail is sent because mail is not set up.',
  atIt: (name: string, time: string) => `Acknowledged by ${isolated(name)} at ${time}.`,
  /** Which signs' outages; `more`: those that are not named. */
  about: (names: string, more: number) =>
    more === 0 ? `Affected: ${isolated(names)}.` : `Affected: ${isolated(names)} and ${more} more.`,
  takeOver: (names: string) => `Take over from ${isolated(names)}`,
  takesPlace: 'If you take over, your name and note replace the current ones.',
  takesOwnPlace: 'This note replaces your previous note.',
  nobodyAtIt: 'Not acknowledged yet.',
  nothingOpen: 'The outage has ended.',
  openOutage: 'View outage',
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
    noPage: 'No page. The signs show that they are ready.',
    tabs: (count: number) =>
      count === 1
        ? '1 sign runs in a browser tab and supports no screenshots or device restarts.'
        : `${count} signs run in browser tabs and support no screenshots or device restarts.`,
    reach: (online: number, all: number) => (online === all ? 'all online' : `${online} of ${all} online`),
    undo: 'Undo and restore the old pages',
    undoUndo: 'Undo and restore the new pages',
    close: 'Close progress',
    /** Once it is closed; `title`: what it was. */
    closed: {
      set: (title: string, time: string) => `${title}. The old pages can be restored until ${time}.`,
      undo: (title: string, time: string) =>
        `${title}. You can undo this until ${time}. The signs then show the new pages again.`,
      override: (title: string, time: string) =>
        `${title}. The pages that were set manually can be restored until ${time}.`,
    },
    /** Ending the pages that were set manually. */
    override: {
      name: 'End manual pages',
      label: (count: number) => `End manual pages: ${signs(count)}`,
      ask: (count: number) => `End the manual pages of ${signs(count)}?`,
      away: (count: number) =>
        count === 1
          ? '1 sign is not online and will change when it reconnects.'
          : `${count} signs are not online and will change when they reconnect.`,
    },
    /** The list of one state, for its button and its name. */
    showState: (count: number, state: string) => `Show the ${signs(count)}: ${state}`,
    listOf: (state: string) => `Signs: ${state}`,
    listWhat: 'the list of signs',
    waitsForSign: 'The sign is offline. It changes when it reconnects.',
    listMore: 'Show more signs',
    listNone: 'No sign is in this state now.',
    /** Why a sign is not done, by its code, and what helps. */
    reasons: {
      sign_not_connected: 'The sign is offline. Check its power and network.',
      sign_not_linked: 'No device is linked. Link a device to this sign.',
      not_found: 'The sign was deleted.',
      conflict: 'Someone has changed the sign in the meantime, or its page has ended. It keeps what it shows.',
      invalid_url: 'The organization no longer allows the old page. Set another page.',
      quota_exceeded: 'The organization has used up its storage for screenshots.',
      url_unreachable: 'The sign can’t reach the page. Check the page and the network of the sign.',
      url_load_failed: 'The page failed on the sign. Check the page.',
      not_supported: 'The app of this sign does not support this command. Update the app.',
      expired: 'The sign did not answer in time. Check that it is online, then retry.',
      internal: 'The service had an internal error. Try again.',
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
    untilBack: 'queued until back online',
    theirTurn: 'to be sent soon',
    asking: (count: number) => `Checking the progress of ${signs(count)}.`,
    leftOut: (count: number) =>
      count === 1
        ? '1 sign was left out. Someone has changed or deleted it in the meantime, or its manual page would have ended.'
        : `${count} signs were left out. Someone has changed or deleted them in the meantime, or their manual pages would have ended.`,
    notLive:
      'This page is not live. The numbers are the last ones received from the service and will be updated when the service is available again.',
    refused: (count: number, why: string) => `The request was refused for ${signs(count)}. ${why}`,
    unknown: (count: number) =>
      `The service did not answer. It is unknown whether ${signs(count)} received the command.`,
    sendAgain: 'Send again',
    each: 'Progress of each sign',
    showEach: 'Show the signs',
    hideEach: 'Hide the signs',
    notToldYet: 'not reported yet',
    notKnown: 'unknown',
    noAnswer: 'The sign did not answer in time.',
    busy: 'The previous change is still being sent to the service, so this one was not started. Try again in a moment.',
    notRead:
      'The progress could not be loaded. The numbers are not up to date. They are updated when the service answers.',
    tryAgain: (count: number) => (count === 1 ? 'Retry this sign' : `Retry these ${count} signs`),
    /** Of a sign that is done: what goes before the page. */
    instead: {
      schedule: 'The sign is currently following a schedule.',
      manual: 'The sign is currently showing a page that was set manually.',
    },
    contentTitle: (count: number) =>
      count === 1 ? 'What should this sign show?' : `What should these ${count} signs show?`,
    contentLead: (count: number) =>
      `${signs(count)} will show this page until another one is set. You can undo this for ten minutes.`,
    scheduled: (count: number) =>
      count === 1
        ? '1 sign is following a schedule or showing a page that was set manually with an end time. The schedule or that page takes precedence over the new page.'
        : `${count} signs are following a schedule or showing a page that was set manually with an end time. The schedule or that page takes precedence over the new page.`,
    contentAway: (count: number) =>
      count === 1
        ? '1 sign is not online and will receive the page later.'
        : `${count} signs are not online and will receive the page later.`,
    ground: { on: 'Background', off: 'Foreground' },
    keep: 'Cancel',
    askTitle: (what: string, count: number) => `Send “${what}” to ${signs(count)}?`,
    askReach: (online: number, missed: number) =>
      online === 0
        ? missed === 1
          ? 'This sign is not online, so nothing is sent, now or later.'
          : 'None of these signs is online, so nothing is sent, now or later.'
        : `${reached(online)} ${notReached(missed)}`,
    askText: {
      override:
        'Each sign then shows the page of its schedule, or its assigned page if no schedule is active. You can undo this for ten minutes.',
      on: 'Visitors don’t see the pages until you bring the signs to the foreground again. The pages themselves are kept. This cannot be undone.',
      off: 'The signs show their pages again. This cannot be undone, but you can send the signs to the background again.',
      reboot:
        'This cannot be undone. Each sign that restarts shows no page for a few seconds. Pages, names and settings are kept.',
      reboot_device:
        'This cannot be undone. Each sign that restarts is dark for a minute or longer. Pages, names and settings are kept.',
    },
  },
};
