import type { Event } from '@sign-display/contracts/rest/events';
import type { ListedContentFetch } from '@sign-display/contracts/rest/telemetry';
import { ORGANIZATION } from './design-people.ts';

/** The requests of signs at the moment of the drawings: what the service would answer. No drawing has this page. */

const EVENT_IDS = { fest: '22222222-2222-4222-8222-222222222221', gala: '22222222-2222-4222-8222-222222222222' };
const SIGNS: Record<string, [id: string, name: string | null]> = {
  kasse: ['0192aaaa-1111-7111-8111-111111111111', 'Kasse 11'],
  bar: ['0192aaaa-1111-7111-8111-111111111112', 'Bar 3 links'],
  way: ['0192aaaa-1111-7111-8111-111111111113', 'Wegweiser Richtung Halle 5, Foyer Nord, WC und Garderobe (hoch)'],
  gate: ['0192aaaa-1111-7111-8111-111111111114', 'مدخل كبار الزوار'],
  gone: ['0192aaaa-1111-7111-8111-111111111115', null],
};
export const SIGN_ID = SIGNS['kasse']![0];

let made = 0;
function fetched(time: string, sign: string, url: string, more: Partial<ListedContentFetch> = {}): ListedContentFetch {
  const [signId, signName] = SIGNS[sign]!;
  const at = `2026-11-14T${time}.318Z`;
  made += 1;
  return {
    id: `0192bbbb-1111-7111-8111-${String(made).padStart(12, '0')}`,
    eventId: EVENT_IDS.fest,
    signId,
    signName,
    at,
    url,
    startedAt: at,
    durationMs: 182,
    status: 200,
    bytes: 48_213,
    fromCache: false,
    error: null,
    ...more,
  };
}

const MENU = 'https://menu.nordlicht.example/bar/abend';
const failed = (error: string, durationMs: number) => ({ error, status: null, bytes: 0, durationMs });
export const ROWS: ListedContentFetch[] = [
  fetched('18:42:29', 'kasse', 'https://tickets.nordlicht.example/kasse', failed('net::ERR_NAME_NOT_RESOLVED', 41)),
  fetched('18:42:24', 'bar', MENU),
  fetched('18:42:24', 'bar', `${MENU}/logo.svg`, { fromCache: true, durationMs: 2, bytes: 3_120 }),
  fetched('18:41:50', 'way', 'https://tickets.nordlicht.example/wege?richtung=halle-5&foyer=nord&sprache=de', {
    status: 503,
    bytes: 512,
    durationMs: 1_240,
  }),
  fetched('18:40:05', 'gate', 'https://vip.sponsor.example/loop', { bytes: 3_104_220, durationMs: 8_210 }),
  fetched('18:39:58', 'kasse', 'https://tickets.nordlicht.example/kasse', failed('net::ERR_TIMED_OUT', 15_000)),
  fetched('18:20:11', 'gone', 'https://gala.example/', { eventId: EVENT_IDS.gala, status: 404, bytes: 230 }),
  fetched('18:12:44', 'way', 'https://tickets.nordlicht.example/wege', failed('net::ERR_CERT_DATE_INVALID', 64)),
  fetched('18:02:12', 'bar', MENU, { status: 304, bytes: 0, durationMs: 60 }),
  fetched('17:12:00', 'gate', 'https://vip.sponsor.example/loop', failed('the decoder stopped', 90)),
];

const event = (id: string, name: string): Event => ({
  id,
  organizationId: ORGANIZATION,
  name,
  timeZone: 'Europe/Berlin',
  venue: null,
  startsAt: null,
  endsAt: null,
  offlineGraceSeconds: null,
  createdAt: '2026-11-01T08:00:00Z',
  updatedAt: '2026-11-01T08:00:00Z',
});
export const EVENTS: Event[] = [event(EVENT_IDS.fest, 'Lichterfest 2026'), event(EVENT_IDS.gala, 'Gala der Sponsoren')];
