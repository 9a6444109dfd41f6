/**
 * The service worker that shows notifications while no page is open. Its scope has no page, so it never stands between
 * a page and the service, and OFFLINE_APP=false does not concern it. A program of its own, without imports: the build
 * puts `ICON` before it and serves it as `/push-worker.js` (dashboard/offline-plugin.ts).
 */
export {};

/** The URL of the icon in this build. */
declare const ICON: string;

interface Extendable extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Pushed extends Extendable {
  data: { json(): unknown } | null;
}
interface Clicked extends Extendable {
  notification: Notification;
}
interface Changed extends Extendable {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}
interface Tab {
  url: string;
  focused: boolean;
  focus(): Promise<unknown>;
  postMessage(message: unknown, transfer: Transferable[]): void;
}
interface Worker {
  addEventListener(type: 'push', listener: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void;
  addEventListener(type: 'pushsubscriptionchange', listener: (event: Changed) => void): void;
  addEventListener(type: 'install', listener: () => void): void;
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Tab[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  location: Location;
}
const worker = self as unknown as Worker;

/** A tab of the dashboard answers within this time that it opens the page. One that hangs does not. */
const TAB_ANSWERS_WITHIN_MS = 1_000;
/** Windows of this service that are none of the dashboard's: signs in a tab, and what the service answers by itself. */
const NO_DASHBOARD = /^\/(?:sign|sample|api)(?:\/|$)/;
const SERVICE_NAME = 'Sign Display Service';

interface Message {
  title: string;
  text: string;
  tag: string;
  url: string;
}

/** Every push must show a notification: browsers take the permission from a worker that shows none. */
function messageOf(data: Pushed['data']): Message {
  const fallback = { title: SERVICE_NAME, text: '', tag: 'unknown', url: '/' };
  try {
    return { ...fallback, ...(data?.json() as Partial<Message> | undefined) };
  } catch {
    return fallback;
  }
}

async function show({ title, text, tag, url }: Message): Promise<void> {
  // `renotify`: the newest message of an event takes the place of the one before, and is announced like it.
  const options = { body: text, tag, renotify: true, icon: ICON, badge: ICON, data: { url } };
  await worker.registration.showNotification(title, options);
}

/** The page of a message below the origin at which this browser is signed in, which may not be PUBLIC_URL. */
function pathOf(url: unknown): string {
  // Safari 16 and 17 support push but lack `URL.parse`.
  try {
    const { pathname, search, hash } = new URL(String(url), worker.location.origin);
    return pathname + search + hash;
  } catch {
    return '/';
  }
}

/** Has an open tab go to the page, as a link in it would. Resolves with false where the tab does not answer. */
function openIn(tab: Tab, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const late = setTimeout(() => resolve(false), TAB_ANSWERS_WITHIN_MS);
    port1.addEventListener('message', () => {
      clearTimeout(late);
      resolve(true);
    });
    port1.start();
    tab.postMessage({ openPath: path }, [port2]);
  });
}

async function open(path: string): Promise<void> {
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = tabs.filter(({ url }) => !NO_DASHBOARD.test(new URL(url).pathname));
  const there = own.find(({ url }) => pathOf(url) === path);
  const tab = there ?? own.find(({ focused }) => focused) ?? own[0];
  // A browser that does not let the worker focus a tab still lets the tab change its page.
  await tab?.focus().catch(() => null);
  if (there || (tab && (await openIn(tab, path)))) return;
  await worker.clients.openWindow(path);
}

/** The browser has ended the subscription: subscribes with the same key, and tells the service both endpoints. */
async function renew({ oldSubscription, newSubscription }: Changed): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey ?? null;
  const next =
    newSubscription ??
    (await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  const send = (method: 'POST' | 'DELETE', body: unknown) =>
    fetch('/api/push-subscriptions', {
      method,
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await send('POST', next.toJSON());
  if (oldSubscription && oldSubscription.endpoint !== next.endpoint)
    await send('DELETE', { endpoint: oldSubscription.endpoint });
}

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('push', (event) => event.waitUntil(show(messageOf(event.data))));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(pathOf((event.notification.data as { url?: unknown } | null)?.url)));
});
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
