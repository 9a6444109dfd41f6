/** The six walls by which the layout of the map is judged: their places and the names of their signs, from 60 to ten thousand. */

export const SIZES = [60, 240, 306, 1_000, 3_000, 10_000] as const;
export type WallSize = (typeof SIZES)[number];
export type Place = readonly [name: string, signs: readonly string[]];

const numbered = (name: string, to: number, digits = 1, from = 1): string[] =>
  Array.from({ length: to - from + 1 }, (_, step) => name + String(from + step).padStart(digits, '0'));
const each = (names: readonly string[], ends: readonly string[]): string[] =>
  names.flatMap((name) => ends.map((end) => `${name} ${end}`));
const alike = (places: readonly string[], many: number, name: (place: string) => string): Place[] =>
  places.map((place) => [place, numbered(name(place), many, many > 99 ? 3 : 2)]);

const GANGS = Array.from('ABCDEFGH').flatMap((row) => numbered(`Gang ${row}`, 3));
const SIDES = ['links', 'Mitte', 'rechts', 'Rückseite'];
const bars = (many: number, sides = SIDES): Place => ['Bars', each(numbered('Bar ', many), sides)];
const hallNumber = (place: string): string => `${place.replaceAll(/\D/g, '')}.`;

const HALL_4 = [
  'Bühne links',
  'Bühne rechts',
  'Empore 1',
  'Empore 2',
  'FOH',
  ...GANGS,
  'Notausgang 4a',
  'Notausgang 4b',
  ...numbered('Stand ', 416, 3, 401),
  'Wegweiser Richtung Halle 5, Foyer Nord, WC und Garderobe (hoch)',
];
const HALL_5 = ['Bühne', 'Empore', ...GANGS, 'Notausgang 5a', 'Notausgang 5b', ...numbered('Stand ', 516, 3, 501)];
const GATE = [
  ...numbered('Kasse ', 12),
  ...numbered('Drehkreuz ', 8),
  'VIP Einlass',
  'Gästeliste',
  'مدخل كبار الزوار',
  'Presse',
];
const BACKSTAGE = [
  ...numbered('Künstlergarderobe ', 2),
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
];
const SOUTH = [...numbered('Säule ', 14, 2), ...Array.from('ABCDEFGH', (letter) => `Treppe ${letter}`)];
const CLOAKROOMS = each(numbered('Garderobe ', 7), ['links', 'rechts']);
const PARKING = each(numbered('Ebene ', 4, 1, 0), ['Einfahrt', 'Ausfahrt']);

/** The places of each wall, in the order of the drawing. */
export const SIX_WALLS: Record<WallSize, readonly Place[]> = {
  60: [
    ['Foyer', numbered('Säule ', 8, 2)],
    ['Saal', [...numbered('Reihe ', 10, 2), 'Bühne links', 'Bühne rechts']],
    ['Bar', each(numbered('Bar ', 3), ['links', 'rechts'])],
    ['Garderobe', CLOAKROOMS.slice(0, 4)],
    ['Eingang', [...numbered('Kasse ', 4), 'Gästeliste', 'Presse']],
    ['Treppenhaus', numbered('Treppe ', 9)],
    ['Backstage', ['Künstlergarderobe 1', 'Technik', 'Catering']],
    ['Hof', numbered('Lichtmast ', 12, 2)],
  ],
  240: [
    ['Foyer Nord', numbered('Säule ', 18, 2)],
    ['Foyer Süd', SOUTH],
    ['Einlass', GATE],
    ['Backstage', BACKSTAGE],
    ['Halle 4', HALL_4],
    ['Garderoben', CLOAKROOMS],
    ['Parkhaus P2', PARKING],
    ['Galerie Ost', numbered('Vitrine ', 16)],
    ['Halle 5', HALL_5],
    bars(8),
  ],
  306: [
    ['Außengelände', [...numbered('Lichtmast ', 28, 2), ...numbered('Tor ', 6)]],
    ['Backstage', BACKSTAGE],
    bars(8),
    ['Einlass', GATE],
    ['Foyer Nord', numbered('Säule ', 19, 2)],
    ['Foyer Süd', SOUTH],
    ['Foyer West', numbered('Säule ', 18, 2)],
    ['Galerie Ost', numbered('Vitrine ', 16)],
    ['Galerie West', numbered('Vitrine ', 13)],
    ['Garderoben', CLOAKROOMS],
    ['Halle 4', HALL_4],
    ['Halle 5', HALL_5],
    ['Parkhaus P2', PARKING],
  ],
  1000: [
    ...alike(numbered('Halle ', 5), 96, hallNumber),
    ...alike(['Foyer Nord', 'Foyer Süd'], 60, () => 'Säule '),
    ...alike(['Foyer West'], 40, () => 'Säule '),
    ...alike(['Einlass'], 64, () => 'Kasse '),
    bars(20),
    ...alike(['Galerie Ost'], 40, () => 'Vitrine '),
    ...alike(['Galerie West'], 36, () => 'Vitrine '),
    ['Garderoben', each(numbered('Garderobe ', 20), ['links', 'rechts'])],
    ...alike(['Parkhaus P1', 'Parkhaus P2'], 30, () => 'Ebene '),
    ...alike(['Backstage'], 24, () => 'Raum '),
    ['Außengelände', numbered('Tor ', 16)],
  ],
  3000: [
    ...alike(numbered('Halle ', 10), 160, hallNumber),
    ...alike(['Foyer Nord', 'Foyer Süd', 'Foyer Ost'], 100, () => 'Säule '),
    ...alike(numbered('Tor ', 4), 60, hallNumber),
    ...alike(numbered('Parkhaus P', 3), 120, () => 'Ebene '),
    bars(50),
    ...alike(['Galerien'], 120, () => 'Vitrine '),
    ...alike(['Garderoben'], 60, () => 'Theke '),
    ...alike(['Backstage'], 40, () => 'Raum '),
    ...alike(['Außengelände'], 80, () => 'Mast '),
  ],
  10000: [
    ...alike(numbered('Halle ', 20), 240, hallNumber),
    ...alike(['Foyer Nord', 'Foyer Süd', 'Foyer Ost', 'Foyer West'], 220, () => 'Säule '),
    ...alike(numbered('Tor ', 6), 180, hallNumber),
    ...alike(numbered('Parkhaus P', 6), 190, () => 'Ebene '),
    bars(140),
    ...alike(['Galerien', 'Garderoben', 'Backstage'], 236, () => 'Nr. '),
    ...alike(['Außengelände'], 500, () => 'Mast '),
    ...alike(['Bahnhof'], 332, () => 'Gleis '),
  ],
};

/** The signs of each place. */
export const countsOf = (size: WallSize): number[] => SIX_WALLS[size].map(([, signs]) => signs.length);

/** What a window leaves for the map beside the rail, in px of the page, which a large window enlarges. */
export const MAPS = {
  '1440×900': { width: 1_104, height: 744 },
  '3840×2160': { width: 1_584, height: 924 },
};
