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

/** The endpoints of this browser's subscriptions. */
export const endpoints = async (): Promise<string[]> => (await subscriptions()).map(({ endpoint }) => endpoint);

/** Subscribes anew with the service's key (base64url). */
export async function subscribe(publicKey: string) {
  const { pushManager } = await activeWorker();
  // One with another key, of another person, or one that its push service gave up.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  return subscription.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } };
}

export const unsubscribe = (endpoint: string): Promise<void> =>
  unsubscribeFrom((subscription) => subscription.endpoint === endpoint);
export const unsubscribeAll = (): Promise<void> => unsubscribeFrom(() => true);
