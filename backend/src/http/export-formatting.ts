import { stringify } from 'csv-stringify/sync';

/** How rows become the text of an export: CSV (RFC 4180, UTF-8) or NDJSON. Pure. */

/** Null is an empty cell, an empty text a quoted one. */
export type Cell = string | number | boolean | null;

/**
 * What a spreadsheet takes for a formula: one of these signs (the full-width ones too) first or after white space, or a control character that
 * hides one. Apostrophes in front count as well, so that the escape can be undone.
 */
const FORMULA = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;

/**
 * A text that no spreadsheet takes for a formula: one that could be one gets an apostrophe in front. `restoreCell` undoes it exactly, whatever
 * the text is.
 */
export const harmlessCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

export const restoreCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

const CSV = {
  record_delimiter: '\r\n',
  // A line feed alone ends no record here, and a reader may think so.
  quote_record_delimiter: true,
  quoted_match: [/^$/],
  cast: { string: harmlessCell, boolean: String },
};

/** Records of CSV, each with its line's end; empty for no rows. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string => stringify(rows as Cell[][], CSV);

/** JSON objects, one a line. */
export const ndjsonOf = (objects: readonly unknown[]): string =>
  objects.map((object) => `${JSON.stringify(object)}\n`).join('');
