import { invitationMail } from '../../access/invitation-mail.ts';
import { passwordResetMail } from '../../access/password-reset-mail.ts';
import { passkeyAddedMail } from '../../access/second-factor/passkeys/passkey-added-mail.ts';
import { secondFactorOffMail } from '../../access/second-factor/second-factor-off-mail.ts';
import { sessionsEndedMail } from '../../access/sessions-ended-mail.ts';
import { wrongPasswordsMail } from '../../access/wrong-passwords-mail.ts';
import type { Mail } from '../../mail/message.ts';
import type { MessageEntry } from '../../outages/notice-types.ts';
import { describeSince, type Since } from '../delivery/current-status-text.ts';
import { renderNotificationMail } from '../delivery/notification-mail.ts';
import { testMail } from '../delivery/test-message-text.ts';
import { describeEventStatus, type EventStatus } from '../planning/count-and-describe-signs.ts';
import { partsOf } from '../planning/group-message-by-cause.ts';
import { english, type NotificationWords } from '../words/english.ts';
import { german } from '../words/german.ts';

/** One mail of each kind in each language, with the names and times of the drawing (`docs/screens/mail/drawing.html`). */

const PUBLIC_URL = 'https://signs.lichterfest.example';
const EVENT = { eventId: '01998f3e-0000-7000-8000-000000000001', eventName: 'Lichterfest 2026' };
const DAY = '2026-11-20';
/** A time of that day on the event's wall clock (CET). */
const at = (time: string): number => Date.parse(`${DAY}T${time}+01:00`);
const TIME_ZONE = 'Europe/Berlin';

/** The state of the signs when a mail is sent, and of the outages that the mail reports. */
interface Standing {
  status: EventStatus;
  outages: Since[];
}
const stands = (time: string, problems: Partial<EventStatus>, outages: Since[] = []): Standing => ({
  status: { atMs: at(`${time}:00`), total: 240, offline: 0, unreachable: 0, failing: 0, blank: 0, ...problems },
  outages,
});
const SIX_OFFLINE = stands('19:38', { offline: 6 });
const outage = (given: Partial<Since>): Since => ({ isOver: false, knownBy: null, ...given });
const outages = (count: number, given: Partial<Since>): Since[] => Array.from({ length: count }, () => outage(given));
const statusLine = ({ status }: Standing, words: NotificationWords): string =>
  describeEventStatus(status, TIME_ZONE, words);

const entry = (signName: string, time: string, more: Partial<MessageEntry> = {}): MessageEntry => ({
  kind: 'sign_offline',
  outageId: `outage of ${signName}`,
  signId: `id of ${signName}`,
  signName,
  atMs: at(time) + 15_000,
  sinceMs: at(time),
  closedAtMs: null,
  detail: null,
  ...more,
});

interface Told {
  at: string;
  entries: MessageEntry[];
  standing?: Standing;
  /** The place of all the signs, and the number of signs there. */
  place?: [name: string, signs: number];
}

function told({ at: time, entries, standing = SIX_OFFLINE, place }: Told, words: NotificationWords): Mail {
  const seen = {
    placeOf: () => place?.[0] ?? '',
    hostOf: () => 'menu.lichterfest.example',
    signsOf: () => place?.[1] ?? 0,
  };
  const message = { ...EVENT, timeZone: TIME_ZONE, at: new Date(at(time)), entries, publicUrl: PUBLIC_URL };
  const since = describeSince(standing.outages, words);
  const line = [statusLine(standing, words), ...(since === null ? [] : [since])].join(' ');
  const isOver = standing.outages.length > 0 && standing.outages.every((each) => each.isOver);
  return renderNotificationMail({ ...message, parts: partsOf(entries, 240, seen), words })({
    id: 'id',
    to: 'maren@nordlicht.example',
    unsubscribeUrl: `${PUBLIC_URL}/api/unsubscribe/token`,
    snoozeUrl: `${PUBLIC_URL}/api/snooze/token`,
    standing: { line, isOver },
  });
}

const SIX = ['08', '09', '09', '10', '11', '12'].map((second, nth) => entry(`Säule 0${nth + 4}`, `19:38:${second}`));
const FOYER: [string, number] = ['Foyer Nord', 18];
const returned = SIX.map((each): MessageEntry => ({ ...each, kind: 'sign_online', atMs: at('19:50:48') }));
const page = (kind: MessageEntry['kind'], detail: string | null, names = ['Bar 4 rechts']): MessageEntry[] =>
  names.map((name, nth) => entry(name, `19:3${nth}:44`, { kind, detail }));
const moment = (name: string, kind: MessageEntry['kind'], detail: string | null = null): MessageEntry =>
  entry(name, '19:31:44', { kind, outageId: null, sinceMs: null, detail });
