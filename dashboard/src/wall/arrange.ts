/**
 * How places lie on a canvas: in columns, one below the other in their order, each as rows of cells that are of one width on the whole wall. Found once for a size and
 * for how many signs each place has; zooming changes the pitch alone. Pure. Lengths are in CSS px.
 */

export interface Size {
  width: number;
  height: number;
}

export interface Arrangement {
  /** By place: how many signs, and in which column. */
  counts: readonly number[];
  columnOf: readonly number[];
  columns: number;
  /** The width of a column where all is seen at once. */
  room: number;
  /** Cells in a row of a place. */
  perRow: number;
  /** A cell's width where all is seen at once, and its height as a part of it. */
  pitch: number;
  aspect: number;
  /** Whether all fits; else it is scrolled downwards. */
  fits: boolean;
}

/** Left of the first column, and right of the last, where a cell has a gap of its own. */
export const MARGIN = 14;
export const MARGIN_END = 13;
const COLUMNS_MOST = 12;
/** Between columns. */
export const GUTTER = 15;
/** Above the first heading and below the last cell. */
export const edgeAt = (pitch: number): number => Math.round(7.8 + pitch * 0.03);

/** A heading is readable at every pitch, and not larger than the cells below it need. */
export const headingHeight = (pitch: number): number => Math.round(Math.min(30, 16.5 + pitch * 0.05));
/** Below a place. */
export const placeGap = (pitch: number): number => Math.round(Math.min(12, 5.5 + pitch * 0.01));

export const rowsOf = (count: number, perRow: number): number => Math.ceil(count / perRow);

/** A kind of cell: the widths that it may have, and its height for a width. */
interface Cell {
  /** So many columns at most. */
  columns: number;
  /** Widths are whole multiples of it. */
  step: number;
  widest: number;
  narrowest: number;
  height(width: number): number;
}
/** Label, facts and strip: 30 px and a gap, as wide as a label needs. */
const PLATE: Cell = { columns: COLUMNS_MOST, step: 0, widest: 110, narrowest: 54, height: () => 33 };
/** Above a column of marks a name, their count and what is wrong have room. With a pitch of quarters of a pixel every fourth mark is as sharp as the first. */
const MARK: Cell = { columns: 6, step: 0.25, widest: 24, narrowest: 5, height: (width) => width };
/** For fingers. */
const PHONE_PLATE = { width: 68, height: 43 };
/** Where the drawings change to their phone's layout, less what stands beside a canvas. */
const PHONE_WIDTH = 460;
/** A mark there is never smaller. */
const PHONE_MARK = 7;

/** The column of each place where none is higher than `height`; null where that takes more than `columns`. */
function poured(
  counts: readonly number[],
  perRow: number,
  pitch: number,
  cellHeight: number,
  columns: number,
  height: number,
) {
  const columnOf: number[] = [];
  // What is below the last place of a column may be cut off.
  const below = placeGap(pitch);
  const extra = headingHeight(pitch) + below;
  let [column, y] = [0, 0];
  for (const count of counts) {
    const high = rowsOf(count, perRow) * cellHeight + extra;
    if (y > 0 && y + high - below > height) [column, y] = [column + 1, 0];
    if (column >= columns || high - below > height) return null;
    columnOf.push(column);
    y += high;
  }
  return columnOf;
}

/** The width of a column; what is left of a canvas after its margins. */
const columnWidth = (width: number, columns: number): number =>
  (width - MARGIN - MARGIN_END - GUTTER * (columns - 1)) / columns;

/** The arrangement with the widest cells of this kind in which all fits; null where none does. */
function widest(counts: readonly number[], { width, height }: Size, cell: Cell): Arrangement | null {
  let best: Arrangement | null = null;
  for (let columns = 1; columns <= Math.min(cell.columns, counts.length); columns += 1) {
    const room = columnWidth(width, columns);
    const most = Math.floor(room / cell.narrowest);
    for (let perRow = Math.max(1, Math.ceil(room / cell.widest)); perRow <= most; perRow += 1) {
      const pitch = cell.step > 0 ? Math.floor(room / perRow / cell.step) * cell.step : room / perRow;
      if (best && pitch < best.pitch) break;
      const columnOf = poured(counts, perRow, pitch, cell.height(pitch), columns, height - edgeAt(pitch));
      if (!columnOf) continue;
      best = { counts, columnOf, columns, room, perRow, pitch, aspect: cell.height(pitch) / pitch, fits: true };
      break;
    }
  }
  return best;
}

/** Cells of this kind in columns of about one height: what does not fit is scrolled. */
function scrolled(
  counts: readonly number[],
  { width }: Size,
  pitch: number,
  cellHeight: number,
  most: number,
): Arrangement {
  const columns = Math.max(1, Math.min(counts.length, most));
  const room = columnWidth(width, columns);
  const perRow = Math.max(1, Math.floor(room / pitch));
  const wide = pitch === MARK.narrowest ? pitch : room / perRow;
  const high = cellHeight === pitch ? wide : cellHeight;
  const extra = headingHeight(wide) + placeGap(wide);
  const highs = counts.map((count) => rowsOf(count, perRow) * high + extra);
  const share = highs.reduce((sum, one) => sum + one, 0) / columns;
  let above = 0;
  // By where its middle would be in one single column: the order stays from top to bottom, then to the next column.
  const columnOf = highs.map((one) => {
    const middle = above + one / 2;
    above += one;
    return Math.min(columns - 1, Math.floor(middle / share));
  });
  return { counts, columnOf, columns, room, perRow, pitch: wide, aspect: high / wide, fits: false };
}

/** Up to so many signs a phone shows as plates: more would be a long way down. */
const PHONE_PLATES_MOST = 600;

/** On a phone the page scrolls, so all is as large as it can be read. */
function onPhone(counts: readonly number[], size: Size): Arrangement {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= PHONE_PLATES_MOST) return scrolled(counts, size, PHONE_PLATE.width, PHONE_PLATE.height, 1);
  return scrolled(counts, size, PHONE_MARK, PHONE_MARK, 2);
}

/** Whether a canvas of this width is a phone's: it is as high as what is on it. */
export const isPhone = ({ width }: Size): boolean => width <= PHONE_WIDTH;

/** How these places lie on a canvas of this size: as plates where all fit as such, else as the largest marks. `counts`: the signs of each place. */
export function arrange(counts: readonly number[], size: Size): Arrangement {
  if (isPhone(size)) return onPhone(counts, size);
  return (
    widest(counts, size, PLATE) ??
    widest(counts, size, MARK) ??
    scrolled(counts, size, MARK.narrowest, MARK.narrowest, 6)
  );
}
