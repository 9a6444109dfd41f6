import type { NodeWarmUp } from '@sign-display/contracts/backend-warm-up';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { SCREEN } from './fake-wall-signs.ts';

/** The signs of the drawing (`wall.html`), in its order and as they are at its moment: 19:42:31 in Berlin, 17 minutes before the doors open. */

export const DRAWN_NOW = Date.parse('2026-11-14T18:42:31Z');
export const DRAWN_EVENT = {
  id: 'drawn',
  name: 'Lichterfest 2026',
  timeZone: 'Europe/Berlin',
  startsAt: '2026-11-14T18:59:31Z',
  endsAt: null,
};
export const at = (time: string): string => new Date(Date.parse(`2026-11-14T${time}+01:00`)).toISOString();

export type State = Partial<SignRow>;
const HEALTHY: State = {
  status: 'showing',
  presence: 'online',
  contentState: 'showing',
  mode: 'foreground',
  blank: false,
  unstable: false,
  statusSince: at('18:57:20'),
  lastSeenAt: at('19:42:30'),
};
export const offline = (heard: string): State => ({
  status: 'offline',
  presence: 'offline',
  lastSeenAt: at(heard),
  statusSince: at(heard),
});
const MENU = 'https://menu.lichterfest.example/bar';
export const MENU_SHOWN = { shown: { url: MENU, source: 'assigned', until: null } } as State;
const WALL_SHOWN = {
  shown: { url: 'https://walls.lichterfest.example/bars', source: 'assigned', until: null },
} as State;
export const MENU_AWAY: State = {
  status: 'content_unreachable',
  contentState: 'unreachable',
  statusSince: at('19:33:31'),
};
export const blank = (since: string): State => ({ blank: true, statusSince: at(since) });
export const BACKGROUND: State = { status: 'background', mode: 'background' };
export const IDLE: State = { status: 'idle', contentState: 'idle' };
export const LOADING: State = { contentState: 'loading' };
export const UNSTABLE: State = { unstable: true, statusSince: at('19:31:02') };
export const UNLINKED: State = { status: 'unlinked', device: null, presence: null, contentState: null, mode: null };
export const ERROR: State = { status: 'content_error', contentState: 'error', statusSince: at('19:40:20') };

export const counted = (name: string, from: number, until: number, digits = 1): string[] =>
  Array.from({ length: until - from + 1 }, (_, step) => `${name} ${String(from + step).padStart(digits, '0')}`);
const each = (names: string[], ends: string[]): string[] =>
  names.flatMap((name) => ends.map((end) => `${name} ${end}`));
const gangs = Array.from('ABCDEFGH', (letter) => `Gang ${letter}`).flatMap((gang) =>
  [1, 2, 3].map((nth) => gang + nth),
);

