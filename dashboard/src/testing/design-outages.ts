import { placeOf } from '@sign-display/contracts/group-outages-by-cause';
import type { Outage, OutageDelivery, OutageKind } from '@sign-display/contracts/rest/outages';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { recordedFacts } from './outage-facts.ts';
import { madeUpSigns } from './fake-wall-signs.ts';

/** The outages of the drawing, and the 240 signs of its event. */

const at = (time: string): string => new Date(Date.parse(`2026-11-14T${time}+01:00`)).toISOString();
const NOW = Date.parse(at('19:42:31'));
const WALLS = 'https://walls.lichterfest.example/a';
const MENU = 'https://menu.lichterfest.example/bar';

/** As in the drawing: 126 show pages of one host, 222 run one version, six pillars are gone. */
export const OUTAGE_SIGNS: SignRow[] = madeUpSigns(240, NOW)
  .toSorted(
    (one, other) => Number(other.location.startsWith('Foyer Nord')) - Number(one.location.startsWith('Foyer Nord')),
  )
  .map((sign, nth): SignRow => {
    const isGone = /^Säule 0[4-9]$/.test(sign.name) && sign.location.startsWith('Foyer Nord');
    const url = nth < 126 ? WALLS : sign.location.startsWith('Bars') ? MENU : 'https://plan.lichterfest.example/p';
    return {
      ...sign,
      updatedAt: at('13:26:04'),
      url,
      shown: { url, source: 'assigned', until: null },
      status: isGone ? 'offline' : 'showing',
      statusSince: isGone ? new Date(Date.parse(goneAt(sign.name)) + 15_000).toISOString() : sign.statusSince,
      device: sign.device && {
        ...sign.device,
        appVersion: nth < 222 ? '2.4.1' : '2.3.0',
        platform: 'linux x64',
        screen: { width: 1_920, height: 1_080, scaleFactor: 1 },
      },
    };
  });

function goneAt(name: string): string {
  const nth = Number(name.slice(-2)) - 4;
  return new Date(Date.parse(at('19:38:08')) + [300, 1_100, 1_900, 2_600, 3_400, 4_200][nth]!).toISOString();
}

const ofPlace = (place: string): SignRow[] => OUTAGE_SIGNS.filter(({ location }) => location.startsWith(place));
const signOf = (name: string, place: string): string =>
  OUTAGE_SIGNS.find((sign) => sign.name === name && sign.location.startsWith(place))?.id ??
  OUTAGE_SIGNS.find((sign) => sign.location.startsWith(place))!.id;

function factsOf(signId: string): ReturnType<typeof recordedFacts> {
  const sign = OUTAGE_SIGNS.find(({ id }) => id === signId)!;
  const linked = ofPlace(placeOf(sign.location)).filter(({ device }) => device !== null);
  return recordedFacts(sign, linked.length);
}
let made = 0;
const outage = (
  signId: string,
  kind: OutageKind,
  since: string,
  until: string | null,
  more: Partial<Outage> = {},
): Outage => ({
  id: `outage ${String((made += 1)).padStart(4, '0')}`,
  signId,
  ...factsOf(signId),
  kind,
  address: null,
  eventId: 'event',
  since,
  openedAt: since,
  until,
  closedBy: until === null ? null : 'recovered',
  told: [],
  acknowledged: null,
  ...more,
});
const push = (time: string, people: number): Outage['told'] => [{ channel: 'push', at: at(time), people }];
const word = (name: string, time: string, note: string): Outage['acknowledged'] => ({
  by: { id: name, name },
  at: at(time),
  note,
});

const PILLARS = OUTAGE_SIGNS.filter(({ status }) => status === 'offline');
const BREAKER = word(
  'Maren Oyelaran',
  '19:42:40',
  'Breaker for pillars 4 to 9 tripped. House electrician Herr Oppermann-Schnittker is on the way.',
);
const EMAIL = { channel: 'email' as const, at: at('19:38:58'), people: 2 };
const END: Outage['told'] = [
  { channel: 'push', at: at('19:51:30'), people: 4 },
  { channel: 'email', at: at('19:51:30'), people: 2 },
];
const pillars = (page: string): Outage[] =>
  PILLARS.map(({ id, name }, nth) =>
    outage(id, 'offline', goneAt(name), page === 'ended' ? at('19:50:48') : null, {
      address: `10.20.4.${65 + nth}`,
      told: [...push('19:38:57', 4), ...(page === 'list' ? [] : [EMAIL]), ...(page === 'ended' ? END : [])],
      acknowledged: page === 'acked' || page === 'ended' ? BREAKER : null,
    }),
  );

