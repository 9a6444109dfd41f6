import type { Language } from '@sign-display/contracts/languages';
import type { NotificationKind } from '@sign-display/contracts/rest/subscriptions';
import type { Phase } from '../planning/group-message-by-cause.ts';

/** The texts for one sign and for several. */
export interface KindWords {
  one: string;
  many: string;
}

/** The number of signs that a headline is about. */
export interface CountedSigns {
  count: number;
  /** The number of all signs at the place or event; null if the headline leaves it out. */
  of: number | null;
  /** True if the person already knows of other signs with the same cause. */
  isMore: boolean;
}

const KINDS: Record<NotificationKind, KindWords> = {
  sign_offline: { one: 'is offline', many: 'signs offline' },
  sign_online: { one: 'is back online', many: 'signs back online' },
  content_unreachable: { one: 'can’t reach its page', many: 'signs can’t reach their page' },
  content_recovered: { one: 'shows its page again', many: 'signs show their page again' },
  content_error: { one: 'can’t show its page', many: 'signs can’t show their page' },
  screen_blank: { one: 'shows a blank screen', many: 'signs show a blank screen' },
  claim_completed: { one: 'was claimed', many: 'signs claimed' },
  sign_unregistered: { one: 'was unregistered', many: 'signs unregistered' },
  update_failed: { one: 'failed to update', many: 'signs failed to update' },
  clone_detected: {
    one: 'shares its identity with another machine',
    many: 'signs share their identity with another machine',
  },
  sign_unstable: { one: 'is unstable: it keeps going offline', many: 'signs are unstable' },
  doors_check: { one: 'failed the doors check', many: 'signs failed the doors check' },
};

/** The texts for an outage that ended before its message was planned, which must not sound as if it still lasted. */
const KINDS_OVER: Partial<Record<NotificationKind, KindWords>> = {
  sign_offline: { one: 'was offline and is back', many: 'signs were offline and are back' },
  content_unreachable: {
    one: 'could not reach its page for a while',
    many: 'signs could not reach their page for a while',
  },
  content_error: { one: 'could not show its page for a while', many: 'signs could not show their page for a while' },
  screen_blank: { one: 'was blank for a while', many: 'signs were blank for a while' },
};

/** The names of kinds in a list. */
const KIND_NAMES: Record<NotificationKind, string> = {
  sign_offline: 'sign offline',
  sign_online: 'sign back online',
  content_unreachable: 'page unreachable',
  content_recovered: 'page shown again',
  content_error: 'page not shown',
  screen_blank: 'blank screen',
  claim_completed: 'sign claimed',
  sign_unregistered: 'sign unregistered',
  update_failed: 'update failed',
  clone_detected: 'two machines with one identity',
  sign_unstable: 'sign unstable',
  doors_check: 'doors check',
};

/** The problem with the pages of one host. */
function failsOf(kind: NotificationKind, count: number): [now: string, then: string] {
  if (kind === 'content_unreachable') return ['can’t reach pages from', 'could not reach pages from'];
  if (kind !== 'screen_blank') return ['can’t show pages from', 'could not show pages from'];
  const what = 'a single colour instead of pages from';
  return [`${count === 1 ? 'shows' : 'show'} ${what}`, `showed ${what}`];
}

const counted = ({ count, of, isMore }: CountedSigns): string =>
  `${count}${of === null ? '' : ` of ${of}`}${isMore ? ' more' : ''} ${count === 1 ? 'sign' : 'signs'}`;
