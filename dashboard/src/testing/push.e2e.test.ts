import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAGES, pathOf } from '@sign-display/contracts/page-paths';
import { NOTIFICATION_CHANNELS } from '@sign-display/contracts/rest/subscriptions';
import { openAlbum } from '@sign-display/testing/screenshot-comparison';
import { good } from '@sign-display/testing/service';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { english } from '../words/english.ts';
import { englishPush } from '../words/english-push.ts';
import { german } from '../words/german.ts';
import { germanPush } from '../words/german-push.ts';
import { answerWith, ME, NOW_DRAWN, ORGANIZATION } from './design-people.ts';
import {
  click,
  deliver,
  notificationWorker,
  ownEndpoint,
  renewSubscription,
  replacePushParts,
  type PushAnswers,
} from './push-browser.ts';
import { startPushService, type PushService } from './push-service.ts';
import { inaccessible, openStage, picture, signOut, type Stage } from './service-and-browser.ts';

/**
 * Notifications by Web Push: a real service and a push service that decrypts, with the real worker of a real browser.
 * OFFLINE_APP=false takes the other service worker back, so these tests also show that neither needs the other.
 */

let stage: Stage;
let pushes: PushService;
const said = englishPush.push;
const listed = english.account.push;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
const album = openAlbum('push', { folder, update: process.env['UPDATE_SCREENS'] === '1' });

beforeAll(async () => {
  pushes = await startPushService();
  stage = await openStage({ PUSH_CONTACT: 'ops@example.org', PUSH_ALLOW_PRIVATE: 'true', OFFLINE_APP: 'false' });
  const never = { graceSeconds: null, quietHours: null, snoozedUntil: null };
  const body = { kinds: ['sign_offline' as const], channels: [...NOTIFICATION_CHANNELS], ...never };
  good(
    await stage.service.owner.call('PUT /api/events/:id/subscription', { params: { id: stage.service.eventId }, body }),
  );
  console.log(`  pictures of this run: ${folder}`);
});
afterAll(async () => {
  await stage.close();
  await pushes.close();
});
afterEach(async () => {
  const { owner } = stage.service;
  for (const { endpoint } of await browsers())
    good(await owner.call('DELETE /api/push-subscriptions', { body: { endpoint } }));
});

const browsers = async () => good(await stage.service.owner.call('GET /api/push-subscriptions')).body.items;
/** Opens the account page in a browser of the push service. */
async function openAccount(answers: PushAnswers = {}, context: BrowserContextOptions = {}): Promise<Page> {
  const page = await stage.open({ ...context, path: PAGES.signIn, as: stage.service.account });
  await replacePushParts(page, pushes, answers);
  await page.goto(PAGES.account);
  return page;
}
async function turnOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: said.turnOn }).click();
  await page.getByText(said.states.on).waitFor();
}
const resultsIn = (page: Page) => page.getByRole('list', { name: said.test.results });
async function sendTest(page: Page): Promise<string> {
  await page.getByRole('button', { name: said.test.send }).click();
  await resultsIn(page).waitFor();
  return await resultsIn(page).innerText();
}

test('N6: a browser that turned notifications on shows a test message, and a click opens its page in the open tab', async () => {
  const page = await openAccount();
  await page.getByText(said.states.offered).waitFor();
  await turnOn(page);
  expect(await page.evaluate('document.activeElement.textContent')).toBe(said.states.on);
  await page.getByRole('list', { name: listed.title }).getByText(listed.thisOne).waitFor();
  expect((await browsers()).map(({ endpoint }) => endpoint)).toEqual([await ownEndpoint(page)]);

  const results = await sendTest(page);
  for (const sentence of [said.test.browsers(1, 1), said.test.outbox, said.test.accepted.inbox])
    expect(results).toContain(sentence);
  expect(await inaccessible(page)).toEqual([]);
  const { endpoint, payload } = pushes.received.at(-1)!;
  expect(endpoint).toBe(await ownEndpoint(page));
  const message = JSON.parse(payload) as Record<string, string>;

  const worker = await notificationWorker(page.context());
  await deliver(page, payload);
  await expect
    .poll(() => worker.evaluate('shown'))
    .toMatchObject([{ title: message['title'], body: message['text'], tag: message['tag'], renotify: true }]);
  await click(worker);
  const path = pathOf('subscription', { event: stage.service.eventId });
  await page.waitForURL((url) => url.pathname + url.search === path);
  // The page is open now, so the next click only brings its tab to the front.
  await click(worker);
  expect(await worker.evaluate('[opened.length, closed]')).toEqual([0, true]);
  await page.close();
});

