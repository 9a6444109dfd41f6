/** The event of the demo: its places, its signs, and the pages that they show. As drawn for the wall, with a few places more. Pure. */

/** A page's look, as far as a picture of a virtual sign shows it. */
interface Poster {
  title: string;
  line: string;
  colour: `#${string}`;
}

export interface DemoSign {
  name: string;
  place: string;
  /** Where its page is, below the host; null: it has none. */
  path: string | null;
  host: DemoHost;
  /** Its machine shows something else in front of the page. */
  isInBackground: boolean;
}

/** The hosts of the pages. Names below `localhost` lead to this machine everywhere, browsers included (RFC 6761). */
export const HOSTS = { walls: 'walls.lichterfest.localhost', menu: 'menu.lichterfest.localhost' } as const;
export type DemoHost = keyof typeof HOSTS;

interface Place {
  names: readonly string[];
  poster: Poster;
}

const numbered = (name: string, count: number, digits = 1): string[] =>
  Array.from({ length: count }, (_, index) => `${name} ${String(index + 1).padStart(digits, '0')}`);
const crossed = (names: readonly string[], ends: readonly string[]): string[] =>
  names.flatMap((name) => ends.map((end) => `${name} ${end}`));
const aisles = crossed(
  Array.from('ABCDEFGH', (letter) => `Gang ${letter}`),
  ['1', '2', '3'],
).map((name) => name.replace(/ (\d)$/, '$1'));
const stands = (first: number): string[] => Array.from({ length: 14 }, (_, index) => `Stand ${first + index}`);
const hall = (number: number): string[] => [
  ...aisles,
  ...stands(number * 100 + 1),
  'Bühne links',
  'Bühne rechts',
  'FOH',
  'Empore 1',
  'Empore 2',
  `Notausgang ${number}a`,
  `Notausgang ${number}b`,
];

/** In the order in which a smaller demo takes them: those of which most is told come first. */
const PLACES: Record<string, Place> = {
  'Foyer Nord': {
    names: numbered('Säule', 18, 2),
    poster: { title: 'Willkommen', line: 'Halle 4 · Beginn 20:00', colour: '#f4d35e' },
  },
  Bars: {
    names: crossed(numbered('Bar', 8), ['links', 'Mitte', 'rechts', 'Rückseite']),
    poster: { title: 'Bar', line: 'Geöffnet bis Mitternacht', colour: '#e07a2f' },
  },
  Garderoben: {
    names: crossed(numbered('Garderobe', 7), ['links', 'rechts']),
    poster: { title: 'Garderobe', line: 'Ebene 0, hinter der Treppe', colour: '#12766a' },
  },
  'Parkhaus P2': {
    names: crossed(['Ebene 0', 'Ebene 1', 'Ebene 2', 'Ebene 3', 'Ebene 4'], ['Einfahrt', 'Ausfahrt']),
    poster: { title: 'P2', line: '312 Plätze frei', colour: '#2563c4' },
  },
  Einlass: {
    names: [...numbered('Kasse', 12), ...numbered('Drehkreuz', 8), 'VIP Einlass', 'Gästeliste', 'مدخل كبار الزوار'],
    poster: { title: 'Tickets', line: 'Kasse, bitte links anstellen', colour: '#8c2f39' },
  },
  'Halle 4': {
    names: [...hall(4), 'Wegweiser Richtung Halle 5, Foyer Nord, WC und Garderobe (hoch)'],
    poster: { title: 'Halle 4', line: 'Beginn 20:00', colour: '#3a2d6b' },
  },
  Backstage: {
    names: [
      'Künstlergarderobe 1',
      'Künstlergarderobe 2',
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
    poster: { title: 'Crew', line: 'Get-in 14:00 · Einlass 18:00', colour: '#2b2f33' },
  },
  'Halle 5': {
    names: [...aisles, ...stands(501), 'Bühne', 'Empore', 'Notausgang 5a', 'Notausgang 5b'],
    poster: { title: 'Halle 5', line: 'Beginn 21:30', colour: '#10294a' },
  },
  'Foyer Süd': {
    names: [...numbered('Säule', 14, 2), ...Array.from('ABCDEFGH', (letter) => `Treppe ${letter}`)],
    poster: { title: 'Programm', line: 'Heute auf allen Bühnen', colour: '#3d5a80' },
  },
  'Galerie Ost': {
    names: numbered('Vitrine', 16),
    poster: { title: 'Ausstellung', line: 'Galerien Ost und West', colour: '#e9ece4' },
  },
  Außengelände: {
    names: [...numbered('Tor', 6), ...numbered('Lichtmast', 28, 2)],
    poster: { title: 'Lichterfest', line: 'Umzug 22:30 ab Tor 3', colour: '#5b2a86' },
  },
  'Foyer West': {
    names: numbered('Säule', 18, 2),
    poster: { title: 'Willkommen', line: 'Halle 5 · Beginn 21:30', colour: '#f4d35e' },
  },
  'Galerie West': {
    names: numbered('Vitrine', 14),
    poster: { title: 'Ausstellung', line: 'Galerien Ost und West', colour: '#e9ece4' },
  },
};
const MORE_HALLS = 'Halle';
const FIRST_OF_MORE = 6;

/** The menu's pages hang among those of the bars. */
const OF_MENU = ['Bar 1 Mitte', 'Bar 3 links', 'Bar 6 Mitte', 'Bar 8 links'];
const MENU: Poster = { title: 'Karte', line: 'Maronensuppe, Flammkuchen, Quitten', colour: '#7a4b1e' };
/** Nobody has given them a page yet. */
const WITHOUT_PAGE = [
  'Halle 4/Gang G3',
  'Halle 4/Gang H1',
  'Halle 5/Gang E1',
  'Einlass/مدخل كبار الزوار',
  'Backstage/Sanitätsraum',
];
const IN_BACKGROUND = ['Halle 4/FOH', 'Halle 5/Gang E2', 'Backstage/Technik', 'Backstage/Crew'];

/** Records that wait for their devices. */
export const PREPARED = [
  { place: 'Halle 4', name: 'Stand 415' },
  { place: 'Halle 4', name: 'Stand 416' },
  { place: 'Halle 5', name: 'Stand 515' },
  { place: 'Halle 5', name: 'Stand 516' },
  { place: 'Einlass', name: 'Presse' },
] as const;

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-');

function signOf(place: string, name: string): DemoSign {
  const key = `${place}/${name}`;
  return {
    name,
    place,
    path: WITHOUT_PAGE.includes(key) ? null : `/${slug(place)}/${slug(name)}`,
    host: place === 'Bars' && OF_MENU.includes(name) ? 'menu' : 'walls',
    isInBackground: IN_BACKGROUND.includes(key),
  };
}

/** The first `count` signs of the event, place after place; past those that were drawn there are more halls. */
export function signsOf(count: number): DemoSign[] {
  const signs = Object.entries(PLACES).flatMap(([place, { names }]) => names.map((name) => signOf(place, name)));
  for (let number = FIRST_OF_MORE; signs.length < count; number += 1)
    signs.push(...hall(number).map((name) => signOf(`${MORE_HALLS} ${number}`, name)));
  return signs.slice(0, count);
}

/** What the page of a sign looks like. */
export function posterOf({ host, place }: DemoSign): Poster {
  if (host === 'menu') return MENU;
  return PLACES[place]?.poster ?? { title: place, line: 'Beginn 20:00', colour: '#3d5a80' };
}
