/**
 * Keeps the display on. A browser releases the wake lock of a hidden tab, so request it again whenever the tab becomes
 * visible.
 */
export function stayAwake(document: Document, wakeLock: Pick<WakeLock, 'request'> | undefined): void {
  // A page over http from another machine has no wake lock.
  if (wakeLock === undefined) return;
  const ask = (): void => {
    // The browser refuses, for example on low battery.
    if (document.visibilityState === 'visible') wakeLock.request('screen').catch(() => {});
  };
  document.addEventListener('visibilitychange', ask);
  ask();
}
