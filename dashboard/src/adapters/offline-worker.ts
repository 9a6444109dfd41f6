/**
 * The service worker of `/claim`: keeps what the phone's claim is drawn with, of one build, so that it opens without a network. Answers of the API never pass through here. A program of its own, without
 * imports: the build puts `SHELL` before it and serves it as `/sw.js` (dashboard/offline-plugin.ts).
 */

/** What it keeps. `build` names the content; `entry` is in the page of that build and in no other. */
declare const SHELL: { build: string; entry: string; page: string; files: string[] };

interface Extendable extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Asked extends Extendable {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: Asked) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  location: Location;
}
const worker = self as unknown as Worker;

const OURS = 'claim-';
const NAME = OURS + SHELL.build;
/** The answers say `vary: accept-encoding`, which no script can ask by. */
const ANY = { ignoreVary: true };

/** All of this build, or nothing: behind a balancer the page may come from a node with another one, and two builds never mix. */
async function keep(): Promise<void> {
  const page = await fetch(SHELL.page, { cache: 'reload' });
  if (!page.ok || !(await page.clone().text()).includes(SHELL.entry))
    throw new Error('the page came from another build of the app');
  const cache = await caches.open(NAME);
  try {
    await cache.addAll(SHELL.files);
    await cache.put(SHELL.page, page);
  } catch (error) {
    await caches.delete(NAME);
    throw error;
  }
}

async function dropOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== NAME) await caches.delete(name);
}

/**
 * Returns the cached answer, or else the service's. Never opens the cache: after the worker of OFFLINE_APP=false has
 * deleted it, `caches.open` would create an empty one, and nothing would delete that.
 */
const kept = async (key: string, request: Request): Promise<Response> =>
  (await caches.match(key, { ...ANY, cacheName: NAME })) ?? fetch(request);

worker.addEventListener('install', (event) => event.waitUntil(keep()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOthers()));
worker.addEventListener('message', ({ data }) => {
  // The person said so: their page is loaded anew then.
  if (data === 'now') void worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname.replace(/\/$/, '') === SHELL.page) event.respondWith(kept(SHELL.page, request));
  } else if (SHELL.files.includes(pathname)) event.respondWith(kept(pathname, request));
});