const forty = Array.from({ length: 40 }, (_, nth) =>
  entry(`Halle 5 Nordseite ${String(nth + 1).padStart(2, '0')}`, `19:38:1${nth % 2}`),
);
const INVITATION = {
  to: 'tim@nordlicht.example',
  organization: 'Nordlicht Events',
  inviter: 'Maren Oyelaran',
  role: 'operator' as const,
  link: `${PUBLIC_URL}/invite/4f1c9e`,
};
const OWN = { to: 'maren@nordlicht.example', at: new Date(at('19:38:57')) };
const PASSWORD_RESET = { ...OWN, link: `${PUBLIC_URL}/reset-password#token=4f1c9e` };
const WRONG_PASSWORDS = { ...OWN, ip: '203.0.113.40', link: `${PUBLIC_URL}/forgot-password` };
const PASSKEY_ADDED = { ...OWN, name: 'Laptop', link: `${PUBLIC_URL}/account/passkeys` };
const FACTOR_OFF = { ...OWN, by: null, link: `${PUBLIC_URL}/account` };
const FACTOR_RESET = { ...FACTOR_OFF, by: 'Tim Brandt' };
const ENDED = { ...OWN, by: 'Tim Brandt', count: 3, link: `${PUBLIC_URL}/account` };

const MESSAGES: Readonly<Record<string, Told>> = {
  offline: { at: '19:38:57', entries: SIX, place: FOYER },
  back: { at: '19:51:30', entries: returned, standing: stands('19:51', {}), place: FOYER },
  over: {
    at: '19:38:57',
    entries: SIX,
    standing: stands('20:44', {}, outages(6, { isOver: true })),
    place: FOYER,
  },
  switch: {
    at: '19:38:57',
    entries: forty,
    standing: stands('19:38', { offline: 40 }, [...outages(6, { knownBy: 'Maren' }), ...outages(34, {})]),
    place: ['Halle 5', 75],
  },
  one: { at: '19:38:57', entries: SIX.slice(0, 1), standing: stands('19:38', { offline: 1 }) },
  unreachable: {
    at: '19:34:02',
    entries: page('content_unreachable', 'HTTP 503', ['Bar 1', 'Bar 2', 'Bar 3', 'Tresen']),
    standing: stands('19:34', { unreachable: 4 }),
  },
  recovered: {
    at: '19:36:40',
    entries: page('content_recovered', null, ['Bar 1', 'Bar 2', 'Bar 3', 'Tresen']).map((each) => ({
      ...each,
      atMs: at('19:36:31'),
    })),
    standing: stands('19:36', {}),
  },
  error: {
    at: '19:34:02',
    entries: page('content_error', 'the page crashed'),
    standing: stands('19:34', { failing: 1 }),
  },
  blank: {
    at: '19:36:20',
    entries: page('screen_blank', null),
    standing: stands('19:36', { blank: 1 }),
  },
  unstable: {
    at: '19:31:44',
    entries: [moment('Garderobe 3 rechts', 'sign_unstable')],
    standing: stands('19:31', {}),
  },
  clone: {
    at: '19:31:44',
    entries: [moment('Kasse 4', 'clone_detected')],
    standing: stands('19:31', {}),
  },
  digest: {
    at: '20:00:00',
    entries: [
      ...SIX.slice(0, 3),
      ...page('screen_blank', null),
      { ...entry('Tor 1', '19:02:10'), closedAtMs: at('19:05:30') },
      moment('Vitrine 9', 'update_failed', '2.4.1: checksum of the download is wrong'),
    ],
    standing: stands('20:00', { offline: 3, blank: 1 }),
  },
};

/** `suffix` is appended to the pictures' names. */
function mailsOf(words: NotificationWords, suffix: string): [name: string, mail: Mail][] {
  const test = { ...EVENT, id: 'id', standing: statusLine(SIX_OFFLINE, words), publicUrl: PUBLIC_URL, words };
  const addressee = { to: 'maren@nordlicht.example', unsubscribeUrl: `${PUBLIC_URL}/api/unsubscribe/token` };
  return [
    ...Object.entries(MESSAGES).map(([name, message]): [string, Mail] => [`${name}${suffix}`, told(message, words)]),
    [`test${suffix}`, testMail(test, addressee)],
  ];
}

/** The mails by the names of their pictures. */
export const MAILS: Readonly<Record<string, Mail>> = {
  ...Object.fromEntries([...mailsOf(english, ''), ...mailsOf(german, '-de')]),
  invitation: invitationMail(INVITATION, 'en'),
  'invitation-de': invitationMail(INVITATION, 'de'),
  password: passwordResetMail(PASSWORD_RESET, 'en'),
  'password-de': passwordResetMail(PASSWORD_RESET, 'de'),
  'wrong-passwords': wrongPasswordsMail(WRONG_PASSWORDS, 'en'),
  'wrong-passwords-de': wrongPasswordsMail(WRONG_PASSWORDS, 'de'),
  'sessions-ended': sessionsEndedMail(ENDED, 'en'),
  'sessions-ended-de': sessionsEndedMail(ENDED, 'de'),
  'passkey-added': passkeyAddedMail(PASSKEY_ADDED, 'en'),
  'passkey-added-de': passkeyAddedMail(PASSKEY_ADDED, 'de'),
  'second-factor-off': secondFactorOffMail(FACTOR_OFF, 'en'),
  'second-factor-off-de': secondFactorOffMail(FACTOR_OFF, 'de'),
  'second-factor-reset': secondFactorOffMail(FACTOR_RESET, 'en'),
  'second-factor-reset-de': secondFactorOffMail(FACTOR_RESET, 'de'),
};