test('N6: a click opens a new window where no tab of the dashboard is open, and every push shows a notification', async () => {
  const page = await openAccount();
  await turnOn(page);
  const worker = await notificationWorker(page.context());
  await deliver(page, 'no JSON');
  await expect.poll(() => worker.evaluate('shown.map(({ title }) => title)')).toEqual(['Sign Display Service']);
  await deliver(page, JSON.stringify({ title: 'Foyer', text: '', tag: 'x', url: 'https://other.example/signs/1?x=2' }));
  await expect.poll(() => worker.evaluate('shown.length')).toBe(2);
  // A sign in a browser tab is no page of the dashboard.
  await page.goto('/sign');
  await click(worker);
  // The origin is the one at which the person is signed in.
  await expect.poll(() => worker.evaluate('opened')).toEqual(['/signs/1?x=2']);
  await page.close();
});

test('A5: a click on a notification opens only pages of this service, whatever URL the message has', async () => {
  const page = await openAccount();
  await turnOn(page);
  const worker = await notificationWorker(page.context());
  // A sign in a browser tab is no page of the dashboard, so each click opens a window.
  await page.goto('/sign');
  const opened: string[] = [];
  for (const [url, path] of [
    ['//elsewhere.example/', '/'],
    ['https://elsewhere.example//elsewhere.example/', '/'],
    ['https://elsewhere.example/\\\\elsewhere.example/', '/'],
    ['https://elsewhere.example/inbox#2', '/inbox#2'],
    ['data:https://elsewhere.example/', '/'],
    ['data:/.\\/elsewhere.example/', '/'],
    ['no page', '/no%20page'],
  ] as const) {
    await deliver(page, JSON.stringify({ title: 'Foyer', text: '', tag: 'x', url }));
    opened.push(path);
    await expect.poll(() => worker.evaluate('shown.length')).toBe(opened.length);
    await click(worker);
    await expect.poll(() => worker.evaluate('opened')).toEqual(opened);
  }
  await page.close();
});

test('N7: a test message to an endpoint that died says so, the list shows it as stopped, and the browser registers again', async () => {
  const page = await openAccount();
  await turnOn(page);
  const dead = await ownEndpoint(page);
  pushes.giveUp(dead!);
  expect(await sendTest(page)).toContain(said.test.stopped(1));
  await page.getByText(said.states.stopped).waitFor();
  await page.getByText(/^Stopped .* no longer registered/).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await resultsIn(page).getByRole('button', { name: said.turnOnAgain }).click();
  await page.getByText(said.states.on).waitFor();
  expect(await browsers()).toMatchObject([{ endpoint: await ownEndpoint(page), stoppedAt: null }]);
  expect(await ownEndpoint(page)).not.toBe(dead);
  expect(await sendTest(page)).toContain(said.test.browsers(1, 1));
  await page.close();
});

test('turning notifications off removes the browser from the list and ends its own subscription', async () => {
  const page = await openAccount();
  await turnOn(page);
  await page.getByRole('button', { name: said.turnOff, exact: true }).click();
  await page.getByText(said.states.offered).waitFor();
  await page.getByText(listed.none).waitFor();
  expect([await browsers(), await ownEndpoint(page)]).toEqual([[], null]);
  expect(await sendTest(page)).toContain(said.test.noBrowser);
  await page.close();
});

test('X4: signing out ends the endpoint at the service and the subscription in the browser', async () => {
  const page = await openAccount();
  await turnOn(page);
  await signOut(page);
  await page.waitForURL(({ pathname }) => pathname === PAGES.signIn);
  await expect.poll(() => ownEndpoint(page)).toBeNull();
  expect(await browsers()).toEqual([]);
  await page.close();
});

test('a subscription that the browser renews replaces the earlier one at the service', async () => {
  const page = await openAccount();
  await turnOn(page);
  const worker = await notificationWorker(page.context());
  const next = pushes.subscribe();
  expect(await renewSubscription(worker, { old: await ownEndpoint(page), next })).toEqual([]);
  expect((await browsers()).map(({ endpoint }) => endpoint)).toEqual([next.endpoint]);
  await page.close();
});

