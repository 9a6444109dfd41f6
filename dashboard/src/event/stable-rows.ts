import { createComputed, type Accessor } from 'solid-js';
import { createStore, reconcile } from 'solid-js/store';

/**
 * What is derived anew at each change, kept by `id`: what is still there stays the same object, of which only what changed is told. So a list keeps its rows, and
 * with them the focus that is in one.
 */
export function createStableRows<Item extends { id: string }>(
  items: Accessor<readonly Item[]>,
): Accessor<readonly Item[]> {
  const [kept, setKept] = createStore<{ items: Item[] }>({ items: [] });
  createComputed(() => setKept('items', reconcile([...items()], { key: 'id' })));
  return () => kept.items;
}
