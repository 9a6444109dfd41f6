import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { openChromium } from '@sign-display/testing/chromium';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { copyCheckout } from './testing/copy-checkout.ts';
import { createServiceProcesses, type ServiceProcess } from './testing/service-process.ts';

/** The phone's claim as an app: installed, without a network, from one build to the next, and over the https of a hall; a real Chromium, and the real service with builds of its own. */

/** U16: the service is stopped, and the browser has a network. */
const OFFLINE = /The service can’t be reached\. A claim that you started is saved on this phone/;
const OWNER = { BOOTSTRAP_EMAIL: 'owner@hall.example', BOOTSTRAP_PASSWORD: 'turnips under a blue moon' };
const RELOAD = 'Reload the app';

let checkout: Awaited<ReturnType<typeof copyCheckout>>;
let folder: { path: string; remove(): Promise<void> };
let services: ReturnType<typeof createServiceProcesses>;
let browser: Browser;
const complaints: string[] = [];

beforeAll(async () => {
  checkout = await copyCheckout();
  folder = await makeTemporaryFolder();
  services = createServiceProcesses({ main: join(checkout.path, 'backend/src/main.ts') });
});
afterAll(async () => {
  await services.end();
  await folder.remove();
  await checkout.remove();
});
beforeEach(async () => {
  browser = await openChromium(process.env);
});
afterEach(async () => {
  await browser.close();
  await stop();
});

let running: ServiceProcess | null = null;
/** Where it serves. Started again with `port`, it is the same service to a browser. */
async function start(more: Record<string, string> = {}): Promise<string> {
  running = services.start({ DATA_DIR: join(folder.path, 'data'), ...OWNER, ...more });
  const { url } = await running.ready();
  return url;
}
async function stop(): Promise<void> {
  const ending = running;
  running = null;
  ending?.kill('SIGTERM');
  await ending?.exited;
}
/**
 * The URLs of all cached answers. An empty cache counts as nothing: Chromium stores the compiled form of a script under
 * the name of the cache that the script came from, and creates the cache if it was deleted meanwhile.
 */
const CACHED = `(async () => {
  const urls = [];
  for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) urls.push(url);
  return urls;
})()`;
const portOf = (url: string) => ({ PORT: new URL(url).port });

