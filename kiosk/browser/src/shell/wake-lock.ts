import type { Clock } from '@sign-display/kiosk-agent/ports';

/** A browser refuses or releases the lock of a visible tab, for example on low battery. */
const AGAIN_AFTER_MS = 10_000;

/** The parts of the browser's `Document` and `WakeLock` that are needed here. */
interface VisibleDocument {
  readonly visibilityState: string;
  addEventListener(type: 'visibilitychange', listener: () => void): void;
}
interface Lock {
  readonly released: boolean;
  addEventListener(type: 'release', listener: () => void): void;
}
export interface WakeLocks {
  request(type: 'screen'): Promise<Lock>;
}

/**
 * Keeps the display on. A browser releases the wake lock of a hidden tab. This requests it again when the tab becomes
 * visible, and some seconds after the browser refused or released the lock of a visible tab.
 */
export function stayAwake(
  document: VisibleDocument,
  wakeLock: WakeLocks | undefined,
  clock: Pick<Clock, 'after'>,
): void {
  // A page over http from another machine has no wake lock.
  if (wakeLock === undefined) return;
  /** Held, or requested. */
  let isTaken = false;
  let cancel = (): void => {};

  function lose(): void {
    isTaken = false;
    cancel();
    cancel = clock.after(AGAIN_AFTER_MS, ask);
  }
  function ask(): void {
    if (isTaken || document.visibilityState !== 'visible') return;
    isTaken = true;
    cancel();
    wakeLock!.request('screen').then((lock) => {
      if (lock.released) lose();
      else lock.addEventListener('release', lose);
    }, lose);
  }
  document.addEventListener('visibilitychange', ask);
  ask();
}
