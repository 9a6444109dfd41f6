import type { BrowserContext, Page, Worker } from 'playwright-core';
import type { PushService } from './push-service.ts';

/**
 * A browser of the push service on loopback. The headless Chromium reaches no push service and has no notification
 * centre, so these parts of the browser itself are replaced: the permission, `PushManager`'s subscription, and in the
 * worker the display of a notification. Registration, worker and payload are real.
 */

export interface PushAnswers {
  permission?: 'default' | 'granted' | 'denied';
  /** The person's answer to the browser's question. */
  answer?: 'default' | 'granted' | 'denied';
}

const replacements = ({ permission = 'default', answer = 'granted' }: PushAnswers): string => `
  // Kept over reloads, as a browser keeps them.
  const read = (name, usual) => JSON.parse(localStorage.getItem('test:' + name) ?? 'null') ?? usual;
  const keep = (name, value) => localStorage.setItem('test:' + name, JSON.stringify(value));
  Object.defineProperty(Notification, 'permission', { get: () => read('permission', '${permission}') });
  Notification.requestPermission = async () => { keep('permission', '${answer}'); return '${answer}'; };
  const objectOf = (given) => given && {
    ...given,
    toJSON: () => given,
    unsubscribe: async () => { keep('subscription', null); return true; },
  };
  PushManager.prototype.subscribe = async function ({ applicationServerKey, userVisibleOnly }) {
    if (!userVisibleOnly || typeof applicationServerKey !== 'string') throw new TypeError('no key');
    keep('subscription', await subscribeAtPushService());
    return objectOf(read('subscription'));
  };
  PushManager.prototype.getSubscription = async () => objectOf(read('subscription'));`;

/** Call this before opening the page that needs these parts. */
export async function replacePushParts(
  page: Page,
  service: Pick<PushService, 'subscribe'>,
  answers: PushAnswers = {},
): Promise<void> {
  await page.exposeFunction('subscribeAtPushService', () => service.subscribe());
  await page.addInitScript(replacements(answers));
}

/** The browser's present endpoint; null if it is not subscribed. */
export const ownEndpoint = (page: Page): Promise<string | null> =>
  page.evaluate(`JSON.parse(localStorage.getItem('test:subscription') ?? 'null')?.endpoint ?? null`);

/** Returns the worker that shows notifications. From now on, `shown` collects its notifications. */
export async function notificationWorker(context: BrowserContext): Promise<Worker> {
  const isOurs = (worker: Worker): boolean => worker.url().endsWith('/push-worker.js');
  const worker = context.serviceWorkers().find(isOurs) ?? (await context.waitForEvent('serviceworker', isOurs));
  await worker.evaluate(`
    self.shown = [];
    registration.showNotification = async (title, options) => void shown.push({ title, ...options });
    self.opened = [];
    clients.openWindow = async (url) => void opened.push(url);
    undefined;`);
  return worker;
}

/** Hands the payload to the page's worker, as the browser does when its push service brings one. */
export async function deliver(page: Page, payload: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { promise, resolve } = Promise.withResolvers<string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const ours = registrations.find(({ scopeURL }) => scopeURL.endsWith('/push-worker/'));
    if (ours) resolve(ours.registrationId);
  });
  await session.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await promise, data: payload });
  await session.detach();
}

/** Clicks the newest notification that the worker has shown. */
export const click = (worker: Worker): Promise<void> =>
  worker.evaluate(`
    const event = new ExtendableEvent('notificationclick');
    const notification = { ...shown.at(-1), close() { self.closed = true; } };
    Object.defineProperties(event, { notification: { value: notification }, waitUntil: { value: () => {} } });
    dispatchEvent(event);
    undefined;`);

type Subscribed = ReturnType<PushService['subscribe']>;

/**
 * Ends the browser's subscription, as its push service does. `old`, `next`: what the browser's event says of the former and
 * the new subscription; null: nothing. `subscribed`: what a subscription by the worker itself gives, once. Resolves with
 * the keys that the worker subscribed with, when it has done its work.
 */
export const renewSubscription = (
  worker: Worker,
  given: { old: string | null; next: Subscribed | null; subscribed?: Subscribed },
): Promise<string[]> =>
  worker.evaluate(`(async () => {
    const { old, next, subscribed } = ${JSON.stringify(given)};
    const objectOf = (given) => given && { endpoint: given.endpoint, toJSON: () => given };
    const keys = [];
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      keys.push(applicationServerKey);
      return objectOf(subscribed);
    };
    const event = new ExtendableEvent('pushsubscriptionchange');
    let done;
    Object.defineProperties(event, {
      waitUntil: { value: (promise) => { done = promise; } },
      oldSubscription: { value: old && { endpoint: old, options: {} } },
      newSubscription: { value: objectOf(next) },
    });
    dispatchEvent(event);
    await done;
    return keys;
  })()`);