/** By place. */
const NAMES: Record<string, string[]> = {
  'Foyer Nord': counted('Säule', 1, 18, 2),
  'Foyer Süd': [...counted('Säule', 1, 14, 2), ...each(['Treppe'], Array.from('ABCDEFGH'))],
  Einlass: [
    ...counted('Kasse', 1, 12),
    ...counted('Drehkreuz', 1, 8),
    'VIP Einlass',
    'Gästeliste',
    'مدخل كبار الزوار',
    'Presse',
  ],
  Backstage: [
    ...counted('Künstlergarderobe', 1, 2),
    'Catering',
    'Produktionsbüro',
    'Laderampe',
    'Flur Ost',
    'Flur West',
    'Green Room',
    'Technik',
    'Crew',
    'Sanitätsraum',
    'Lastenaufzug',
  ],
  'Halle 4': [
    ...gangs,
    ...counted('Stand', 401, 416),
    'Bühne links',
    'Bühne rechts',
    'FOH',
    'Empore 1',
    'Empore 2',
    'Notausgang 4a',
    'Notausgang 4b',
    'Wegweiser Richtung Halle 5, Foyer Nord, WC und Garderobe (hoch)',
  ],
  Garderoben: each(counted('Garderobe', 1, 7), ['links', 'rechts']),
  'Parkhaus P2': each(counted('Ebene', 0, 4), ['Einfahrt', 'Ausfahrt']),
  'Galerie Ost': counted('Vitrine', 1, 16),
  'Halle 5': [...gangs, ...counted('Stand', 501, 516), 'Bühne', 'Empore', 'Notausgang 5a', 'Notausgang 5b'],
  Bars: each(counted('Bar', 1, 8), ['links', 'Mitte', 'rechts', 'Rückseite']),
};
/** By place and name: who is not as all others are. */
const STATES: Record<string, Record<string, State>> = {
  'Foyer Nord': {
    'Säule 04': offline('19:38:12'),
    'Säule 05': offline('19:38:11'),
    'Säule 06': offline('19:38:10'),
    'Säule 07': offline('19:38:08'),
    'Säule 08': offline('19:38:11'),
    'Säule 09': offline('19:38:12'),
  },
  Einlass: { 'Kasse 11': ERROR, 'مدخل كبار الزوار': IDLE, Presse: UNLINKED },
  Backstage: { Technik: BACKGROUND, Crew: BACKGROUND, Sanitätsraum: IDLE },
  'Halle 4': { 'Gang G3': IDLE, 'Gang H1': IDLE, FOH: BACKGROUND, 'Stand 415': UNLINKED, 'Stand 416': UNLINKED },
  Garderoben: { 'Garderobe 3 rechts': UNSTABLE },
  'Parkhaus P2': { 'Ebene 3 Ausfahrt': offline('19:19:40') },
  'Galerie Ost': { 'Vitrine 5': { ...MENU_AWAY, ...MENU_SHOWN }, 'Vitrine 16': IDLE },
  'Halle 5': {
    'Gang E1': IDLE,
    'Gang E2': LOADING,
    'Stand 515': UNLINKED,
    'Stand 516': UNLINKED,
    Empore: blank('19:36:20'),
  },
  Bars: {
    'Bar 1 Mitte': MENU_AWAY,
    'Bar 3 links': MENU_AWAY,
    'Bar 4 rechts': { ...blank('19:36:02'), ...WALL_SHOWN },
    'Bar 6 Mitte': MENU_AWAY,
  },
};
const HOSTS: Record<string, string> = { Bars: MENU, Einlass: 'https://tickets.lichterfest.example/kasse' };
HOSTS['Parkhaus P2'] = 'https://park.lichterfest.example/p2';
const urlOf = (place: string): string =>
  HOSTS[place] ??
  `https://walls.lichterfest.example/${place.toLowerCase().replaceAll(' ', '-').normalize('NFKD').replace(/\p{M}/gu, '')}`;
/** Codes that the drawing tells; others have one of their own. */
const CODES: Record<string, string> = {
  'Säule 01': '1ZPGCE',
  'Säule 02': '84RG6B',
  'Säule 03': 'Z7W644',
  'Säule 04': 'R2XHKN',
  'Säule 05': 'KXT15B',
  'Säule 06': '02RBDE',
  'Säule 07': 'PPAB44',
  'Säule 08': 'A6MA1N',
  'Säule 09': 'HTMX3G',
  Empore: '9R40EQ',
  'Bar 4 rechts': 'HV62DZ',
  'Ebene 3 Ausfahrt': 'CS3G28',
  'Kasse 11': 'XWJQV0',
  'Garderobe 3 rechts': 'VY1V17',
  'Bar 1 Mitte': 'C8FW48',
  'Bar 3 links': '5BAB4H',
};

export const idAt = (number: number): string => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
export function rowOf(number: number, place: string, name: string, state: State): SignRow {
  return {
    id: idAt(number),
    name,
    location: place,
    ...HEALTHY,
    screenshotAt: at(state.status === 'offline' ? '19:37:58' : '19:42:23'),
    acknowledged: null,
    restartingUntil: null,
    device: { shortCode: CODES[name] ?? `${(100_000 + number * 7_919).toString().slice(-6)}`, screen: SCREEN },
    shown: { url: urlOf(place), source: 'assigned', until: null },
    createdAt: at('09:00:00'),
    ...state,
  } as SignRow;
}

/** 240 signs in ten places. */
export function drawnSigns(): SignRow[] {
  const all = Object.entries(NAMES).flatMap(([place, names]) => names.map((name) => [place, name] as const));
  return all.map(([place, name], number) => rowOf(number, place, name, STATES[place]?.[name] ?? {}));
}

/** What waits after we were away: from 19:41:40 to 19:42:04, and decided at 19:43:04. */
export const DRAWN_AWAY = [
  { nodeId: idAt(1), reason: 'start', since: at('19:41:40'), until: at('19:43:04'), heard: 228, of: 235 },
] satisfies NodeWarmUp[];
