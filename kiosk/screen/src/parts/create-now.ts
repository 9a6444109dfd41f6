import type { Clock } from '@sign-display/contracts/clock-and-random';
import { createComputed, createSignal, onCleanup, type Accessor } from 'solid-js';

/** The wall clock as a signal, or what `read` reads in its place, read anew every `everyMs`, and not while it is not `needed`: whoever draws by it then draws nothing. */
export function createNow(
  clock: Clock,
  everyMs: number,
  needed: Accessor<boolean>,
  read = (): number => clock.now(),
): Accessor<number> {
  const [now, setNow] = createSignal(read());
  // Before anything is drawn, so that nobody sees the time of when it was needed last.
  createComputed(() => {
    if (!needed()) return;
    let cancel = (): void => {};
    function tick(): void {
      setNow(read());
      cancel = clock.after(everyMs, tick);
    }
    tick();
    onCleanup(() => cancel());
  });
  return now;
}
