/** The worker's scope has no page: `/claim` has a service worker of its own. */
const WORKER = { url: '/push-worker.js', scope: '/push-worker/' };

/** Each service worker may have one. A browser that refuses to answer has none that could be shown. */
async function subscriptions(): Promise<PushSubscription[]> {
  if (!('serviceWorker' in navigator)) return [];
  const registrations = await navigator.serviceWorker.getRegistrations().catch(() => []);
  const found = await Promise.all(
    registrations.map(({ pushManager }) => pushManager?.getSubscription().catch(() => null)),
  );
  return found.filter((subscription) => subscription != null);
}

async function unsubscribeFrom(wanted: (subscription: PushSubscription) => boolean): Promise<void> {
  const own = (await subscriptions()).filter(wanted);
  await Promise.all(own.map((subscription) => subscription.unsubscribe().catch(() => false)));
}

/** Resolves when the worker is active: a subscription needs that. */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(WORKER.url, { scope: WORKER.scope });
  const coming = registration.installing ?? registration.waiting;
  if (registration.active === null && coming !== null)
    await new Promise<void>((resolve, reject) => {
      coming.addEventListener('statechange', () => {
        if (coming.state === 'activated') resolve();
        if (coming.state === 'redundant') reject(new Error('the worker for notifications could not start'));
      });
    });
  return registration;
}

function facts() {
  const { userAgent, platform, maxTouchPoints } = navigator;
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  return {
    isSecure: isSecureContext,
    isSupported,
    // iPadOS calls itself a Mac; no Mac has a touch screen.
    isAppleMobile: /\b(?:iPhone|iPad|iPod)\b/.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1),
    isInstalled: matchMedia('(display-mode: standalone)').matches,
    permission: isSupported ? Notification.permission : ('default' as const),
  };
}

/** What this browser's push service sends to, for `BrowserPush`. */
export const browserPush = {
  facts,
  async endpoints(): Promise<string[]> {
    return (await subscriptions()).map(({ endpoint }) => endpoint);
  },
  ask: () => Notification.requestPermission(),
  async subscribe(publicKey: string) {
    const { pushManager } = await activeWorker();
    // One with another key, of another person, or one that its push service gave up.
    await (await pushManager.getSubscription())?.unsubscribe();
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    return subscription.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } };
  },
  unsubscribe: (endpoint: string) => unsubscribeFrom((subscription) => subscription.endpoint === endpoint),
  unsubscribeAll: () => unsubscribeFrom(() => true),
};

/** Opens the page of a notification that was clicked while this tab is open, as a link in the page would. */
export function openClickedNotifications(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    const { openPath } = (data ?? {}) as { openPath?: unknown };
    if (typeof openPath !== 'string' || !openPath.startsWith('/') || openPath.startsWith('//')) return;
    ports[0]?.postMessage('opened', []);
    const link = document.createElement('a');
    link.href = openPath;
    link.hidden = true;
    document.body.append(link);
    link.click();
    link.remove();
  });
}
