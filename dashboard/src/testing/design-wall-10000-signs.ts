import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import {
  at,
  BACKGROUND,
  blank,
  counted,
  ERROR,
  IDLE,
  MENU_AWAY,
  MENU_SHOWN,
  offline,
  rowOf,
  UNLINKED,
  type State,
} from './design-wall.ts';

/** The ten thousand signs of the drawing's field. */

/** Halls, foyers, gates, car parks and the rest, with how many signs each has: ten thousand. */
const FIELD: [place: string, count: number][] = [
  ...counted('Halle', 1, 20).map((hall): [string, number] => [hall, 240]),
  ...['Foyer Nord', 'Foyer Süd', 'Foyer Ost', 'Foyer West'].map((foyer): [string, number] => [foyer, 220]),
  ...counted('Tor', 1, 6).map((gate): [string, number] => [gate, 180]),
  ...counted('Parkhaus P', 1, 6).map((park): [string, number] => [park.replace('P ', 'P'), 190]),
  ...([
    ['Bars', 560],
    ['Galerien', 236],
    ['Garderoben', 236],
    ['Backstage', 236],
    ['Außengelände', 500],
  ] as [string, number][]),
  ['Bahnhof', 332],
];
/** Who is not well besides those of Halle 12, by number. */
const ALONE: [State, number[]][] = [
  [offline('19:41:04'), [5_115]],
  [offline('19:30:10'), [5_299]],
  [offline('19:19:40'), [6_081]],
  [ERROR, [5_380, 5_901]],
  [{ ...ERROR, statusSince: at('19:34:20') }, [8_507]],
  [blank('19:36:02'), [3_176, 6_231]],
  [
    { ...MENU_AWAY, ...MENU_SHOWN },
    [
      800, 1_274, 1_608, 1_785, 2_761, 3_769, 3_959, 4_184, 4_199, 4_503, 4_800, 5_305, 5_765, 5_825, 5_970, 6_077,
      6_702, 6_815, 7_688, 8_053, 8_435, 8_442,
    ],
  ],
  [BACKGROUND, [562, 1_465, 2_516, 2_968, 3_472, 7_409, 7_435, 9_776]],
  [
    IDLE,
    [
      254, 451, 482, 767, 889, 1_432, 2_660, 3_003, 3_478, 3_529, 3_847, 4_194, 4_281, 4_445, 4_661, 4_972, 5_020,
      5_261, 5_534, 5_547, 5_766, 6_347, 6_440, 7_334, 7_342, 7_594, 8_202, 8_413, 8_455, 8_497, 9_843,
    ],
  ],
  [
    UNLINKED,
    [
      85, 1_185, 1_254, 1_601, 3_078, 3_691, 3_776, 4_108, 4_348, 5_145, 5_871, 6_236, 6_298, 6_302, 8_424, 8_529,
      9_187, 9_373,
    ],
  ],
];

/** A hall has as many cells a row on the map, in both windows. */
const PER_ROW = 20;
/** The last so many cells of four rows went offline: a quarter of the hall, so that they have one cause (contract, section 3). */
const WENT = { place: 'Halle 12', firstRow: 3, rows: 4, columns: 15 };

/** Ten thousand signs. */
export function drawnField(): SignRow[] {
  const alone = new Map(ALONE.flatMap(([state, numbers]) => numbers.map((number) => [number, state])));
  const rows: SignRow[] = [];
  for (const [place, count] of FIELD)
    for (let nth = 0; nth < count; nth += 1) {
      const [row, column] = [Math.floor(nth / PER_ROW), nth % PER_ROW];
      const isGone =
        place === WENT.place &&
        row >= WENT.firstRow &&
        row < WENT.firstRow + WENT.rows &&
        column >= PER_ROW - WENT.columns;
      const name = `${place.replace('Halle ', '')}.${row + 1} ${String.fromCharCode(65 + column)}`;
      const number = rows.length;
      const state = isGone ? offline(`19:38:${String(6 + (nth % 7)).padStart(2, '0')}`) : (alone.get(number) ?? {});
      const url = `https://${place.toLowerCase().replaceAll(' ', '-')}.lichterfest.example/`;
      rows.push(rowOf(number, place, name, { shown: { url, source: 'assigned', until: null } as never, ...state }));
    }
  return rows;
}
