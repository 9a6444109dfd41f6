import type { Clock } from '@sign-display/contracts/clock-and-random';

/** So long after the last press or move nobody is taken to be there: a focus that was left behind freezes no wall for the night. */
export const UNATTENDED_MS = 5 * 60_000;

/** Tells when nobody has done anything for `UNATTENDED_MS`, and when somebody does again. */
export function watchUnattended(clock: Clock, onChange: (isUnattended: boolean) => void) {
  let lastMs = clock.monotonicMs();
  let isUnattended = false;
  let cancel = (): void => {};
  function look(): void {
    const leftMs = lastMs + UNATTENDED_MS - clock.monotonicMs();
    if (leftMs > 0) cancel = clock.after(leftMs, look);
    else onChange((isUnattended = true));
  }
  look();
  return {
    /** Somebody has pressed or moved something. */
    input(): void {
      lastMs = clock.monotonicMs();
      if (!isUnattended) return;
      onChange((isUnattended = false));
      look();
    },
    stop: () => cancel(),
  };
}
