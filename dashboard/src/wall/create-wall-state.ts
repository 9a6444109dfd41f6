import { useSearchParams } from '@solidjs/router';
import { createComputed, createMemo, createSignal, on, onCleanup, type Accessor } from 'solid-js';
import type { Page } from '../live/page.ts';
import {
  isStep,
  namedView,
  stateOf,
  viewOf,
  wallQueryOf,
  type View,
  type WallQuery,
  type WallState,
} from './address.ts';

/** What of a wall is in its address, and the way to change it. */

interface InAddress {
  state: Accessor<WallState>;
  setState(part: Partial<WallState>): void;
}

interface Options {
  page: Pick<Page, 'atNextFrame'>;
  /** The largest view in which everything fits. */
  largest: Accessor<View>;
}

/** A sign that is peeked at is there in the frame of its press: the address, which all links on the page have in theirs, follows in the next one. */
export function createWallState({ page, largest }: Options): InAddress {
  const [search, setSearch] = useSearchParams<Record<keyof WallQuery, string>>();
  const said = createMemo(() => stateOf({ ...search }));
  /** What the address will say of the peek; undefined: it says it. */
  const [ahead, setAhead] = createSignal<string | null>();
  const state = createMemo((): WallState => {
    const peek = ahead();
    return peek === undefined ? said() : { ...said(), peek };
  });
  let isWritten = true;
  createComputed(on(said, () => isWritten && setAhead(undefined), { defer: true }));
  onCleanup(() => (isWritten = true));

  function write(part: Partial<WallState>): void {
    isWritten = true;
    const next = { ...state(), ...part };
    const shown = viewOf(part.view === undefined ? state() : next, largest());
    const view = namedView(shown, next.near, largest());
    setSearch(wallQueryOf({ ...next, view }), { replace: !isStep(said(), next) });
  }
  return {
    state,
    setState(part) {
      const { peek, ...rest } = part;
      if (peek === undefined || Object.keys(rest).length > 0) return write(part);
      setAhead(peek);
      if (!isWritten) return;
      isWritten = false;
      // The first is the press' own.
      page.atNextFrame(() => page.atNextFrame(() => isWritten || write({})));
    },
  };
}
