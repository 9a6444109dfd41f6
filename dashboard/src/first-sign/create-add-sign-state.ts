import { useLocation, useNavigate } from '@solidjs/router';
import type { Accessor } from 'solid-js';

/** How a sign is added: one of the three ways is chosen, or a virtual sign is open in this page. */
type Way = 'ways' | 'virtual';
const HASHES: Record<Way, string> = { ways: '#add-sign', virtual: '#virtual-sign' };

export interface Adding {
  /** Null: the wall is shown. */
  is: Accessor<Way | null>;
  /** The browser's Back leads to where it was shown from. */
  show(way: Way): void;
  /** The ways in place of the virtual sign. */
  otherWays(): void;
  /** The wall in its place. */
  close(): void;
}

/** Keeps in the address whether a sign is being added, so that Back leads to the wall. `may`: this person adds signs. */
export function createAdding(may: Accessor<boolean>): Adding {
  const location = useLocation();
  const navigate = useNavigate();
  const go = (hash: string, replace: boolean): void =>
    navigate(location.pathname + location.search + hash, { replace, resolve: false, scroll: false });
  const is = (): Way | null =>
    location.hash === HASHES.ways ? 'ways' : location.hash === HASHES.virtual ? 'virtual' : null;
  // A reload or a shared link must not open a virtual sign by itself: that could create an unwanted one.
  if (is() === 'virtual') go(HASHES.ways, true);
  return {
    is: () => (may() ? is() : null),
    show: (way) => go(HASHES[way], false),
    otherWays: () => go(HASHES.ways, true),
    close: () => go('', true),
  };
}
