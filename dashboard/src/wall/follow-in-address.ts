import type { Clock } from '@sign-display/contracts/ports';
import { createEffect, on, onCleanup, type Accessor } from 'solid-js';
import type { Chosen, WallState } from './address.ts';

/** The address follows once nobody moves: browsers refuse too many changes. */
const AFTER_MS = 300;

interface Followed {
  clock: Clock;
  near: Accessor<WallState['near']>;
  chosen: Accessor<Chosen>;
  onState(part: Partial<WallState>): void;
}

/** Keeps in the address what the map shows and what is chosen on it. */
export function followInAddress({ clock, near, chosen, onState }: Followed): void {
  let cancel = () => {};
  const follow = (): void => {
    cancel();
    cancel = clock.after(AFTER_MS, () => onState({ near: near(), chosen: chosen() }));
  };
  createEffect(on([near, chosen], follow, { defer: true }));
  onCleanup(() => cancel());
}
