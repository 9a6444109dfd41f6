import { rowsOf } from './map-layout.ts';
import { cellOf, placeOfSign, type Ground } from './map-coordinates.ts';

/** From one sign of the map to the next, by arrow keys. Pure. */

export const WALKS = ['left', 'right', 'up', 'down', 'place-before', 'place-after', 'first', 'last'] as const;
export type Walk = (typeof WALKS)[number];

/** Down from the last row of a place one comes to the next place, to the cell of its first row that is below; up likewise. */
function across(ground: Ground, sign: number, place: number, rowStep: 1 | -1): number {
  const { perRow, counts } = ground.arrangement;
  const at = sign - ground.firsts[place]!;
  const column = at % perRow[place]!;
  const row = Math.floor(at / perRow[place]!) + rowStep;
  if (row >= 0 && row < rowsOf(counts[place]!, perRow[place]!))
    return ground.firsts[place]! + Math.min(counts[place]! - 1, row * perRow[place]! + column);
  const next = place + rowStep;
  if (next < 0 || next >= counts.length) return sign;
  const { width } = cellOf(ground, sign);
  const wanted = Math.floor(((column + 0.5) * width) / ground.cellWidths[next]!);
  const to = rowStep === 1 ? 0 : rowsOf(counts[next]!, perRow[next]!) - 1;
  return ground.firsts[next]! + Math.min(counts[next]! - 1, to * perRow[next]! + Math.min(perRow[next]! - 1, wanted));
}
/** The sign that one comes to; the same where it goes no further. */
export function walk(ground: Ground, sign: number, to: Walk): number {
  const last = ground.firsts.at(-1)! - 1;
  const place = placeOfSign(ground, sign);
  switch (to) {
    case 'left':
      return Math.max(0, sign - 1);
    case 'right':
      return Math.min(last, sign + 1);
    case 'up':
      return across(ground, sign, place, -1);
    case 'down':
      return across(ground, sign, place, 1);
    case 'place-before':
      return ground.firsts[sign === ground.firsts[place] ? Math.max(0, place - 1) : place]!;
    case 'place-after':
      return place + 1 < ground.arrangement.counts.length ? ground.firsts[place + 1]! : last;
    case 'first':
      return 0;
    case 'last':
      return last;
  }
}
