import { mostInRow, rowOf, WALL, type Look } from './cell-levels.ts';

/**
 * How the signs of an event fill a map: some hundred layouts are tried, columns of whole places with so many cells across in all of them together, and the layout is
 * taken that uses most of the area with the best-shaped cells. How wide its cells are then decides what a sign is. Pure; lengths are px of the page.
 */

export interface Size {
  width: number;
  height: number;
}

export interface Fill {
  /** The places of each column, from top to bottom. */
  columns: readonly (readonly number[])[];
  /** By column: cells across, and the height of a row. */
  across: readonly number[];
  rowHeights: readonly number[];
  /** By place: how many signs stand in a row. They take the column's whole width. */
  perRow: readonly number[];
  /** The width and height of a cell of the fullest column. */
  pitch: number;
  cellHeight: number;
  heading: number;
  gap: number;
  gutter: number;
  /** The share of the map that is signs and headings. */
  used: number;
}

/** Around everything. */
export const EDGE = { left: 14, right: 16, above: 8 };
/** A mark is never smaller: more signs than that scroll. */
export const MARK_LEAST = 7;
const ROW_LEAST = 6;
const COLUMNS_MOST = 24;
/** How far a cell may be from the width with which it would use everything. */
const WIDTHS = { least: 0.6, most: 1.5 };
/** While a layout uses so much, one sign more or less is laid into it. */
const STAYS_FROM = 0.8;

const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0);
const roomOf = ({ width, height }: Size): Size => ({
  width: width - EDGE.left - EDGE.right,
  height: height - 2 * EDGE.above,
});

/** The rows of a column: how many, and how many they would be if no last row had open cells. */
interface Rows {
  all: number;
  full: number;
}
interface Column {
  places: readonly number[];
  /** Its share of all signs and headings. */
  weight: number;
  /** By cells across, for what was asked before: neighbouring layouts differ in few columns. */
  known: Map<number, Rows>;
}

/** Each place in the column in which its middle falls; a heading weighs as many signs as would fit into it. */
function divided(counts: readonly number[], columns: number, heading: number): Column[] {
  const weights = counts.map((count) => count + heading);
  const all = sumOf(weights);
  const made = Array.from({ length: columns }, () => ({ places: [] as number[], weight: 0, known: new Map() }));
  let above = 0;
  weights.forEach((weight, place) => {
    const column = made[Math.floor(Math.min(0.999, (above + weight / 2) / all) * columns)]!;
    column.places.push(place);
    column.weight += weight / all;
    above += weight;
  });
  return made.filter(({ places }) => places.length > 0);
}

const KEY = 65_536;
function rowsIn(counts: readonly number[], { places, known }: Column, across: number, pitch: number): Rows {
  const most = mostInRow(across, pitch);
  const key = across * KEY + most;
  let rows = known.get(key);
  if (rows) return rows;
  rows = { all: 0, full: 0 };
  for (const place of places) {
    const inRow = rowOf(counts[place]!, across, most);
    rows.all += Math.ceil(counts[place]! / inRow);
    rows.full += counts[place]! / inRow;
  }
  known.set(key, rows);
  return rows;
}

/** A layout, before it is known to be the best. */
interface Draft {
  columns: readonly Column[];
  across: readonly number[];
  rowHeights: readonly number[];
  pitch: number;
  gutter: number;
  cellHeight: number;
  used: number;
}

/** What its headings leave of a column for rows. */
const leftOf = ({ places }: Column, room: Size, heading: number, gap: number): number =>
  room.height - places.length * (heading + gap) + gap;

/** The fullest column sets the height of a cell, the others stretch their rows. Null: the rows would be too low. */
function stretched(
  counts: readonly number[],
  size: Size,
  look: Look,
  layout: Pick<Draft, 'columns' | 'across' | 'pitch' | 'gutter'>,
): Draft | null {
  const { columns, across, pitch } = layout;
  const [heading, gap] = [look.heading(pitch), look.gap(pitch)];
  const rows = columns.map((column, nth) => rowsIn(counts, column, across[nth]!, pitch));
  const heights = columns.map((column, nth) => leftOf(column, roomOf(size), heading, gap) / rows[nth]!.all);
  const cellHeight = Math.min(...heights);
  if (cellHeight < ROW_LEAST) return null;
  const rowHeights = heights.map((high) => Math.min(high, cellHeight * look.stretch(pitch)));
  const areas = columns.map(
    ({ places }, nth) => across[nth]! * pitch * (rows[nth]!.full * rowHeights[nth]! + places.length * heading),
  );
  return { ...layout, rowHeights, cellHeight, used: sumOf(areas) / (size.width * size.height) };
}

