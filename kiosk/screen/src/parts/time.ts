import type { Clock } from '@sign-display/contracts/ports';
import { createSignal, onCleanup, type Accessor } from 'solid-js';

/** The wall clock as a signal, read anew every `everyMs`. */
export function createNow(clock: Clock, everyMs: number): Accessor<number> {
  const [now, setNow] = createSignal(clock.now());
  let cancel = clock.after(everyMs, tick);
  function tick(): void {
    setNow(clock.now());
    cancel = clock.after(everyMs, tick);
  }
  onCleanup(() => cancel());
  return now;
}
