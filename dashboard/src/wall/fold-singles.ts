import type { ShownProblem } from './frozen-causes.ts';

/** An operator can read this many single signs at a glance. */
export const SINGLES_MOST = 8;

/**
 * Splits the causes: `listed` has all common causes and the first eight single signs, in order; `folded` has the other
 * single signs. Pure.
 */
export function foldSingles(causes: readonly ShownProblem[]): {
  listed: readonly ShownProblem[];
  folded: readonly ShownProblem[];
} {
  let singles = 0;
  const isListed = ({ shared }: ShownProblem): boolean => shared !== null || (singles += 1) <= SINGLES_MOST;
  const listed = causes.filter(isListed);
  if (listed.length === causes.length) return { listed: causes, folded: [] };
  const whole = new Set(listed);
  return { listed, folded: causes.filter((cause) => !whole.has(cause) && !cause.isOver) };
}
