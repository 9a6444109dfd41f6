import { edgeAt, GUTTER, headingHeight, MARGIN, MARGIN_END, placeGap, rowsOf, type Arrangement } from './arrange.ts';

/** Where everything lies at a pitch, seen from the top left corner of all: points to signs, rectangles to signs, from one sign to the next. Pure. */

export interface Ground {
  arrangement: Arrangement;
  pitch: number;
  cellHeight: number;
  /** By place: the top left corner of its first cell; its heading is above. */
  lefts: readonly number[];
  tops: readonly number[];
  /** By place: the number of its first sign; and of all the last: how many signs there are. */
  firsts: readonly number[];
  width: number;
  height: number;
}

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function groundAt(arrangement: Arrangement, pitch: number): Ground {
  const { counts, columnOf, columns, room, perRow, aspect } = arrangement;
  // What a column has more than its cells is part of the gap to the next.
  const gutter = GUTTER + room - perRow * arrangement.pitch;
  const cellHeight = pitch * aspect;
  const [heading, edge] = [headingHeight(pitch), edgeAt(pitch)];
  const filled = Array.from({ length: columns }, () => edge);
  const [lefts, tops, firsts]: number[][] = [[], [], [0]];
  counts.forEach((count, place) => {
    const column = columnOf[place]!;
    lefts!.push(MARGIN + column * (perRow * pitch + gutter));
    tops!.push(filled[column]! + heading);
    filled[column]! += heading + rowsOf(count, perRow) * cellHeight + placeGap(pitch);
    firsts!.push(firsts!.at(-1)! + count);
  });
  const width = MARGIN + MARGIN_END + columns * perRow * pitch + (columns - 1) * gutter;
  return {
    arrangement,
    pitch,
    cellHeight,
    lefts: lefts!,
    tops: tops!,
    firsts: firsts!,
    width,
    height: Math.max(...filled) + edge,
  };
}

/** The place of a sign. */
export function placeOfSign({ firsts }: Ground, sign: number): number {
  let [low, high] = [0, firsts.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (firsts[middle]! <= sign) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The top left corner of a sign's cell. */
export function cornerOf(ground: Ground, sign: number): { x: number; y: number } {
  const place = placeOfSign(ground, sign);
  const at = sign - ground.firsts[place]!;
  const { perRow } = ground.arrangement;
  return {
    x: ground.lefts[place]! + (at % perRow) * ground.pitch,
    y: ground.tops[place]! + Math.floor(at / perRow) * ground.cellHeight,
  };
}

/** The sign whose cell is at a point; null where there is none. */
export function signAt(ground: Ground, x: number, y: number): number | null {
  const { perRow, counts } = ground.arrangement;
  for (let place = 0; place < counts.length; place += 1) {
    const column = Math.floor((x - ground.lefts[place]!) / ground.pitch);
    const row = Math.floor((y - ground.tops[place]!) / ground.cellHeight);
    if (column < 0 || column >= perRow || row < 0) continue;
    const at = row * perRow + column;
    if (at < counts[place]!) return ground.firsts[place]! + at;
  }
  return null;
}

/** A part of a rectangle's edge that a cell may stick out: who draws one around marks does not hit each exactly. */
const STICKS_OUT = 0.5;

/** The signs of which a rectangle has at least half, in both directions; in their order. */
export function signsIn(ground: Ground, { left, top, right, bottom }: Rect): number[] {
  const { perRow, counts } = ground.arrangement;
  const found: number[] = [];
  counts.forEach((count, place) => {
    const within = (from: number, to: number, start: number, cell: number, most: number) => [
      Math.max(0, Math.ceil((from - start) / cell - STICKS_OUT)),
      Math.min(most - 1, Math.floor((to - start) / cell - STICKS_OUT)),
    ];
    const rows = rowsOf(count, perRow);
    const [firstRow, lastRow] = within(top, bottom, ground.tops[place]!, ground.cellHeight, rows);
    const [first, last] = within(left, right, ground.lefts[place]!, ground.pitch, perRow);
    for (let row = firstRow!; row <= lastRow!; row += 1)
      for (let column = first!; column <= last!; column += 1) {
        const at = row * perRow + column;
        if (at < count) found.push(ground.firsts[place]! + at);
      }
  });
  return found;
}

export const WALKS = ['left', 'right', 'up', 'down', 'place-before', 'place-after', 'first', 'last'] as const;
export type Walk = (typeof WALKS)[number];

/** Down from the last row of a place one comes to the next place, in the same column of cells as far as there is one; up likewise. */
function across(ground: Ground, sign: number, place: number, rowStep: 1 | -1): number {
  const { perRow, counts } = ground.arrangement;
  const at = sign - ground.firsts[place]!;
  const [row, column] = [Math.floor(at / perRow) + rowStep, at % perRow];
  const inRow = (of: number, wanted: number) =>
    ground.firsts[of]! + Math.min(counts[of]! - 1, wanted * perRow + column);
  if (row >= 0 && row < rowsOf(counts[place]!, perRow)) return inRow(place, row);
  const next = place + rowStep;
  if (next < 0 || next >= counts.length) return sign;
  return inRow(next, rowStep === 1 ? 0 : rowsOf(counts[next]!, perRow) - 1);
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
