import { placeOf } from '@sign-display/contracts/causes';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';

const byWords = new Intl.Collator(undefined, { numeric: true });

/** By place, then name: nothing that happens to a sign moves it. */
function compare(one: SignRow, other: SignRow): number {
  return (
    byWords.compare(placeOf(one.location), placeOf(other.location)) ||
    byWords.compare(one.name, other.name) ||
    (one.id < other.id ? -1 : 1)
  );
}

/**
 * The signs in their order. `before`: as it was given last. Sorting 10,000 names takes some 100 ms, so it is done only where a sign came, went or has another
 * name or location, and else the places are kept.
 */
export function ordered(signs: ReadonlyMap<string, SignRow>, before: readonly SignRow[]): readonly SignRow[] {
  if (before.length === signs.size) {
    const after: SignRow[] = [];
    for (const was of before) {
      const is = signs.get(was.id);
      if (is?.name !== was.name || is.location !== was.location) break;
      after.push(is);
    }
    if (after.length === signs.size) return after;
  }
  return Array.from(signs.values()).sort(compare);
}