test('the former subscription stays registered where the service refuses the one that replaces it', async () => {
  const page = await openAccount();
  await turnOn(page);
  const former = await ownEndpoint(page);
  const worker = await notificationWorker(page.context());
  const { keys, ...rest } = pushes.subscribe();
  await renewSubscription(worker, { old: former, next: { ...rest, keys: { ...keys, p256dh: 'A'.repeat(87) } } });
  expect((await browsers()).map(({ endpoint }) => endpoint)).toEqual([former]);
  await page.close();
});

test('a browser that names no former subscription subscribes again with the key of the service, which gives it to signed-in people', async () => {
  const page = await openAccount();
  await turnOn(page);
  const worker = await notificationWorker(page.context());
  const [subscribed, other] = [pushes.subscribe(), pushes.subscribe()];
  const { publicKey } = good(await stage.service.owner.call('GET /api/push-subscriptions/key')).body;
  expect(await renewSubscription(worker, { old: null, next: null, subscribed })).toEqual([publicKey]);
  const former = await ownEndpoint(page);
  const registered = async () => (await browsers()).map(({ endpoint }) => endpoint);
  expect(await registered()).toEqual([subscribed.endpoint, former]);
  await page.context().clearCookies();
  expect(await renewSubscription(worker, { old: former, next: null, subscribed: other })).toEqual([]);
  expect(await registered()).toEqual([subscribed.endpoint, former]);
  await page.close();
});

test('a browser that blocks notifications says how to allow them, and a question closed without an answer changes nothing', async () => {
  const denied = await openAccount({ answer: 'denied' });
  await denied.getByRole('button', { name: said.turnOn }).click();
  await denied.getByText(said.states.denied).waitFor();
  await denied.getByText(said.allowSteps[1]!).waitFor();
  expect(await inaccessible(denied)).toEqual([]);
  await denied.close();
  const dismissed = await openAccount({ answer: 'default' });
  await dismissed.getByRole('button', { name: said.turnOn }).click();
  await dismissed.getByText(said.dismissed).waitFor();
  expect(await browsers()).toEqual([]);
  await dismissed.close();
});

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
/** Safari has no push outside an installed app. */
const WITHOUT_PUSH = 'delete window.PushManager; delete window.Notification;';

test('on an iPhone the page says that the app must be installed first; another browser without push says what to use', async () => {
  for (const [userAgent, sentence] of [
    [IPHONE, said.states['install-first']],
    [undefined, said.states.unsupported],
  ] as const) {
    const page = await stage.open({
      path: PAGES.signIn,
      as: stage.service.account,
      ...(userAgent !== undefined && { userAgent }),
    });
    await page.addInitScript(WITHOUT_PUSH);
    await page.goto(PAGES.account);
    await page.getByText(sentence).waitFor();
    const steps = page.getByText(said.installSteps[1]!);
    await expect.poll(() => steps.count()).toBe(userAgent === undefined ? 0 : 1);
    await page.close();
  }
});

test('G18: a service without a push contact says why push is off', async () => {
  const page = await stage.open({ path: PAGES.signIn, as: stage.service.account });
  await page.route('**/api/me', async (route) => {
    const response = await route.fetch();
    const { pushPublicKey: _, ...me } = (await response.json()) as Record<string, unknown>;
    await route.fulfill({ response, json: me });
  });
  await page.goto(PAGES.account);
  await page.getByText(said.states.off).waitFor();
  expect(await page.getByRole('button', { name: said.turnOn }).count()).toBe(0);
  await page.close();
});

test('a test message that the service refuses shows why, and its button shows the progress while it waits', async () => {
  const page = await openAccount();
  const { promise: asked, resolve: goOn } = Promise.withResolvers<void>();
  const refusal = {
    type: 'about:blank',
    title: 'Too many requests',
    status: 429,
    code: 'rate_limited',
    requestId: 'x',
  };
  await page.route('**/subscription/test', async (route) => {
    await asked;
    await route.fulfill({ status: 429, contentType: 'application/problem+json', json: refusal });
  });
  await page.getByRole('button', { name: said.test.send }).click();
  await page.getByText(said.test.sending).waitFor();
  goOn();
  await page.getByRole('alert').waitFor();
  expect(await page.getByText(said.test.sending).count()).toBe(0);
  await page.close();
});

