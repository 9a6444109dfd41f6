/** Neighbours of a list, newest first, that say the same to a reader: one row, with how many they are. Pure. */

export interface MergedRow<Item> {
  newest: Item;
  oldest: Item;
  count: number;
}

export function mergeRepeated<Item>(
  items: readonly Item[],
  areSame: (newer: Item, older: Item) => boolean,
): MergedRow<Item>[] {
  const rows: MergedRow<Item>[] = [];
  for (const item of items) {
    const last = rows.at(-1);
    if (last && areSame(last.oldest, item)) rows[rows.length - 1] = { ...last, oldest: item, count: last.count + 1 };
    else rows.push({ newest: item, oldest: item, count: 1 });
  }
  return rows;
}
