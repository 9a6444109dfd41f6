import { placeOf } from '@sign-display/contracts/group-outages-by-cause';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import type { Signs } from '../live/apply-sign-patches.ts';

const byWords = new Intl.Collator(undefined, { numeric: true });

/** The signs by place, then name: nothing that happens to a sign moves it. */
export interface Order {
  rows: readonly SignRow[];
  /** By place in `rows`: where it stands in the rows of `signs`. */
  from: Uint32Array;
  signs: Signs | null;
}

export const NO_ORDER: Order = { rows: [], from: new Uint32Array(0), signs: null };

/** Which of two signs stands before the other: below nothing for the first. */
export type Comparison = (one: SignRow, other: SignRow) => number;

function byPlaceAndName(one: SignRow, other: SignRow): number {
  return (
    byWords.compare(placeOf(one.location), placeOf(other.location)) ||
    byWords.compare(one.name, other.name) ||
    (one.id < other.id ? -1 : 1)
  );
}

/** Where each stands in the rows of `signs`, as far as it is there. */
const placesIn = ({ places }: Signs, rows: readonly SignRow[]): Uint32Array =>
  Uint32Array.from(rows, ({ id }) => places.get(id) ?? NOWHERE);
const NOWHERE = 2 ** 32 - 1;

/** The same signs in the same order; null: one came, went, was renamed or moved. */
function kept(signs: Signs, before: Order): Order | null {
  if (before.rows.length !== signs.size) return null;
  const from = signs.places === before.signs?.places ? before.from : placesIn(signs, before.rows);
  const now = signs.rows;
  const rows = before.rows.slice();
  for (let place = 0; place < rows.length; place += 1) {
    const was = rows[place]!;
    const is = now[from[place]!];
    if (is === was) continue;
    if (is?.name !== was.name || is.location !== was.location) return null;
    rows[place] = is;
  }
  return { rows, from, signs };
}

/**
 * The signs in their order. `before`: as it was given last. Sorting 10,000 names takes some 100 ms, so it is done only where a sign came, went or has another
 * name or location, and else the places are kept.
 */
export function ordered(signs: Signs, before: Order, compare: Comparison = byPlaceAndName): Order {
  const same = kept(signs, before);
  if (same) return same;
  const rows = signs.rows.toSorted(compare);
  return { rows, from: placesIn(signs, rows), signs };
}
