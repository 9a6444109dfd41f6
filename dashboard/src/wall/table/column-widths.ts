import { COLUMNS, type Column } from '../sort-signs.ts';

/** How wide the table's columns are, and which have room. Pure. */

/** In rem: the least, and its share of what is left. */
const WIDTHS: Record<Column, { least: number; share: number }> = {
  sign: { least: 13, share: 2.4 },
  status: { least: 10, share: 1 },
  connection: { least: 6.5, share: 0.6 },
  content: { least: 7.75, share: 0.8 },
  screen: { least: 7.25, share: 0.6 },
  url: { least: 9, share: 2 },
  heard: { least: 5.5, share: 0.4 },
  since: { least: 4, share: 0.3 },
  beats: { least: 8.5, share: 1.6 },
  code: { least: 5, share: 0.2 },
};
/** Left out first where there is no room; sign and status never are. */
const LEFT_OUT: readonly Column[] = ['code', 'beats', 'connection', 'url', 'screen', 'heard', 'content', 'since'];
/** Left, right and between two. */
const PADDING = 2;
const GAP = 0.75;

/** What these columns need, in rem. */
export const leastWidth = (columns: readonly Column[]): number =>
  columns.reduce((sum, column) => sum + WIDTHS[column].least, PADDING + GAP * (columns.length - 1));

/** `chosen`: by a person; null: all for which `width` rem have room. */
export function columnsFor(width: number, chosen: readonly Column[] | null): readonly Column[] {
  if (chosen !== null) return COLUMNS.filter((column) => column === 'sign' || chosen.includes(column));
  let columns: readonly Column[] = COLUMNS;
  for (const out of LEFT_OUT) {
    if (leastWidth(columns) <= width) break;
    columns = columns.filter((column) => column !== out);
  }
  return columns;
}

/** For CSS's `grid-template-columns`. */
export const templateOf = (columns: readonly Column[]): string =>
  columns.map((column) => `minmax(${WIDTHS[column].least}rem, ${WIDTHS[column].share}fr)`).join(' ');
