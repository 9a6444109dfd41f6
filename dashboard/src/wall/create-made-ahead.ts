import { createEffect, createSignal, type Accessor } from 'solid-js';
import type { Later } from '../later.tsx';
import { useWallTools } from '../wall-tools.tsx';

/**
 * True from when a part is to be made unseen, so that whoever asks for it first does not wait for that: once its script is there, in a frame that answers nobody. On a slow processor making
 * it takes half of the time that an answer may take.
 */
export function createMadeAhead({ isThere }: Pick<Later<never>, 'isThere'>): Accessor<boolean> {
  const { page } = useWallTools();
  const [isMade, setMade] = createSignal(false);
  createEffect(() => isThere() && page.atCalmFrame(() => setMade(true)));
  return isMade;
}
