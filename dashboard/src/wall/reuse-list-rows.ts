import type { ShownProblem } from './frozen-causes.ts';

/** A row of the problem list, and the cause that it shows. The page keeps the elements of a row as long as its number. */
export interface ListRow {
  row: number;
  cause: ShownProblem;
}

/**
 * The row of each cause, in the order of `causes`. A common cause keeps its row. If `mayReuse`, the nth single sign
 * takes the row of the nth single sign before: the page then changes texts, and makes and moves no elements. Otherwise
 * each single sign keeps its row, too. Pure.
 */
export function reuseRows(
  before: readonly ListRow[],
  causes: readonly ShownProblem[],
  mayReuse: boolean,
): readonly ListRow[] {
  const isReused = ({ shared }: ShownProblem): boolean => mayReuse && shared === null;
  const kept = new Map(before.filter(({ cause }) => !isReused(cause)).map(({ row, cause }) => [cause.key, row]));
  const free = before.filter(({ cause }) => isReused(cause)).map(({ row }) => row);
  let last = Math.max(-1, ...before.map(({ row }) => row));
  const rowOf = (cause: ShownProblem) => (isReused(cause) ? free.shift() : kept.get(cause.key)) ?? (last += 1);
  return causes.map((cause) => ({ row: rowOf(cause), cause }));
}
