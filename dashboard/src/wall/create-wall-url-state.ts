import { useBeforeLeave, useIsRouting, useLocation, useNavigate, useSearchParams } from '@solidjs/router';
import { createComputed, createEffect, createMemo, createSignal, on, onCleanup, type Accessor } from 'solid-js';
import { isSameFilter, NO_FILTER, type Filter } from '../event/sign-filter.ts';
import {
  isStep,
  namedView,
  stateOf,
  viewOf,
  type Chosen,
  type View,
  type WallQuery,
  type WallState,
} from './url-state.ts';
import { syncUrl } from './sync-url.ts';
import { useWallTools } from '../wall-context.ts';
import { searchOf } from './wall-chips.ts';

/** What the address says of a wall, and how it comes to say something else. */
export interface WallAddress {
  state: Accessor<WallState>;
  /** What the address itself says, for links: of a peek some frames later. */
  said: Accessor<WallState>;
  filter: Accessor<Filter>;
  set(part: Partial<WallState>): void;
  /** What the map shows, which the address follows. */
  setNear(near: WallState['near']): void;
  /** Keeps in the address what is chosen. */
  follow(chosen: Accessor<Chosen>): void;
  search(): string;
}

/**
 * `largest`: the view without a name. A sign that is peeked at is there in the frame of its press: the address, which all links on the page have in theirs,
 * follows in one that answers nobody.
 */
export function createWallState(largest: Accessor<View>): WallAddress {
  const { clock, page, walls } = useWallTools();
  const [query] = useSearchParams<Record<keyof WallQuery, string>>();
  const location = useLocation();
  const isRouting = useIsRouting();
  const navigate = useNavigate();
  const said = createMemo(() => stateOf({ ...query }));
  const path = location.pathname;
  createEffect(() => location.pathname === path && walls.keep(path, location.search));
  const [near, setNear] = createSignal(said().near);
  /** What was asked for last, and is the address a moment later. */
  let asked: WallState | null = null;
  /** What the address will say of the peek; undefined: it says it. */
  const [ahead, setAhead] = createSignal<string | null>();
  const withAhead = (is: WallState): WallState => {
    const peek = ahead();
    return peek === undefined ? is : { ...is, peek };
  };
  let isWritten = true;
  createComputed(on(said, () => isWritten && setAhead(undefined), { defer: true }));
  onCleanup(() => (isWritten = true));
  // Who goes back before the peek is in the address has no peek there, and may go forward again.
  useBeforeLeave(({ to }) => {
    if (typeof to !== 'number') return;
    isWritten = true;
    setAhead(undefined);
  });

  function write(part: Partial<WallState>): void {
    isWritten = true;
    const from = (isRouting() && asked) || said();
    const before = withAhead(from);
    const next = { ...before, ...part };
    asked = next;
    if (part.near !== undefined) setNear(part.near);
    const view = namedView(viewOf(part.view === undefined ? before : next, largest()), next.near, largest());
    // Not the router's own setter: while another address is on its way, that one would write onto it what is of this one.
    navigate(location.pathname + searchOf({ ...next, view }, location.search), {
      replace: !isStep(from, next),
      resolve: false,
      scroll: false,
    });
  }
  /** Never onto the page that somebody is on the way to. */
  function writeAhead(): void {
    if (isWritten) return;
    if (isRouting()) page.atIdleFrame(writeAhead);
    else write({});
  }
  function set(part: Partial<WallState>): void {
    const { peek, ...rest } = part;
    if (peek === undefined || Object.keys(rest).length > 0) return write(part);
    setAhead(peek);
    if (!isWritten) return;
    isWritten = false;
    page.atIdleFrame(writeAhead);
  }
  const state = createMemo(() => withAhead(said()));
  return {
    state,
    said,
    filter: createMemo(
      () => {
        const { status, place, find } = state();
        return { status, place, find };
      },
      NO_FILTER,
      { equals: isSameFilter },
    ),
    set,
    setNear,
    follow: (chosen) => syncUrl({ clock, near, chosen, address: said, isRouting, onState: set }),
    search: () => location.search,
  };
}
