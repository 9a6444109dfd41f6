/**
 * An array for Postgres of words that need no quotes (identifiers, numbers, times as in ISO 8601, the contract's words). For a whole fleet: what pg makes
 * of an array itself takes ten times as long, quoting each of its elements, and the loop stands meanwhile.
 */
export const plainArray = (words: readonly (string | number | null)[]): string =>
  `{${words.map((word) => word ?? 'NULL').join(',')}}`;
