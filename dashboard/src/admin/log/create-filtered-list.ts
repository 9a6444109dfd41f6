import { createEffect, createMemo, on, onCleanup, type Accessor } from 'solid-js';
import type { Trouble } from '../../api/session.ts';
import { createPagedList } from '../../features/paged-list.tsx';

const PAGE = 50;

type Answer<Row> =
  { ok: true; body: { items: readonly Row[]; nextCursor: string | null } } | { ok: false; body: Trouble };

/**
 * The rows of a log that pass its filters, read again when a filter changes. `query`: the filters as the service takes them. `after`: runs when the first rows
 * of these filters are there.
 */
export function createFilteredList<Query extends object, Row>(options: {
  query: Accessor<Query>;
  ask(query: Query & { limit: number; cursor?: string }): Promise<Answer<Row>>;
  after(): Promise<void>;
}) {
  const { query, ask, after } = options;
  const key = createMemo(() => JSON.stringify(query()));
  const list = createPagedList<Row>((cursor) =>
    ask({ ...query(), limit: PAGE, ...(cursor !== undefined && { cursor }) }),
  );
  let isGone = false;
  onCleanup(() => (isGone = true));
  async function read(): Promise<void> {
    const of = key();
    await list.read();
    if (isGone || of !== key() || list.trouble()) return;
    await after();
  }
  createEffect(on(key, () => void read()));
  return {
    /** The filters as one text, by which answers of other filters are known. */
    key,
    list,
    read,
  };
}