const AT = { createdAt: '2026-11-09T08:02:00Z', lastSentAt: '2026-11-14T18:38:57Z' };
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const HERE = 'https://web.push.example/here';
const browser = (endpoint: string, userAgent: string, stoppedAt: string | null = null) => ({
  endpoint,
  userAgent,
  ...AT,
  stoppedAt,
});
const PHONE = browser('https://web.push.example/phone', ANDROID, '2026-11-14T18:40:12Z');
const RESULTS = [
  { channel: 'email', ok: true, outcome: 'accepted', detail: '' },
  {
    channel: 'push',
    ok: true,
    outcome: 'accepted',
    detail: '',
    browsers: [
      { endpoint: HERE, outcome: 'accepted' },
      { endpoint: PHONE.endpoint, outcome: 'stopped' },
    ],
  },
  { channel: 'inbox', ok: true, outcome: 'accepted', detail: '' },
];
const EVENT = { id: 'fest', organizationId: ORGANIZATION, name: 'Lichterfest 2026', timeZone: 'Europe/Berlin' };
type Shot = { listed: readonly object[]; permission?: 'granted' | 'denied'; isTested?: boolean; isIphone?: boolean };
const SHOTS: Readonly<Record<string, Shot>> = {
  on: { listed: [browser(HERE, FIREFOX), PHONE], permission: 'granted', isTested: true },
  offered: { listed: [] },
  denied: { listed: [], permission: 'denied' },
  stopped: { listed: [browser(HERE, FIREFOX, PHONE.stoppedAt)], permission: 'granted' },
  'install-first': { listed: [PHONE], isIphone: true },
};

test.each([
  ['on', 'light', 1440, 'en-GB', 100],
  ['on', 'dark', 1440, 'en-GB', 100],
  ['on', 'light', 320, 'de-DE', 100],
  ['on', 'light', 1440, 'en-GB', 200],
  ['offered', 'light', 390, 'en-GB', 100],
  ['denied', 'light', 1440, 'de-DE', 100],
  ['stopped', 'dark', 390, 'en-GB', 100],
  ['install-first', 'light', 390, 'en-GB', 100],
] as const)(
  'notifications %s in the theme %s at %d px in %s, text at %d percent',
  async (name, colorScheme, width, locale, size) => {
    const { listed: items, permission, isTested, isIphone }: Shot = SHOTS[name]!;
    const { push: words } = locale === 'de-DE' ? germanPush : englishPush;
    const { account } = locale === 'de-DE' ? german : english;
    const context = { viewport: { width, height: 900 }, locale, timezoneId: 'Europe/Berlin', colorScheme };
    const page = await stage.open({ path: PAGES.signIn, ...context, ...(isIphone && { userAgent: IPHONE }) });
    if (isIphone) await page.addInitScript(WITHOUT_PUSH);
    else await replacePushParts(page, pushes, permission === undefined ? {} : { permission });
    await page.addInitScript(`localStorage.setItem('test:subscription', '${JSON.stringify({ endpoint: HERE })}');`);
    if (!isIphone)
      await page.addInitScript(
        `navigator.serviceWorker.getRegistrations = async () => [{ pushManager: { getSubscription: PushManager.prototype.getSubscription } }];`,
      );
    await page.clock.setFixedTime(NOW_DRAWN);
    await answerWith(page, {
      '/api/me': { ...ME, pushPublicKey: 'B'.repeat(87) },
      '/list-sessions': [],
      '/get-session': { session: null, user: ME.user },
      '/push-subscriptions': { items },
      '/security-events': { items: [], nextCursor: null },
      '/events': { items: [EVENT], nextCursor: null },
      '/subscription/test': { results: RESULTS },
    });
    if (size !== 100) {
      const session = await page.context().newCDPSession(page);
      await session.send('Page.setFontSizes', { fontSizes: { standard: (16 * size) / 100, fixed: (13 * size) / 100 } });
    }
    await page.goto(PAGES.account);
    await page.getByText(words.states[name]).waitFor();
    await page.getByRole('list', { name: account.push.title }).waitFor();
    const send = page.getByRole('button', { name: words.test.send });
    if (isTested) {
      await send.click();
      await page.getByRole('list', { name: words.test.results }).waitFor();
    }
    await page.setViewportSize({ width, height: await page.evaluate('document.documentElement.scrollHeight') });
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    album.keep(
      `${name}-${width}-${colorScheme}-${locale.slice(0, 2)}${size === 100 ? '' : `-${size}`}`,
      await picture(page),
    );
    expect(await inaccessible(page)).toEqual([]);
    await page.close();
  },
);

test('no script throws and no policy refuses anything in these tests', () => {
  expect(stage.complaints).toEqual([]);
});
