/**
 * Keeps the screen awake until the returned function is called, and again after the page was in the background. Where the browser can't, or won't (a low battery), the
 * screen goes dark as ever: nothing depends on it.
 */
export function keepAwake(): () => void {
  const { wakeLock } = navigator as { wakeLock?: WakeLock };
  let isWanted = true;
  let lock: WakeLockSentinel | null = null;

  async function take(): Promise<void> {
    if (!wakeLock || document.visibilityState === 'hidden' || (lock !== null && !lock.released)) return;
    const taken = await wakeLock.request('screen').catch(() => null);
    if (isWanted && (lock === null || lock.released)) lock = taken;
    else await taken?.release();
  }
  const onVisible = (): void => void take();
  document.addEventListener('visibilitychange', onVisible);
  void take();
  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', onVisible);
    void lock?.release();
  };
}
