import type { ShownWrong } from './kept-causes.ts';

/** More single signs than this are not read at a glance. */
export const SINGLES_MOST = 8;

/** The causes that are listed whole, in their order, and the single signs past the eighth, which are only counted. Pure. */
export function foldSingles(causes: readonly ShownWrong[]): {
  listed: readonly ShownWrong[];
  folded: readonly ShownWrong[];
} {
  let singles = 0;
  const isListed = ({ shared }: ShownWrong): boolean => shared !== null || (singles += 1) <= SINGLES_MOST;
  const listed = causes.filter(isListed);
  if (listed.length === causes.length) return { listed: causes, folded: [] };
  const whole = new Set(listed);
  return { listed, folded: causes.filter((cause) => !whole.has(cause) && !cause.isOver) };
}
