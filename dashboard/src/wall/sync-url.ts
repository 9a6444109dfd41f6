import type { Clock } from '@sign-display/contracts/clock-and-random';
import { createEffect, on, onCleanup, type Accessor } from 'solid-js';
import type { Chosen, WallState } from './url-state.ts';
import { unsavedView } from './view-outside-url.ts';

/** The address follows once nobody moves: browsers refuse too many changes. */
const AFTER_MS = 300;

interface Followed {
  clock: Clock;
  near: Accessor<WallState['near']>;
  chosen: Accessor<Chosen>;
  /** What the address says. */
  address: Accessor<WallState>;
  /** Another address is on its way. */
  isRouting: Accessor<boolean>;
  onState(part: Partial<WallState>): void;
}

/**
 * Keeps in the address what the map shows and what is chosen on it, also in the one that somebody goes back to. A write that waits is never for an address that
 * came meanwhile: it is decided anew.
 */
export function syncUrl({ clock, near, chosen, address, isRouting, onState }: Followed): void {
  let cancel = () => {};
  const follow = (): void => {
    cancel();
    cancel = clock.after(AFTER_MS, () => {
      const part = isRouting() ? null : unsavedView({ near: near(), chosen: chosen() }, address());
      if (part) onState(part);
    });
  };
  createEffect(on([near, chosen, address, isRouting], follow, { defer: true }));
  onCleanup(() => cancel());
}
