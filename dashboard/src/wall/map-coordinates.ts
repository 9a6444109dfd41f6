import { rowsOf, type Arrangement } from './map-layout.ts';
import { EDGE } from './map-fill.ts';
import { shapeOf } from './cell-levels.ts';

/** Where everything lies at a pitch, seen from the top left corner of all: points to signs, rectangles to signs. Pure. */

export interface Ground {
  arrangement: Arrangement;
  pitch: number;
  /** Of a heading. */
  heading: number;
  /** By place: the top left corner of its first cell; its heading is above. And the size of its cells. */
  lefts: readonly number[];
  tops: readonly number[];
  cellWidths: readonly number[];
  cellHeights: readonly number[];
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

/** Half a step nearer, cells have their usual shape. */
const SHAPED_AFTER = 0.5;
/** Headings grow less than cells. */
const HEADING_MOST = 1.4;
/** Between two places of a column that is less full than others. */
const SLACK_MOST = 24;

export function groundAt(arrangement: Arrangement, pitch: number): Ground {
  const { counts, size, columns, across, perRow, rowHeights, gap, gutter } = arrangement;
  const times = pitch / arrangement.pitch;
  const isShaped = arrangement.keepsShape ? 0 : Math.min(1, Math.max(0, times - 1) / SHAPED_AFTER);
  const heading = arrangement.heading * Math.min(HEADING_MOST, Math.sqrt(times));
  const [lefts, tops, cellWidths, cellHeights]: number[][] = [[], [], [], []];
  let [x, height] = [EDGE.left, 0];
  columns.forEach((places, column) => {
    const wide = across[column]! * pitch;
    const unshaped = rowHeights[column]! * times;
    const high = unshaped + (pitch / shapeOf(pitch) - unshaped) * isShaped;
    const rows = places.reduce((sum, place) => sum + rowsOf(counts[place]!, perRow[place]!), 0);
    const full = EDGE.above + rows * high + places.length * (heading + gap) - gap;
    const open = arrangement.fits ? Math.max(0, size.height - EDGE.above - full) * (1 - isShaped) : 0;
    const slack = places.length > 1 ? Math.min(SLACK_MOST, open / (places.length - 1)) : 0;
    let y = EDGE.above;
    for (const place of places) {
      [lefts![place], tops![place]] = [x, y + heading];
      [cellWidths![place], cellHeights![place]] = [wide / perRow[place]!, high];
      y += heading + rowsOf(counts[place]!, perRow[place]!) * high + gap + slack;
    }
    height = Math.max(height, y - gap - slack + EDGE.above);
    x += wide + gutter;
  });
  const firsts = [0];
  for (const count of counts) firsts.push(firsts.at(-1)! + count);
  const places = { lefts: lefts!, tops: tops!, cellWidths: cellWidths!, cellHeights: cellHeights!, firsts };
  return { arrangement, pitch, heading, ...places, width: x - gutter + EDGE.right, height };
}

/** The place of a sign. */
export function placeOfSign({ firsts }: Pick<Ground, 'firsts'>, sign: number): number {
  let [low, high] = [0, firsts.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (firsts[middle]! <= sign) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The cell of a sign, by its top left corner. */
export interface Cell {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function cellOf(ground: Ground, sign: number): Cell {
  const place = placeOfSign(ground, sign);
  const at = sign - ground.firsts[place]!;
  const perRow = ground.arrangement.perRow[place]!;
  const [width, height] = [ground.cellWidths[place]!, ground.cellHeights[place]!];
  return {
    x: ground.lefts[place]! + (at % perRow) * width,
    y: ground.tops[place]! + Math.floor(at / perRow) * height,
    width,
    height,
  };
}

/** The sign whose cell is at a point; null where there is none. */
export function signAt(ground: Ground, x: number, y: number): number | null {
  const { perRow, counts } = ground.arrangement;
  for (let place = 0; place < counts.length; place += 1) {
    const column = Math.floor((x - ground.lefts[place]!) / ground.cellWidths[place]!);
    const row = Math.floor((y - ground.tops[place]!) / ground.cellHeights[place]!);
    if (column < 0 || column >= perRow[place]! || row < 0) continue;
    const at = row * perRow[place]! + column;
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
    const inRow = perRow[place]!;
    const [wide, high] = [ground.cellWidths[place]!, ground.cellHeights[place]!];
    const [firstRow, lastRow] = within(top, bottom, ground.tops[place]!, high, rowsOf(count, inRow));
    const [first, last] = within(left, right, ground.lefts[place]!, wide, inRow);
    for (let row = firstRow!; row <= lastRow!; row += 1)
      for (let column = first!; column <= last!; column += 1) {
        const at = row * inRow + column;
        if (at < count) found.push(ground.firsts[place]! + at);
      }
  });
  return found;
}

/** A point of a cell: which one, and where in it, from 0 to 1. It is the same at every pitch. */
export interface Spot {
  sign: number;
  u: number;
  v: number;
}

/** The point of a sign's cell that is nearest to a point of the ground. There is at least one sign. */
export function nearestTo(ground: Ground, x: number, y: number): Spot {
  const { perRow, counts } = ground.arrangement;
  const within = (at: number, most: number) => Math.max(0, Math.min(most, at));
  let [best, away] = [{ sign: 0, u: 0, v: 0 }, Infinity];
  counts.forEach((count, place) => {
    const rows = rowsOf(count, perRow[place]!);
    const [across, down] = [
      (x - ground.lefts[place]!) / ground.cellWidths[place]!,
      (y - ground.tops[place]!) / ground.cellHeights[place]!,
    ];
    // Where the last row is short, the one above it may be nearer.
    for (const row of new Set([within(Math.floor(down), rows - 1), Math.max(0, rows - 2)])) {
      const inRow = Math.min(perRow[place]!, count - row * perRow[place]!);
      const column = within(Math.floor(across), inRow - 1);
      const [u, v] = [within(across - column, 1), within(down - row, 1)];
      const apart =
        ((column + u - across) * ground.cellWidths[place]!) ** 2 + ((row + v - down) * ground.cellHeights[place]!) ** 2;
      if (apart < away) [best, away] = [{ sign: ground.firsts[place]! + row * perRow[place]! + column, u, v }, apart];
    }
  });
  return best;
}

/** Where a spot is on this ground. */
export function pointOf(ground: Ground, { sign, u, v }: Spot): { x: number; y: number } {
  const cell = cellOf(ground, sign);
  return { x: cell.x + u * cell.width, y: cell.y + v * cell.height };
}
