/**
 * The fewest `items` with which it still fails, as far as dropping parts of them finds that out (delta debugging: complements of ever finer
 * parts). `fails` is asked of up to `width` lists at once; of those that fail the first is taken, so that the way is the same however many
 * are asked at once. `isOver`: no more time, what was found so far is the answer.
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

/** All but one part each, the last part first: what happens late is the more often of no account. */
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
