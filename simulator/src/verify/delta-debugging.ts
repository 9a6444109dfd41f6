/**
 * The fewest `items` that still fail, found by dropping parts (delta debugging: complements of ever finer parts). Asks `fails` about up to `width`
 * lists at once and goes on with the first that fails, so the result does not depend on `width`. `isOver`: the time is over; returns what was found
 * so far.
 */
export async function shrink<Item>(
  items: readonly Item[],
  fails: (items: readonly Item[]) => Promise<boolean>,
  { width, isOver }: { width: number; isOver: () => boolean },
): Promise<readonly Item[]> {
  let left = items;
  let parts = 2;
  while (left.length > 0 && !isOver()) {
    const size = Math.ceil(left.length / parts);
    const smaller = await firstThatFails(complements(left, size), fails, { width, isOver });
    if (smaller) {
      left = smaller;
      parts = Math.max(2, Math.min(parts - 1, left.length));
    } else if (size === 1) break;
    else parts = Math.min(2 * parts, left.length);
  }
  return left;
}

/** Lists that each lack one part. The last part is dropped first: late steps matter less often. */
function complements<Item>(items: readonly Item[], size: number): (readonly Item[])[] {
  const all: (readonly Item[])[] = [];
  for (let from = Math.floor((items.length - 1) / size) * size; from >= 0; from -= size)
    all.push([...items.slice(0, from), ...items.slice(from + size)]);
  return all;
}

async function firstThatFails<Item>(
  candidates: readonly (readonly Item[])[],
  fails: (items: readonly Item[]) => Promise<boolean>,
  { width, isOver }: { width: number; isOver: () => boolean },
): Promise<readonly Item[] | null> {
  for (let from = 0; from < candidates.length && !isOver(); from += width) {
    const some = candidates.slice(from, from + width);
    const failed = await Promise.all(some.map(fails));
    const index = failed.indexOf(true);
    if (index !== -1) return some[index]!;
  }
  return null;
}
