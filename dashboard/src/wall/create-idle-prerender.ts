import { createEffect, createSignal, type Accessor } from 'solid-js';
import type { Later } from '../lazy-part.tsx';
import { useWallTools } from '../wall-context.ts';

/**
 * Tells when to make a part that nobody sees yet: once its script is there, in a frame that answers nobody. Who asks for it then waits only until it is shown. Making it takes a slow processor up to half
 * of the 100 ms in which a press must be answered.
 */
export function createPrerendered({ isThere }: Pick<Later<never>, 'isThere'>): Accessor<boolean> {
  const { page } = useWallTools();
  const [isMade, setMade] = createSignal(false);
  createEffect(() => isThere() && page.atIdleFrame(() => setMade(true)));
  return isMade;
}
