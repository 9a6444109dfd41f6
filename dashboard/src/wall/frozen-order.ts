import type { SignRow } from '@sign-display/contracts/rest/snapshot';

/**
 * The order while somebody points at the signs or has the focus among them: nothing moves then. What changes, changes where it stands; what is gone leaves its place
 * empty; what is new waits. Pure.
 */

/** A sign as it is shown. `isGone`: it was removed meanwhile, and is as it was then. */
export type ShownRow = SignRow & { isGone?: true };

/** The rows that are shown, each as it is now and where it was; the same array where nothing is other. */
export function frozenPlaces(shown: readonly ShownRow[], signs: ReadonlyMap<string, SignRow>): readonly ShownRow[] {
  let kept: ShownRow[] | null = null;
  shown.forEach((was, index) => {
    const is = signs.get(was.id);
    if (is === was || (!is && was.isGone)) return;
    kept ??= [...shown];
    if (!is) kept[index] = { ...was, isGone: true };
    // It stays where it stood, though it was moved.
    else kept[index] = is.location === was.location ? is : { ...is, location: was.location };
  });
  return kept ?? shown;
}

/** Whether the rows that would be shown if nobody were inside are those that are shown, each in its place. */
export function areInPlace(shown: readonly ShownRow[], fresh: readonly SignRow[]): boolean {
  if (shown.length !== fresh.length) return false;
  for (let at = 0; at < fresh.length; at += 1) {
    const was = shown[at]!;
    const is = fresh[at]!;
    if (was !== is && (was.id !== is.id || was.location !== is.location)) return false;
  }
  return true;
}

/** How many of `fresh`, which would be shown if nobody were inside, came since and wait. */
export function countWaiting(shown: readonly ShownRow[], fresh: readonly SignRow[]): number {
  const there = new Set(shown.map(({ id }) => id));
  return fresh.reduce((count, { id }) => (there.has(id) ? count : count + 1), 0);
}
