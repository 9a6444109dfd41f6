import { factsOf } from '../ui/sign-marks-and-severity.ts';
import type { WallWords } from '../words/wall-words-loader.ts';
import { rowsOf } from './map-layout.ts';
import type { ShownRow } from './frozen-order.ts';
import { placeOfSign, type Ground } from './map-coordinates.ts';

/** The one real cell of the map's grid: the sign in focus, for who hears the page. */

export interface Standing {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/** Where a sign stands in the grid of all places, counted from 1. */
export function standingOf(ground: Ground | null, sign: number): Standing | null {
  if (!ground) return null;
  const { counts, perRow } = ground.arrangement;
  const place = placeOfSign(ground, sign);
  const at = sign - ground.firsts[place]!;
  const high = (some: readonly number[]): number =>
    some.reduce((sum, count, nth) => sum + rowsOf(count, perRow[nth]!), 0);
  return {
    row: high(counts.slice(0, place)) + Math.floor(at / perRow[place]!) + 1,
    column: (at % perRow[place]!) + 1,
    rows: high(counts),
    columns: Math.max(...perRow),
  };
}

/** Name, place and the three facts of a sign. */
export function cellText(words: WallWords, sign: ShownRow, place: string, isHeld: boolean, isChosen: boolean): string {
  if (sign.isGone) return `${words.views.table.gone}: ${sign.name}, ${place}`;
  const { connection, content, isThen, screen } = factsOf(sign, isHeld);
  const then = isThen ? ` ${words.map.peek.ofThen}` : '';
  const facts = [words.marks[connection], words.marks[content] + then, words.marks[screen]].join(', ');
  return `${sign.name}, ${place}: ${facts}${isChosen ? `, ${words.map.chosen}` : ''}`;
}

export const FocusCell = (props: { id: string; standing: Standing | null; said: string; isChosen: boolean }) => (
  <div role="row" class="sr-only" aria-rowindex={props.standing?.row}>
    <div role="gridcell" id={props.id} aria-colindex={props.standing?.column} aria-selected={props.isChosen}>
      {props.said}
    </div>
  </div>
);
