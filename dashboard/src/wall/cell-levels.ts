/** What a cell may look like, by its width: the shape it should have, how many stand in a row, and what the wall asks of its layout. Pure; lengths are px of the page. */

/** From these widths on a cell is a small plate, a plate, a card; a narrower cell is a mark. */
export const SMALL_FROM = 24;
export const PLATES_FROM = 54;
export const CARDS_FROM = 160;

export type Level = 'marks' | 'small' | 'plates' | 'cards';
export const levelOf = (width: number): Level => {
  if (width < SMALL_FROM) return 'marks';
  if (width < PLATES_FROM) return 'small';
  return width < CARDS_FROM ? 'plates' : 'cards';
};

/** Width ÷ height of a cell: a mark is square, a plate nearly twice as wide as high, a card is a picture above a line or two. */
export function shapeOf(width: number): number {
  switch (levelOf(width)) {
    case 'marks':
      return 1;
    case 'small':
      return 1 + (width - SMALL_FROM) / 38;
    case 'plates':
      return 1.8 - (width - PLATES_FROM) / 265;
    case 'cards':
      return width / (width * 0.5625 + 26);
  }
}

/** At the right of a plate or a card and below it, by the width of its cell; a mark has its cell for itself. */
export function plateGap(width: number): number {
  switch (levelOf(width)) {
    case 'marks':
      return 0;
    case 'small':
      return 2;
    case 'plates':
      return Math.min(6, 2.4 + width * 0.012);
    case 'cards':
      return 12;
  }
}

/** The narrowest cell of each level that a fuller row may lead to. */
const NARROWEST: Record<Level, number> = { marks: 6, small: SMALL_FROM, plates: PLATES_FROM, cards: PLATES_FROM };
/** A row may have so many times the cells of its column. */
const MOST_ACROSS = 1.17;
const TIE = 1e-9;

/** How many signs may stand in a row of a column that has room for `across` cells of `width`. */
export const mostInRow = (across: number, width: number): number =>
  Math.floor(across * Math.min(MOST_ACROSS, width / NARROWEST[levelOf(width)]));

/**
 * How many signs of a place stand in a row of a column that has room for `across` cells: a few more or less where the last row is fuller then. Six signs in a column
 * of four stand 3 + 3, a little wider, not 4 + 2; 13 in a column of six stand 7 + 6, if a plate of that width is still a plate (`most`).
 */
export function rowOf(count: number, across: number, most: number): number {
  const openIn = (perRow: number): number => (count % perRow === 0 ? 0 : 1 - (count % perRow) / perRow);
  let [best, open] = [across, openIn(across)];
  for (
    let perRow = Math.max(1, Math.ceil(across * (across < 7 ? 0.75 : 0.85)));
    perRow <= most && open > 0;
    perRow += 1
  ) {
    const left = openIn(perRow);
    if (left < open - TIE) [best, open] = [perRow, left];
  }
  return best;
}

/** What is asked of a layout. All but `column` by the width of a cell. */
export interface Look {
  shape(width: number): number;
  /** Between two columns. */
  gutter(width: number): number;
  /** A place's heading, and what is below the place. */
  heading(width: number): number;
  gap(width: number): number;
  /** The narrowest column in which a heading can be read. */
  column: number;
  /** How many times its own height a row of a column that is less full may have. */
  stretch(width: number): number;
}

export const WALL: Look = {
  shape: shapeOf,
  gutter: (width) => Math.min(14, 6 + 0.2 * width),
  heading: (width) => (width < SMALL_FROM ? 17 : 20),
  gap: (width) => (width < 100 ? 4 : 8),
  column: 96,
  stretch: (width) => (width < SMALL_FROM ? 1.2 : 1.3),
};