/** The five people of the drawing. The contract has no reason of a delay and no number of attempts. */
export function drawnDeliveries(page: string): OutageDelivery[] {
  const people = {
    maren: 'Maren Oyelaran',
    tim: 'Tim Brandt',
    ingeborg: 'Ingeborg Freifrau von Hohenlohe-Langenburg',
    jae: 'Jae-won Park',
    layla: 'ليلى الحداد',
  };
  const of = (
    id: keyof typeof people,
    channel: OutageDelivery['channel'],
    state: OutageDelivery['state'],
    time: string | null,
    detail: string | null = null,
  ): OutageDelivery => ({
    user: { id, name: people[id] },
    channel,
    state,
    at: time === null ? null : at(time),
    detail,
  });
  const sent = (id: keyof typeof people, channel: OutageDelivery['channel'], time: string): OutageDelivery[] => [
    of(id, channel, 'sent', time),
    ...(page === 'ended' ? [of(id, channel, 'sent', '19:51:30')] : []),
  ];
  return [
    ...sent('maren', 'push', '19:38:57'),
    ...sent('maren', 'email', '19:38:58'),
    ...sent('tim', 'push', '19:38:57'),
    of('ingeborg', 'push', 'failed', '19:38:57', 'phone no longer subscribed; removed'),
    ...sent('ingeborg', 'email', '19:39:21'),
    ...sent('jae', 'push', '19:40:27'),
    of('layla', 'push', 'delayed', null),
    of('layla', 'email', 'delayed', null),
    ...(['maren', 'tim', 'ingeborg', 'jae', 'layla'] as const).map((id) => of(id, 'inbox', 'sent', '19:38:57')),
  ];
}

/** `page`: of the gallery. */
export function drawnOutages(page: string): Outage[] {
  if (page !== 'list') return pillars(page);
  const told = (time: string, end: string): Outage['told'] => [...push(time, 3), ...push(end, 3)];
  const tim = (note: string) => word('Tim Brandt', '19:25:00', note);
  return [
    ...pillars(page),
    outage(signOf('Gang 07', 'Halle 4'), 'blank', at('19:36:02'), null, { told: push('19:36:20', 3) }),
    outage(signOf('Kasse 11', 'Einlass'), 'error', at('19:40:12'), null, {
      told: push('19:40:42', 3),
      acknowledged: word('Maren Oyelaran', '19:41:00', 'Old till page, swapped at the next change of shift.'),
    }),
    outage(signOf('Ebene 03', 'Parkhaus'), 'offline', at('19:19:40'), null, {
      told: push('19:20:25', 4),
      acknowledged: tim('No power at the pole; tomorrow.'),
    }),
    ...ofPlace('Bars')
      .slice(8, 12)
      .map(({ id }) => outage(id, 'unreachable', at('19:33:31'), null, { told: push('19:34:02', 4) })),
    outage(signOf('Ebene 01', 'Parkhaus'), 'offline', at('19:01:50'), at('19:05:10'), {
      told: told('19:02:20', '19:05:10'),
    }),
    ...ofPlace('Foyer Süd')
      .slice(0, 12)
      .map(({ id }) => outage(id, 'unreachable', at('19:02:31'), at('19:04:31'))),
    outage(signOf('مدخل كبار الزوار', 'Einlass'), 'offline', at('18:40:02'), at('18:41:30'), {
      told: told('18:40:40', '18:41:41'),
    }),
    outage(
      signOf('Wegweiser Richtung Halle 5, Foyer Nord, WC und Garderobe', 'Halle 4'),
      'blank',
      at('17:58:09'),
      at('18:02:00'),
      {
        told: told('17:58:40', '18:02:10'),
        acknowledged: tim('Black start page, ours.'),
      },
    ),
    ...ofPlace('Foyer Nord').map(({ id }) =>
      outage(id, 'offline', at('09:12:20'), at('09:31:02'), {
        told: told('09:13:00', '09:31:40'),
        acknowledged: tim('Cleaners pulled the cable.'),
      }),
    ),
  ];
}
