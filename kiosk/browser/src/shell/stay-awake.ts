/** Keeps the display on. A browser lets go of the lock whenever the tab is hidden, so it is asked for again each time that the tab is seen. */
export function stayAwake(document: Document, wakeLock: Pick<WakeLock, 'request'> | undefined): void {
  // A page that came over http from another machine has none.
  if (wakeLock === undefined) return;
  const ask = (): void => {
    // Refused while the battery is low, for instance.
    if (document.visibilityState === 'visible') wakeLock.request('screen').catch(() => {});
  };
  document.addEventListener('visibilitychange', ask);
  ask();
}