/** Cells across go to columns by weight; those left over go one by one to whichever column is fullest. Null: there are too few. */
function shared(
  counts: readonly number[],
  room: Size,
  look: Look,
  columns: readonly Column[],
  cells: number,
  pitch: number,
): number[] | null {
  const least = Math.max(1, Math.ceil(look.column / pitch));
  const across = columns.map(({ weight }) => Math.max(least, Math.floor(cells * weight)));
  let spare = cells - sumOf(across);
  if (spare < 0) return null;
  const left = columns.map((column) => leftOf(column, room, look.heading(pitch), look.gap(pitch)));
  if (Math.min(...left) < MARK_LEAST) return null;
  const heightOf = (nth: number): number => left[nth]! / rowsIn(counts, columns[nth]!, across[nth]!, pitch).all;
  const heights = columns.map((_, nth) => heightOf(nth));
  for (; spare > 0; spare -= 1) {
    const fullest = heights.indexOf(Math.min(...heights));
    across[fullest]! += 1;
    heights[fullest] = heightOf(fullest);
  }
  return across;
}

/** Used counts four times as much as the shape of a cell. */
function scoreOf({ used, pitch, cellHeight }: Draft, look: Look): number {
  const off = pitch / cellHeight / look.shape(pitch);
  return used * used * Math.sqrt(Math.min(off, 1 / off));
}

function finished(counts: readonly number[], look: Look, draft: Draft): Fill {
  const { across, pitch } = draft;
  const perRow: number[] = [];
  draft.columns.forEach(({ places }, nth) => {
    const most = mostInRow(across[nth]!, pitch);
    for (const place of places) perRow[place] = rowOf(counts[place]!, across[nth]!, most);
  });
  const columns = draft.columns.map(({ places }) => places);
  return { ...draft, columns, perRow, heading: look.heading(pitch), gap: look.gap(pitch) };
}

/** `counts`: the signs of each place, in their order. Null: with 7 px a sign there are too many, and they scroll. */
export function fill(counts: readonly number[], size: Size, look: Look = WALL): Fill | null {
  const total = sumOf(counts);
  const room = roomOf(size);
  let best: { draft: Draft; score: number } | null = null;
  for (let columns = 1; columns <= Math.min(COLUMNS_MOST, counts.length); columns += 1) {
    const known = new Map<number, Column[]>();
    for (let cells = columns; cells <= Math.max(columns, total); cells += 1) {
      const gutter = look.gutter(room.width / cells);
      const pitch = (room.width - gutter * (columns - 1)) / cells;
      const usual = Math.sqrt(((room.width * room.height) / total) * look.shape(pitch));
      if (pitch < MARK_LEAST || pitch < WIDTHS.least * usual) break;
      if (pitch > WIDTHS.most * usual) continue;
      const heading = (((look.heading(pitch) + look.gap(pitch)) / columns) * total) / room.height;
      const parts = known.get(heading) ?? divided(counts, columns, heading);
      known.set(heading, parts);
      const across = shared(counts, room, look, parts, cells, pitch);
      const draft = across && stretched(counts, size, look, { columns: parts, across, pitch, gutter });
      const score = draft ? scoreOf(draft, look) : 0;
      if (draft && (!best || score > best.score)) best = { draft, score };
    }
  }
  return best && finished(counts, look, best.draft);
}

/**
 * The same columns with other counts, so that a sign that comes or goes moves only its place and its column; null where that uses less than 80 % of the map, or where a
 * place came or went.
 */
export function refilled(
  before: Pick<Fill, 'columns' | 'across' | 'pitch' | 'gutter' | 'perRow'>,
  counts: readonly number[],
  size: Size,
  look: Look = WALL,
): Fill | null {
  if (before.perRow.length !== counts.length) return null;
  const columns = before.columns.map((places) => ({ places, weight: 0, known: new Map<number, Rows>() }));
  const { across, pitch, gutter } = before;
  const draft = stretched(counts, size, look, { columns, across, pitch, gutter });
  return draft && draft.used >= STAYS_FROM ? finished(counts, look, draft) : null;
}
