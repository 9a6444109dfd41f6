import type { Event } from '@sign-display/contracts/rest/events';
import type { Notification } from '@sign-display/contracts/rest/notifications';
import type { Outage } from '@sign-display/contracts/rest/outages';
import type { DeliveryState, NotificationChannel, Subscription } from '@sign-display/contracts/rest/subscriptions';
import { ORGANIZATION } from './design-people.ts';

/** The service's responses for the drawn inbox, at the drawing's time. */

export const EVENT: Event = {
  id: '22222222-2222-4222-8222-222222222222',
  organizationId: ORGANIZATION,
  name: 'Lichterfest 2026',
  timeZone: 'Europe/Berlin',
  venue: null,
  startsAt: '2026-11-14T19:00:00.000Z',
  endsAt: '2026-11-15T01:00:00.000Z',
  offlineGraceSeconds: null,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
};

const idOf = (nth: number): string => `00000000-0000-7000-8000-${String(nth).padStart(12, '0')}`;
const READ = '2026-11-14T18:40:00.000Z';

function message(
  nth: number,
  at: string,
  title: string,
  text: string,
  channels: readonly NotificationChannel[],
  more: Partial<Notification>,
): Notification {
  const states: Notification['channels'] = [...channels, 'inbox' as const].map((channel) => ({
    channel,
    state: 'sent' as DeliveryState,
  }));
  return {
    id: idOf(nth),
    at,
    kind: 'sign_offline',
    organizationId: ORGANIZATION,
    event: { id: EVENT.id, name: EVENT.name },
    signs: [{ id: idOf(100 + nth), name: title.split(' is ')[0]! }],
    signCount: 1,
    outageIds: [],
    title,
    text,
    readAt: READ,
    channels: states,
    ...more,
  };
}

const PILLARS = ['04', '05', '06', '07', '08', '09'].map((name, nth) => ({
  id: idOf(200 + nth),
  name: `Säule ${name}`,
}));
const OUTAGES = PILLARS.map((_, nth) => idOf(300 + nth));

export const MESSAGES: Notification[] = [
  message(
    1,
    '2026-11-14T18:38:57.000Z',
    '6 of 18 signs offline at Foyer Nord',
    'Last heard 19:38:08 to 19:38:12. Twelve neighbours are fine.',
    ['email', 'push'],
    { readAt: null, signs: PILLARS, signCount: 6, outageIds: OUTAGES },
  ),
  message(
    2,
    '2026-11-14T18:36:20.000Z',
    'Bar 4 rechts is blank',
    'The page answers, yet the screen has been one colour for two checks.',
    ['push'],
    { kind: 'screen_blank', readAt: null, outageIds: [idOf(310)] },
  ),
  message(
    3,
    '2026-11-14T18:34:02.000Z',
    'menu.lichterfest.example unreachable from 4 signs',
    'HTTP 503. They keep showing the last good page.',
    ['email', 'push'],
    {
      kind: 'content_unreachable',
      readAt: null,
      signCount: 4,
      outageIds: [idOf(320), idOf(321), idOf(322), idOf(323)],
      channels: [
        { channel: 'email', state: 'failed' },
        { channel: 'push', state: 'sent' },
        { channel: 'inbox', state: 'sent' },
      ],
    },
  ),
  message(
    4,
    '2026-11-14T18:31:44.000Z',
    'Garderobe 3 rechts is unstable',
    '5 changes in 10 minutes. We stay quiet about it until 15 calm minutes have passed.',
    [],
    { kind: 'sign_unstable' },
  ),
  message(5, '2026-11-14T18:05:10.000Z', 'Ebene 1 Einfahrt is back online', 'It was away for 3 min 20 s.', ['email'], {
    kind: 'sign_online',
    outageIds: [idOf(330)],
  }),
  message(
    6,
    '2026-11-14T18:04:31.000Z',
    'walls.lichterfest.example answers again',
    '12 signs reach it again after 2 min. Nobody saw a difference.',
    [],
    { kind: 'content_recovered', signCount: 12 },
  ),
  message(
    7,
    '2026-11-14T18:02:30.000Z',
    '42 signs claimed between 18:20 and 19:02',
    'By Tim Brandt and Maren Oyelaran. 3 attempts failed first; all three signs are claimed now.',
    [],
    { kind: 'claim_completed', signCount: 42 },
  ),
  message(
    8,
    '2026-11-13T15:12:09.000Z',
    'One identity, two machines',
    'A second device speaks as Kasse 4. It is quarantined, the first stays up. An admin decides under Devices.',
    ['email', 'push'],
    { kind: 'clone_detected' },
  ),
  message(
    9,
    '2026-11-13T13:40:55.000Z',
    'Update failed on Vitrine 9',
    '2.4.1: checksum of the download is wrong. It runs on with 2.4.0.',
    ['email'],
    { kind: 'update_failed' },
  ),
  message(
    10,
    '2026-11-13T06:00:00.000Z',
    '12 messages held back overnight',
    'Quiet hours ended. One digest instead of 12 messages; nothing is still wrong.',
    ['email'],
    { kind: 'digest', outageIds: [idOf(340)] },
  ),
];

const outage = (id: string, kind: Outage['kind'], more: Partial<Outage> = {}): Outage => ({
  id,
  eventId: EVENT.id,
  kind,
  signId: PILLARS[0]!.id,
  signName: 'Säule 04',
  location: null,
  place: null,
  placeSigns: null,
  host: null,
  address: null,
  since: '2026-11-14T18:38:12.000Z',
  openedAt: '2026-11-14T18:38:27.000Z',
  until: null,
  closedBy: null,
  told: [],
  acknowledged: null,
  ...more,
});

/** Four pillars are still offline, two of the signs reach their page again, and Bar 4 is over. */
export const OPEN_OUTAGES: Outage[] = [
  ...OUTAGES.slice(0, 4).map((id) => outage(id, 'offline')),
  outage(idOf(320), 'unreachable'),
  outage(idOf(321), 'unreachable'),
];
export const ENDED: Record<string, Outage> = {
  [`/api/outages/${idOf(310)}`]: outage(idOf(310), 'blank', {
    until: '2026-11-14T18:41:03.000Z',
    closedBy: 'recovered',
  }),
  [`/api/outages/${idOf(340)}`]: outage(idOf(340), 'offline', {
    until: '2026-11-13T03:12:00.000Z',
    closedBy: 'recovered',
  }),
};

export const SUBSCRIPTION: Subscription = {
  kinds: [
    'sign_offline',
    'sign_online',
    'content_unreachable',
    'content_recovered',
    'content_error',
    'screen_blank',
    'sign_unstable',
    'claim_completed',
    'update_failed',
    'clone_detected',
  ],
  channels: ['email', 'push', 'inbox'],
  excluded: [
    { kind: 'sign_online', channel: 'push' },
    { kind: 'content_recovered', channel: 'email' },
    { kind: 'content_recovered', channel: 'push' },
    { kind: 'sign_unstable', channel: 'email' },
    { kind: 'sign_unstable', channel: 'push' },
    { kind: 'claim_completed', channel: 'email' },
    { kind: 'claim_completed', channel: 'push' },
    { kind: 'update_failed', channel: 'push' },
  ],
  graceSeconds: 30,
  quietHours: { start: '22:00', end: '07:00', timeZone: 'Europe/Berlin' },
  snoozedUntil: null,
  snoozedSigns: [],
};

export const PREVIEW = {
  from: '2026-11-13T18:42:31.000Z',
  to: '2026-11-14T18:42:31.000Z',
  counts: { email: 2, push: 3, inbox: 7 },
};
