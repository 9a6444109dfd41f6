import { EDGE, fill, MARK_LEAST, refilled, type Fill, type Size } from './map-fill.ts';
import { WALL } from './cell-levels.ts';

/** How places lie on a canvas: laid so that they fill it; where there are too many signs for that, and on a phone, they are scrolled. Zooming changes the pitch alone. Pure. */

export type { Size } from './map-fill.ts';

export interface Arrangement extends Fill {
  /** By place: how many signs. */
  counts: readonly number[];
  /** Of the canvas. */
  size: Size;
  /** Whether all fits; else it is scrolled downwards. */
  fits: boolean;
  /** Whether cells have the same shape at every pitch. */
  keepsShape: boolean;
}

/** For fingers. */
const PHONE_PLATE = { width: 68, height: 43 };
/** Up to so many signs a phone shows as plates: more would be a long way down. */
const PHONE_PLATES_MOST = 600;
/** Where the drawings change to their phone's layout, less what stands beside a canvas. */
const PHONE_WIDTH = 460;
/** Above a column of marks that are scrolled, a name, a count and what is wrong there have room. */
const SCROLLED_COLUMN = 160;

/** Cells of this size in columns of about one height. */
function scrolled(counts: readonly number[], size: Size, cell: Size, most: number): Arrangement {
  const [heading, gap, gutter] = [WALL.heading(cell.width), WALL.gap(cell.width), WALL.gutter(cell.width)];
  const room = size.width - EDGE.left - EDGE.right;
  const many = Math.max(1, Math.min(counts.length, most, Math.floor((room + gutter) / (SCROLLED_COLUMN + gutter))));
  const wide = (room - gutter * (many - 1)) / many;
  const inRow = Math.max(1, Math.floor(wide / cell.width));
  const highs = counts.map((count) => Math.ceil(count / inRow) * cell.height + heading + gap);
  const share = highs.reduce((sum, high) => sum + high, 0) / many;
  const columns = Array.from({ length: many }, (): number[] => []);
  let above = 0;
  // By where its middle would be in one single column: the order stays from top to bottom, then to the next column.
  highs.forEach((high, place) => {
    columns[Math.min(many - 1, Math.floor((above + high / 2) / share))]!.push(place);
    above += high;
  });
  const across = columns.map(() => inRow);
  const area = across.reduce((sum, cells, column) => {
    const signs = columns[column]!.reduce((count, place) => count + counts[place]!, 0);
    return sum + cell.width * (signs * cell.height + columns[column]!.length * cells * heading);
  }, 0);
  const high = Math.max(...columns.map((places) => places.reduce((sum, place) => sum + highs[place]!, 0)));
  return {
    counts,
    size,
    columns,
    across,
    rowHeights: columns.map(() => cell.height),
    perRow: counts.map(() => inRow),
    pitch: cell.width,
    cellHeight: cell.height,
    heading,
    gap,
    gutter: (room - many * inRow * cell.width) / Math.max(1, many - 1),
    used: area / (size.width * (high + 2 * EDGE.above)),
    fits: false,
    keepsShape: true,
  };
}

/** On a phone the page scrolls, so all is as large as it can be read. */
function onPhone(counts: readonly number[], size: Size): Arrangement {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total > PHONE_PLATES_MOST) return scrolled(counts, size, { width: MARK_LEAST, height: MARK_LEAST }, 2);
  const room = size.width - EDGE.left - EDGE.right;
  const inRow = Math.max(1, Math.floor(room / PHONE_PLATE.width));
  return scrolled(counts, size, { width: room / inRow, height: PHONE_PLATE.height }, 1);
}

/** Whether a canvas of this width is a phone's: it is as high as what is on it. */
export const isPhone = ({ width }: Size): boolean => width <= PHONE_WIDTH;

/** How these places lie on a canvas of this size. `counts`: the signs of each place; `before`: how they lay there with other counts. */
export function arrange(counts: readonly number[], size: Size, before: Arrangement | null = null): Arrangement {
  if (isPhone(size)) return onPhone(counts, size);
  const stays = before?.fits && before.size.width === size.width && before.size.height === size.height;
  const filled = (stays ? refilled(before, counts, size) : null) ?? fill(counts, size);
  if (filled) return { ...filled, counts, size, fits: true, keepsShape: false };
  return scrolled(counts, size, { width: MARK_LEAST, height: MARK_LEAST }, 6);
}

export const rowsOf = (count: number, perRow: number): number => Math.ceil(count / perRow);
