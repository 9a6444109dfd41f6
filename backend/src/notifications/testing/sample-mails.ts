import { invitationMail } from '../../access/invitation-mail.ts';
import { passwordResetMail } from '../../access/password-reset-mail.ts';
import { sessionsEndedMail } from '../../access/sessions-ended-mail.ts';
import { wrongPasswordsMail } from '../../access/wrong-passwords-mail.ts';
import type { Mail } from '../../mail/message.ts';
import type { MessageEntry } from '../../outages/notice-types.ts';
import { renderNotificationMail } from '../delivery/notification-mail.ts';
import { testMail } from '../delivery/test-message-text.ts';
import { partsOf } from '../planning/group-message-by-cause.ts';

/** One mail of each kind, with the names and times of the drawing (`docs/screens/mail/drawing.html`). */

const PUBLIC_URL = 'https://signs.lichterfest.example';
const EVENT = { eventId: '01998f3e-0000-7000-8000-000000000001', eventName: 'Lichterfest 2026' };
const DAY = '2026-11-20';
/** Of that day, on the event's wall clock: CET. */
const at = (time: string): number => Date.parse(`${DAY}T${time}+01:00`);
const SAID = { line: 'Now, 19:38: 6 of 240 offline.', isOver: false };
const stands = (time: string, words: string): typeof SAID => ({ line: `Now, ${time}: ${words}.`, isOver: false });
const WELL = stands('19:51', 'none of 240 offline');

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
  standing?: typeof SAID;
  /** Where all the signs are, and how many there are there. */
  place?: [name: string, signs: number];
}

function told({ at: time, entries, standing = SAID, place }: Told): Mail {
  const seen = {
    placeOf: () => place?.[0] ?? '',
    hostOf: () => 'menu.lichterfest.example',
    signsOf: () => place?.[1] ?? 0,
  };
  const message = { ...EVENT, timeZone: 'Europe/Berlin', at: new Date(at(time)), entries, publicUrl: PUBLIC_URL };
  return renderNotificationMail({ ...message, parts: partsOf(entries, 240, seen) })({
    id: 'id',
    to: 'maren@nordlicht.example',
    unsubscribeUrl: `${PUBLIC_URL}/api/unsubscribe/token`,
    standing,
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
const ENDED = { ...OWN, by: 'Tim Brandt', count: 3, link: `${PUBLIC_URL}/account` };

/** By what the pictures are called. */
export const MAILS: Readonly<Record<string, Mail>> = {
  offline: told({ at: '19:38:57', entries: SIX, place: FOYER }),
  back: told({ at: '19:51:30', entries: returned, standing: WELL, place: FOYER }),
  over: told({
    at: '19:38:57',
    entries: SIX,
    standing: { line: 'Now, 20:44: none of 240 offline. All are over.', isOver: true },
    place: FOYER,
  }),
  switch: told({
    at: '19:38:57',
    entries: forty,
    standing: stands('19:38', '40 of 240 offline. Maren acknowledged 6 of them'),
    place: ['Halle 5', 75],
  }),
  one: told({ at: '19:38:57', entries: SIX.slice(0, 1), standing: stands('19:38', '1 of 240 offline') }),
  unreachable: told({
    at: '19:34:02',
    entries: page('content_unreachable', 'HTTP 503', ['Bar 1', 'Bar 2', 'Bar 3', 'Tresen']),
    standing: stands('19:34', 'none of 240 offline, 4 can’t reach their page'),
  }),
  recovered: told({
    at: '19:36:40',
    entries: page('content_recovered', null, ['Bar 1', 'Bar 2', 'Bar 3', 'Tresen']).map((each) => ({
      ...each,
      atMs: at('19:36:31'),
    })),
    standing: stands('19:36', 'none of 240 offline'),
  }),
  error: told({
    at: '19:34:02',
    entries: page('content_error', 'the page crashed'),
    standing: stands('19:34', 'none of 240 offline, 1 can’t show its page'),
  }),
  blank: told({
    at: '19:36:20',
    entries: page('screen_blank', null),
    standing: stands('19:36', 'none of 240 offline, 1 blank'),
  }),
  unstable: told({
    at: '19:31:44',
    entries: [moment('Garderobe 3 rechts', 'sign_unstable')],
    standing: stands('19:31', 'none of 240 offline'),
  }),
  clone: told({
    at: '19:31:44',
    entries: [moment('Kasse 4', 'clone_detected')],
    standing: stands('19:31', 'none of 240 offline'),
  }),
  digest: told({
    at: '20:00:00',
    entries: [
      ...SIX.slice(0, 3),
      ...page('screen_blank', null),
      { ...entry('Tor 1', '19:02:10'), closedAtMs: at('19:05:30') },
      moment('Vitrine 9', 'update_failed', '2.4.1: checksum of the download is wrong'),
    ],
    standing: stands('20:00', '3 of 240 offline, 1 blank'),
  }),
  test: testMail(
    { ...EVENT, id: 'id', standing: SAID.line, publicUrl: PUBLIC_URL },
    { to: 'maren@nordlicht.example', unsubscribeUrl: `${PUBLIC_URL}/api/unsubscribe/token` },
  ),
  invitation: invitationMail(INVITATION, 'en'),
  'invitation-de': invitationMail(INVITATION, 'de'),
  password: passwordResetMail(PASSWORD_RESET, 'en'),
  'password-de': passwordResetMail(PASSWORD_RESET, 'de'),
  'wrong-passwords': wrongPasswordsMail(WRONG_PASSWORDS, 'en'),
  'wrong-passwords-de': wrongPasswordsMail(WRONG_PASSWORDS, 'de'),
  'sessions-ended': sessionsEndedMail(ENDED, 'en'),
  'sessions-ended-de': sessionsEndedMail(ENDED, 'de'),
};
