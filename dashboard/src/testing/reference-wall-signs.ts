import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { SIX_WALLS, type WallSize } from '../wall/testing/reference-walls.ts';
import {
  BACKGROUND,
  blank,
  ERROR,
  IDLE,
  LOADING,
  MENU_AWAY,
  MENU_SHOWN,
  offline,
  rowOf,
  UNLINKED,
  UNSTABLE,
  type State,
} from './design-wall.ts';

/** The signs of the six walls as they are drawn: some neighbours of one place are offline together, and a few elsewhere are in trouble. */

/** By wall: the place of those that are offline together, the first of them, and how many they are. */
const TOGETHER: Record<WallSize, [place: string, first: number, many: number]> = {
  60: ['Hof', 4, 2],
  240: ['Foyer Nord', 3, 6],
  306: ['Foyer Nord', 3, 6],
  1000: ['Foyer Nord', 12, 9],
  3000: ['Halle 5', 30, 14],
  10000: ['Halle 12', 66, 38],
};
const NAMED: Record<string, State> = {
  'Ebene 3 Ausfahrt': offline('19:19:40'),
  'Kasse 11': ERROR,
  'Bar 4 rechts': blank('19:36:02'),
  Empore: blank('19:36:20'),
  'Bar 1 Mitte': MENU_AWAY,
  'Bar 3 links': MENU_AWAY,
  'Bar 6 Mitte': MENU_AWAY,
  'Garderobe 3 rechts': UNSTABLE,
  'Künstlergarderobe 2': offline('19:19:40'),
  Technik: BACKGROUND,
  FOH: BACKGROUND,
  'Gang E2': LOADING,
  'Gang G3': IDLE,
  'Stand 415': UNLINKED,
  Presse: UNLINKED,
};
/** The Hofkonzert has a few others. */
const OF_60: Record<string, State> = {
  'Künstlergarderobe 1': { ...MENU_AWAY, ...MENU_SHOWN },
  'Bühne rechts': IDLE,
  Technik: BACKGROUND,
  Presse: UNLINKED,
};
/** Of a larger wall each sign whose number is a multiple, after a few steps from it. */
const EVERY: [State, every: number, after: number][] = [
  [offline('19:30:10'), 907, 451],
  [ERROR, 2_503, 700],
  [blank('19:36:02'), 3_001, 333],
  [MENU_AWAY, 401, 88],
  [UNSTABLE, 1_999, 612],
  [BACKGROUND, 701, 53],
  [LOADING, 709, 121],
  [IDLE, 307, 44],
  [UNLINKED, 499, 77],
];

export function signsOfWall(size: WallSize): SignRow[] {
  const [together, first, many] = TOGETHER[size];
  const all = SIX_WALLS[size].flatMap(([place, names]) => names.map((name, nth) => ({ place, name, nth })));
  return all.map(({ place, name, nth }, number) => {
    const isTogether = place === together && nth >= first && nth < first + many;
    const known =
      size <= 306
        ? (size === 60 ? OF_60 : NAMED)[name]
        : EVERY.find(([, every, after]) => number % every === after)?.[0];
    return rowOf(number, place, name, isTogether ? offline(`19:38:${10 + (nth % 3)}`) : (known ?? {}));
  });
}
