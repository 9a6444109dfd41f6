/** The browser's side of the service worker (offline-worker.ts), for the page that it is for. */
export const browserWorker = {
  /** Resolves with false where there can't be one: no https, a private window, sources in development. */
  async register(toldNewer: () => void): Promise<boolean> {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false;
    const registration = await navigator.serviceWorker
      .register('/sw.js', { scope: '/claim', updateViaCache: 'none' })
      .catch(() => null);
    if (registration === null) return false;
    // A page that no worker serves yet came from the service just now: there is nothing newer than it.
    const look = () => void (registration.waiting !== null && registration.active !== null && toldNewer());
    const follow = () => registration.installing?.addEventListener('statechange', look);
    look();
    // The browser may have found it before we asked.
    follow();
    registration.addEventListener('updatefound', follow);
    // Registering what is registered asks for nothing, and the browser's own look comes when it likes.
    registration.update().catch(() => {});
    // An app that is opened again days later was not loaded again.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') registration.update().catch(() => {});
    });
    return true;
  },
  /** Lets the newer one take over, and loads the page with it. */
  async reload(): Promise<void> {
    // Without https there is none.
    const registration = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration('/claim') : null;
    if (!registration?.waiting) return location.reload();
    const isOurs = navigator.serviceWorker.controller !== null;
    const waiting = registration.waiting;
    if (isOurs) navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    else
      waiting.addEventListener('statechange', () => {
        if (waiting.state === 'activated') location.reload();
      });
    waiting.postMessage('now', []);
  },
};
