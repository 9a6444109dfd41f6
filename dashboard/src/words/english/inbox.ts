import { isolated } from '../isolate-direction.ts';

/** The list of the caller's messages. */
export const inbox = {
  title: 'Inbox',
  what: 'the inbox',
  unread: (count: number) => (count === 0 ? 'all read' : `${count} unread`),
  markAll: 'Mark all read',
  markAllEvents: 'Mark all read, of all events',
  settings: 'What reaches you',
  list: 'Messages',
  isUnread: 'Unread',
  today: 'today',
  yesterday: 'yesterday',
  /** The heading of a day. `event`: the only event of the list; `zone`: CET, of all its times. */
  day: (event: string | undefined, day: string, zone: string | undefined) =>
    [event === undefined ? undefined : isolated(event), day, zone === undefined ? undefined : `times in ${zone}`]
      .filter((part) => part !== undefined)
      .join(', ')
      .replace(/^[a-z]/, (letter) => letter.toUpperCase()),
  account: 'Your account',
  filters: { label: 'Filter messages', unread: 'Unread' },
  channels: { email: 'e-mail', push: 'push', inbox: 'inbox' },
  states: {
    delayed: (channel: string) => `${channel} waits`,
    queued: (channel: string) => `${channel} is being sent`,
    sent: (channel: string) => channel,
    failed: (channel: string) => `${channel} failed`,
    dropped: (channel: string) => `${channel} not sent`,
  },
  signs: 'Signs',
  more: (count: number) => `and ${count} more`,
  openOutage: 'Open outage',
  openEvent: 'Open wall',
  snooze: 'Snooze 1 h',
  snoozedSigns: (name: string, more: number, time: string) =>
    more === 0
      ? `No e-mail or push about ${isolated(name)} until ${time}.`
      : `No e-mail or push about ${isolated(name)} and ${more} more until ${time}.`,
  snoozedEvent: (event: string, time: string) => `No e-mail or push about ${isolated(event)} until ${time}.`,
  arrived: (count: number) => (count === 1 ? 'Show 1 new message' : `Show ${count} new messages`),
  older: 'Show older messages',
  empty: 'No messages yet.',
  emptyLead: 'Messages about your signs appear here. Choose which kinds reach you.',
  nothing: 'No message matches this filter.',
  nothingLead: 'New messages appear here automatically.',
  showAll: 'Show all messages',
  notMarked: 'The read marks were not saved.',
  now: {
    still: {
      sign_offline: (count: number) => (count === 1 ? 'Still offline' : `All ${count} are still offline`),
      content_unreachable: (count: number) =>
        count === 1 ? 'Still unreachable' : `All ${count} are still unreachable`,
      content_error: (count: number) => (count === 1 ? 'Still showing an error' : `All ${count} still show an error`),
      screen_blank: (count: number) => (count === 1 ? 'Still blank' : `All ${count} are still blank`),
      digest: (count: number) => (count === 1 ? 'Not over yet' : `None of ${count} outages is over`),
    },
    some: {
      sign_offline: (open: number, count: number) => `${open} of ${count} still offline`,
      content_unreachable: (open: number, count: number) => `${open} of ${count} still unreachable`,
      content_error: (open: number, count: number) => `${open} of ${count} still show an error`,
      screen_blank: (open: number, count: number) => `${open} of ${count} still blank`,
      digest: (open: number, count: number) => `${open} of ${count} outages not over yet`,
    },
    over: (count: number, time: string | undefined) =>
      `${count === 1 ? 'Back' : `All ${count} are back`}${time === undefined ? '' : ` since ${time}`}`,
    overDigest: (count: number, time: string | undefined) =>
      `${count === 1 ? 'Over' : `All ${count} outages are over`}${time === undefined ? '' : ` since ${time}`}`,
    left: (time: string) => `Unregistered since ${time}`,
    again: (time: string) => `In trouble again since ${time}`,
  },
  keys: {
    title: 'Inbox',
    next: 'Next message',
    previous: 'Previous message',
    open: 'Open or close the message',
    read: 'Mark the message read',
    markAll: 'Mark all read',
  },
};