const AT_PLACE: Record<Phase, (signs: CountedSigns, place: string) => string> = {
  open: (signs, place) => `${counted(signs)} offline at ${place}`,
  ended: (signs, place) => `${counted(signs)} at ${place} ${signs.count === 1 ? 'is' : 'are'} back online`,
  over: (signs, place) =>
    `${counted(signs)} at ${place} ${signs.count === 1 ? 'was offline and is back' : 'were offline and are back'}`,
};
const ON_HOST: Record<Phase, (signs: CountedSigns, host: string, kind: NotificationKind) => string> = {
  open: (signs, host, kind) => `${counted(signs)} ${failsOf(kind, signs.count)[0]} ${host}`,
  ended: (signs, host) => `${counted(signs)} ${signs.count === 1 ? 'shows' : 'show'} pages from ${host} again`,
  over: (signs, host, kind) => `${counted(signs)} ${failsOf(kind, signs.count)[1]} ${host} for a while`,
};
const whose = (count: number): string => (count === 1 ? 'its' : 'their');

/**
 * The words of messages about signs: mails, pushes, and the inbox, which stores one English text for all readers. Names are without links
 * and quoted before they get here where a mail needs it; times and durations are text.
 */
export const english = {
  language: 'en' as Language,
  locale: 'en-GB',
  quotes: ['“', '”'],
  dayAndTime: (day: string, time: string) => `${day} ${time}`,
  kinds: KINDS,
  kindsOver: KINDS_OVER,
  several: ({ count, of }: Pick<CountedSigns, 'count' | 'of'>, { many }: KindWords) =>
    `${count}${of === null ? '' : ` of ${of}`} ${many}`,
  /** Signs with a common cause. */
  atPlace: AT_PLACE,
  onHost: ON_HOST,
  inAll: (headline: string, count: number) => `${headline}; ${count} in all`,
  isOver: (title: string) => `Over: ${title}`,
  /** Makes the subject of a mail about one cause, whose first word shows that an outage has ended. */
  subject: (headline: string) => headline.replace(/^(\d+ signs at .+) are back online$/, 'Back: $1'),
  andMore: (count: number) => `and ${count} more`,
  times: {
    at: (time: string) => `at ${time}`,
    since: (time: string) => `since ${time}`,
    fromTo: (from: string, to: string) => `from ${from} to ${to}`,
    endedAt: (time: string, duration: string) => `at ${time}, after ${duration}`,
    offlineFromTo: (from: string, to: string) => `offline from ${from} to ${to}`,
    lastSeen: (time: string) => `last seen ${time}`,
    unstable: (time: string) => `unstable at ${time}`,
    onlineAgain: (time: string, duration: string) => `online again at ${time}, after ${duration}`,
    recovered: (time: string, duration: string) => `recovered at ${time}, after ${duration}`,
  },
  status: {
    line: (time: string, parts: readonly string[]) => `Now, ${time}: ${parts.join(', ')}.`,
    offline: (offline: number, total: number) => `${offline === 0 ? 'none' : offline} of ${total} offline`,
    unreachable: (count: number) => `${count} can’t reach ${whose(count)} page`,
    failing: (count: number) => `${count} can’t show ${whose(count)} page`,
    blank: (count: number) => `${count} blank`,
    /** `over` of the `count` outages in the message have ended since. */
    over: (over: number, count: number) =>
      count === 1 ? 'It is over.' : over === count ? 'All are over.' : `${over} ${over === 1 ? 'is' : 'are'} over.`,
    /** `name` is null if several people acknowledged them. */
    acknowledged: (name: string | null, acknowledged: number, count: number) =>
      `${name ?? 'Several people'} acknowledged ${count === 1 ? 'it' : acknowledged === count ? 'all of them' : `${acknowledged} of them`}.`,
  },
  lead: {
    placeEnded: (from: string, to: string, duration: string) => `Offline from ${from} to ${to}, ${duration}.`,
    hostEnded: (from: string, to: string, duration: string) => `From ${from} to ${to}, ${duration}.`,
    host: (host: string) =>
      `All their pages are from ${host}, and the signs are connected. Check that server and the network connection to it.`,
    hostGrown: (count: number, host: string, kind: NotificationKind) =>
      `In total, ${count} signs ${failsOf(kind, count)[0]} ${host}, although they are connected. Check that server and the network connection to it.`,
    place: (offline: number, others: number, seconds: number, time: string) => {
      const look =
        others <= 0
          ? 'No sign there is working, so check what the whole place depends on: power and the network.'
          : `The other ${others === 1 ? 'sign' : `${others} signs`} there ${others === 1 ? 'is' : 'are'} not affected. Check what these ${offline} have in common, such as a switch or a power strip.`;
      return `They went offline within ${seconds === 1 ? 'a second' : `${seconds} seconds`} of each other at ${time}. ${look}`;
    },
  },
  open: { outage: 'Open the outage', devices: 'Open the clones', sign: 'Open the sign', wall: 'Open the wall' },
  foot: {
    once: 'You get one message about this outage, and one more when it ends.',
    why: (kinds: readonly NotificationKind[], event: string, timeZone: string) =>
      `You get this message because you are subscribed to these notifications for ${event}: ${kinds.map((kind) => KIND_NAMES[kind]).join(', ')}. All times are in the time zone ${timeZone}.`,
    change: 'Change your notifications',
    mute: 'mute them for an hour',
    /** The text as the first of several links in one sentence. */
    muteFirst: 'Mute these notifications for an hour',
    or: ' or ',
    unsubscribe: 'Unsubscribe from these mails',
    /** The text as the last of several links in one sentence. */
    unsubscribeLast: 'unsubscribe from these mails',
  },
  /** The pages behind the links of mails. `event` is null if the event was deleted. */
  linkPages: {
    unsubscribe: {
      ask: (event: string | null) => `Unsubscribe from mails about ${event ?? 'this event'}?`,
      text: 'Your other notifications stay as they are.',
      act: 'Unsubscribe',
      done: (event: string | null) => `You will no longer receive mails about ${event ?? 'this event'}.`,
      undo: 'Undo: receive these mails again',
    },
    resubscribe: {
      ask: (event: string | null) => `Receive mails about ${event ?? 'this event'} again?`,
      text: 'Your other notifications stay as they are.',
      act: 'Receive mails again',
      done: (event: string | null) => `You will receive mails about ${event ?? 'this event'} again.`,
    },
    snooze: {
      ask: (event: string | null) => `Mute notifications about ${event ?? 'this event'} for an hour?`,
      text: 'You get no mails and no push notifications about this event for an hour. Your inbox still gets every message.',
      act: 'Mute for an hour',
      done: (event: string | null, time: string) =>
        `Notifications about ${event ?? 'this event'} are muted until ${time}.`,
      after:
        'Your inbox still gets every message. After that time, you are notified about outages that are still open.',
      undo: 'Undo: unmute now',
    },
    unmute: {
      ask: (event: string | null) => `Unmute notifications about ${event ?? 'this event'}?`,
      text: 'You get mails and push notifications about this event again.',
      act: 'Unmute now',
      done: (event: string | null) => `Notifications about ${event ?? 'this event'} are no longer muted.`,
      /** The event was muted before the link was used, and that mute has not ended. */
      restored: (event: string | null, time: string) =>
        `Notifications about ${event ?? 'this event'} are muted until ${time}, as before.`,
      unchanged: (event: string | null) =>
        `Nothing was undone: the mute of notifications about ${event ?? 'this event'} has already ended or was changed.`,
    },
    none: {
      title: (event: string | null) => `You are not subscribed to ${event ?? 'this event'}.`,
      text: 'There is nothing to change. You get no notifications about it.',
    },
    expired: {
      title: 'This link has expired',
      text: 'Links in mails work for 30 days. Use the link in a newer mail, or change your notifications in the dashboard.',
    },
    broken: {
      title: 'This link does not work',
      text: 'It may be incomplete. Open the link from the mail again, or change your notifications in the dashboard.',
    },
    dashboard: 'Open the dashboard',
  },
  test: {
    title: 'This is a test: nothing has happened',
    text: (event: string) => `You requested a test message for ${event}. It has reached you.`,
    note: 'You get this message because you requested it.',
  },
};

export type NotificationWords = typeof english;