async function open(url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 }, locale: 'en-US' });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text());
  });
  await page.goto(`${url}/claim`);
  return page;
}
/** The same, signed in: who is not is sent away from the claim. */
async function openSignedIn(url: string): Promise<Page> {
  const page = await open(url);
  await page.waitForURL(/sign-in/);
  await page.fill('[name=email]', OWNER.BOOTSTRAP_EMAIL);
  await page.fill('[name=password]', OWNER.BOOTSTRAP_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${url}/claim`);
  return page;
}
/** Resolves once the service worker has all that it keeps. */
const kept = (page: Page) => page.evaluate('navigator.serviceWorker.ready.then(({ active }) => active.scriptURL)');
const title = 'meta[name=build]';
/** Makes the sources those of another build, which a page tells by a mark in its head. */
function mark(build: string): void {
  const path = join(checkout.path, 'dashboard/index.html');
  const html = readFileSync(path, 'utf8').replace(/<meta name="build".*?>/, '');
  writeFileSync(path, html.replace('<title>', `<meta name="build" content="${build}"><title>`));
}
const buildOf = (page: Page) => page.locator(title).getAttribute('content');

test('D6: a browser can install the app, and opens the claim without the service; what works is said, and nothing of the API is kept', async () => {
  mark('one');
  const url = await start();
  const page = await open(url);
  const chrome = await page.context().newCDPSession(page);
  const { errors, data } = await chrome.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data!)).toMatchObject({ start_url: '/claim', display: 'standalone' });
  const icons = JSON.parse(data!).icons as { src: string; sizes: string; purpose: string }[];
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable');
  for (const { src, sizes } of icons) {
    const size = await page.evaluate<string>(
      `createImageBitmap(await (await fetch('${src}')).blob()).then(({ width, height }) => width + 'x' + height)`.replace(
        /^(.*)$/s,
        '(async () => $1)()',
      ),
    );
    expect(size).toBe(sizes);
  }
  const { installabilityErrors } = await chrome.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  expect(await kept(page)).toBe(`${url}/sw.js`);

  await stop();
  await page.goto(`${url}/claim?code=4QB50C`);
  await page.getByText(OFFLINE).waitFor();
  expect(await page.evaluate('document.fonts.check("15px Archivo Variable")')).toBe(true);
  const names = (await page.evaluate<string[]>(CACHED)).map((cached) => new URL(cached).pathname);
  expect(names).toContain('/claim');
  // What it asks for later, with its words: a service of a newer version has none of it.
  for (const later of ['reader.worker', 'claim-socket', 'english-claiming', 'german-claiming'])
    expect(names.filter((name) => name.startsWith(`/assets/${later}-`))).toHaveLength(1);
  expect(names.filter((name) => !/^\/(claim|boot\.js|assets\/[^/]+)$/.test(name))).toEqual([]);

  await start(portOf(url));
  await expect.poll(() => page.getByText(OFFLINE).count(), { timeout: 90_000 }).toBe(0);
});

test('R1: a newer build is offered and not forced, the page is whole in either, and an older one that is put back is taken as well', async () => {
  mark('one');
  const url = await start();
  const page = await openSignedIn(url);
  await kept(page);
  await page.reload();
  for (const build of ['two', 'one']) {
    const before = await buildOf(page);
    await stop();
    mark(build);
    await start(portOf(url));
    await page.reload();
    await page.getByRole('button', { name: RELOAD }).waitFor();
    expect(await buildOf(page)).toBe(before);
    await page.getByRole('button', { name: RELOAD }).click();
    await expect.poll(() => buildOf(page).catch(() => null), { timeout: 30_000 }).toBe(build);
    await expect.poll(() => page.getByRole('button', { name: RELOAD }).count()).toBe(0);
    const caches = await page.evaluate<string[]>('caches.keys()');
    expect(caches).toHaveLength(1);
  }
});

test('R1: OFFLINE_APP=false takes back what phones keep', async () => {
  const url = await start();
  const page = await open(url);
  await kept(page);
  await page.goto(`${url}/claim`);
  await stop();
  await start({ ...portOf(url), OFFLINE_APP: 'false' });
  await page.goto(`${url}/claim`);
  // The worker gives itself up last.
  const left = `Promise.all([${CACHED}, navigator.serviceWorker.getRegistrations()]).then((all) => all.flat().length)`;
  await expect.poll(() => page.evaluate(left).catch(() => null), { timeout: 30_000 }).toBe(0);
  // The page that was open is the last that the worker had.
  await page.goto('about:blank');
  await page.goto(`${url}/claim`);
  expect(await page.evaluate('navigator.serviceWorker.controller')).toBeNull();
});

test('R1: a service worker whose cache was deleted fetches from the service and caches nothing', async () => {
  const url = await start();
  const page = await open(url);
  await kept(page);
  await page.goto(`${url}/claim`);
  const left = await page.evaluate(`(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    const { ok } = await fetch(document.querySelector('script[type=module]').src);
    return { ok, isOurs: navigator.serviceWorker.controller !== null, cached: await ${CACHED} };
  })()`);
  expect(left).toEqual({ ok: true, isOurs: true, cached: [] });
});

describe('over the https of a hall', () => {
  /** What Chromium is told to believe: this one key, and no other error of a certificate. */
  const keyOf = (url: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname: host, port } = new URL(url);
      const socket = connect({ host, port: Number(port), rejectUnauthorized: false }, () => {
        const key = socket.getPeerX509Certificate()!.publicKey.export({ type: 'spki', format: 'der' });
        socket.destroy();
        resolve(createHash('sha256').update(key).digest('base64'));
      });
      socket.on('error', reject);
    });

  test('D6: the page has a camera to ask for, and a service worker; a browser that does not trust the authority is not served', async () => {
    const url = await start({ HTTPS: 'true', HOST: 'localhost', HTTP_PORT: '0' });
    await expect(open(url)).rejects.toThrow(/ERR_CERT_AUTHORITY_INVALID/);
    const trusting = await openChromium(process.env, [`--ignore-certificate-errors-spki-list=${await keyOf(url)}`]);
    try {
      const page = await trusting.newPage();
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.goto(`${url}/sign-in`);
      expect(await page.evaluate('[isSecureContext, typeof navigator.mediaDevices.getUserMedia]')).toEqual([
        true,
        'function',
      ]);
      await page.goto(`${url}/claim`);
      expect(await kept(page)).toBe(`${url}/sw.js`);
    } finally {
      await trusting.close();
    }
  });
});

// The last: it leaves builds that are not whole.
test('R1: a page whose scripts the service does not have is loaded once more, and then says what is wrong', async () => {
  const url = await start();
  const assets = join(checkout.path, 'dashboard/dist');
  for (const build of readdirSync(assets))
    for (const name of readdirSync(join(assets, build, 'assets')))
      if (/^index-.*\.js/.test(name)) rmSync(join(assets, build, 'assets', name));
  const page = await browser.newPage({ locale: 'de-AT' });
  let loads = 0;
  page.on('framenavigated', () => (loads += 1));
  await page.goto(`${url}/sign-in`);
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').textContent()).toMatch(/hat eine andere Version/);
  expect(loads).toBe(2);
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  expect(complaints).toEqual([]);
});
