import { createSignal, onCleanup, onMount, type Accessor } from 'solid-js';
import { useTools } from '../app-context.ts';

/** The time, as long as the component is shown: anew at each whole `everyMs` of the clock, so that all clocks of a page step together. */
export function useNow(everyMs = 1_000): Accessor<number> {
  const { clock } = useTools();
  const [now, setNow] = createSignal(clock.now());
  let cancel = () => {};
  const step = (): void => {
    const at = clock.now();
    setNow(at);
    cancel = clock.after(everyMs - (at % everyMs), step);
  };
  onMount(step);
  onCleanup(() => cancel());
  return now;
}
