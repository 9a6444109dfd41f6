import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAGES } from '@sign-display/contracts/page-paths';
import { openAlbum } from '@sign-display/testing/screenshot-comparison';
import { good } from '@sign-display/testing/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { english } from '../words/english.ts';
import { german } from '../words/german.ts';
import { answerWith, ME, NOW_DRAWN } from './design-people.ts';
import { problem } from './second-factor-shots.ts';
import { inaccessible, openStage, picture, signIn, type Stage } from './service-and-browser.ts';

/** The account: language of mails, sessions and security events, in a real browser, with pictures in docs/screens/account. */

let stage: Stage;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
const album = openAlbum('account', { folder, update: process.env['UPDATE_SCREENS'] === '1' });
const said = english.account;
beforeAll(async () => {
  stage = await openStage();
  console.log(`  pictures of this run: ${folder}`);
});
afterAll(() => stage.close());

test('A2: the language of mails is saved with the account, and undo puts it back', async () => {
  const language = async () => good(await stage.service.owner.call('GET /api/me')).body.user.language;
  const page = await stage.openSignedIn({ path: PAGES.account });
  await page.selectOption('[name=language]', 'de');
  await page.getByText(said.mailLanguage.saved).first().waitFor();
  expect(await language()).toBe('de');
  await page.getByRole('button', { name: english.shell.toasts.undo }).click();
  await expect.poll(language).toBeNull();
  await expect.poll(() => page.inputValue('[name=language]')).toBe('');
  await page.close();
});

test('A7: security events list a failed sign-in, and sessions say whether a browser or a token opened them', async () => {
  const failing = await stage.open({ path: PAGES.signIn });
  await signIn(failing, { ...stage.service.account, password: 'not the password' });
  await failing.getByRole('alert').waitFor();
  await failing.close();
  // By the form, as people do: it asks for a session of a browser.
  const page = await stage.openSignedIn();
  await page.goto(PAGES.account);
  const events = page.getByRole('list', { name: said.security.title });
  await events.getByText(said.security.failed['session.sign_in']!).first().waitFor();
  await events.getByText(said.security.actions['session.sign_in']!).first().waitFor();
  await page
    .getByText(new RegExp(`, ${said.token}`))
    .first()
    .waitFor();
  await page
    .getByText(new RegExp(`, ${said.browser}`))
    .first()
    .waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await page.close();
});

/** Of a browser that Chromium without a push service can't make: RFC 5903, 8.1. */
const KEYS = {
  p256dh: 'BNrQtlOUIhz5sFHh_spXh9CY3-Y3_JC575RdDDdyWBGAUnGgRhzbglLWHxxFb6PlmrH0WzOsz19YOJ4Fd7iZC7M',
  auth: 'A'.repeat(22),
};
const HERE = 'https://1.1.1.1/here';
const ELSEWHERE = 'https://1.1.1.1/elsewhere';
/** Gives the page's browser one subscription: no push service is reachable here. */
const SUBSCRIBED_BROWSER = `
  let isSubscribed = true;
  const unsubscribe = async () => { isSubscribed = false; window.wasUnsubscribed = true; return true; };
  const getSubscription = async () => isSubscribed ? { endpoint: '${HERE}', unsubscribe } : null;
  navigator.serviceWorker.getRegistrations = async () => [{ pushManager: { getSubscription } }];`;

test('A2: the account lists the browsers with notifications, marks this one, and removes each', async () => {
  const { owner, account, url } = stage.service;
  const push = english.account.push;
  const endpoints = async () =>
    good(await owner.call('GET /api/push-subscriptions')).body.items.map(({ endpoint }) => endpoint);
  const page = await stage.open({ path: PAGES.signIn, as: account });
  const data = { endpoint: HERE, keys: KEYS };
  expect((await page.request.post('/api/push-subscriptions', { data, headers: { origin: url } })).status()).toBe(201);
  good(await owner.call('POST /api/push-subscriptions', { body: { endpoint: ELSEWHERE, keys: KEYS } }));
  await page.addInitScript(SUBSCRIBED_BROWSER);
  await page.goto(PAGES.account);
  const rows = page.getByRole('list', { name: push.title }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(2);
  const [here, elsewhere] = await rows.allInnerTexts();
  expect(here).toMatch(/^Chrome on \w+\s*this browser/);
  // A script signed in, so the name is that of its push service.
  expect(elsewhere).toContain(push.at('1.1.1.1'));
  expect(elsewhere).not.toContain(push.thisOne);
  expect(await inaccessible(page)).toEqual([]);

  await page.getByRole('button', { name: push.removeOne('Chrome') }).click();
  await page.getByText(push.removed).first().waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await endpoints()).toEqual([ELSEWHERE]);
  expect(await page.evaluate('window.wasUnsubscribed')).toBe(true);
  await page.getByRole('button', { name: push.removeOne(push.at('1.1.1.1')) }).click();
  await page.getByText(push.none).waitFor();
  expect(await endpoints()).toEqual([]);
  await page.close();
});

test('A2: a failed read of the browsers with notifications shows the reason and Try again, and the next read clears both', async () => {
  const page = await stage.open({ path: PAGES.signIn, as: stage.service.account });
  const path = '**/api/push-subscriptions';
  await page.route(path, (route) => route.fulfill(problem(429, 'rate_limited')));
  await page.goto(PAGES.account);
  const push = page.getByRole('heading', { name: said.push.title }).locator('..');
  const again = push.getByRole('button', { name: english.trouble.tryAgain });
  await push.getByRole('alert').waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await again.click();
  await again.waitFor();
  await page.unroute(path);
  await again.click();
  await push.getByText(said.push.none).waitFor();
  expect([await push.getByRole('alert').count(), await again.count()]).toEqual([0, 0]);
  await page.close();
});

test('X4: a browser whose session is revoked disappears from the browsers with notifications', async () => {
  const { account, url } = stage.service;
  const other = await stage.open({ path: PAGES.signIn, as: account });
  const data = { endpoint: ELSEWHERE, keys: KEYS };
  expect((await other.request.post('/api/push-subscriptions', { data, headers: { origin: url } })).status()).toBe(201);
  await other.close();
  const page = await stage.open({ path: PAGES.account, as: account });
  const rows = page.getByRole('list', { name: english.account.push.title }).getByRole('listitem');
  await rows.getByText('Chrome on').waitFor();
  // The newest session that is not this one is the other browser's.
  await page
    .getByRole('button', { name: said.endOne('Chrome') })
    .first()
    .click();
  await page.getByText(english.account.push.none).waitFor();
  await page.close();
});

const SESSION = {
  token: 'x',
  userId: 'maren',
  updatedAt: NOW_DRAWN,
  expiresAt: '2026-12-14T18:42:00Z',
  mfa: false,
  kind: 'browser',
};
const SESSIONS = [
  {
    ...SESSION,
    id: 'desk',
    createdAt: '2026-11-14T08:12:00Z',
    ipAddress: '10.20.2.14',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    lastUsedAt: '2026-11-14T18:42:00Z',
  },
  {
    ...SESSION,
    id: 'phone',
    createdAt: '2026-11-09T08:00:00Z',
    ipAddress: '10.20.8.51',
    userAgent:
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36',
    lastUsedAt: '2026-11-14T18:31:00Z',
  },
  {
    ...SESSION,
    id: 'script',
    kind: 'token',
    createdAt: '2026-10-20T08:00:00Z',
    ipAddress: null,
    userAgent: 'curl/8.5.0',
    lastUsedAt: null,
  },
];
const browser = (endpoint: string, userAgent: string | null, createdAt: string, lastSentAt: string | null) => ({
  endpoint,
  userAgent,
  createdAt,
  lastSentAt,
});
const BROWSERS = [
  browser('https://web.push.example/1', SESSIONS[1]!.userAgent, '2026-11-09T08:02:00Z', '2026-11-14T18:38:57Z'),
  browser(HERE, SESSIONS[0]!.userAgent, '2026-11-03T16:20:00Z', '2026-11-14T18:38:57Z'),
  browser('https://updates.push.services.mozilla.com/wpush/v2/gAAAA', null, '2026-10-20T08:00:00Z', null),
];
const event = (id: string, at: string, action: string, outcome = 'ok') => ({
  id,
  at,
  action,
  outcome,
  ip: '10.20.2.14',
});
const EVENTS = [
  event('1', '2026-11-14T08:12:00Z', 'session.sign_in'),
  event('2', '2026-11-14T08:11:20Z', 'session.sign_in', 'failed'),
  event('3', '2026-11-02T10:00:00Z', 'password.change'),
];

test.each([
  ['light', 1440, 'en-GB', BROWSERS],
  ['dark', 1440, 'en-GB', BROWSERS],
  ['light', 320, 'de-DE', BROWSERS],
  ['light', 390, 'en-GB', []],
] as const)('A2: the account in the theme %s at %d px', async (colorScheme, width, locale, browsers) => {
  const { account } = locale === 'de-DE' ? german : english;
  const viewport = { width, height: 900 };
  const page = await stage.open({ path: PAGES.signIn, colorScheme, viewport, locale, timezoneId: 'Europe/Berlin' });
  await page.addInitScript(SUBSCRIBED_BROWSER);
  await page.clock.setFixedTime(NOW_DRAWN);
  await answerWith(page, {
    '/api/me': ME,
    '/list-sessions': SESSIONS,
    '/get-session': { session: SESSIONS[0], user: ME.user },
    '/push-subscriptions': { items: browsers },
    '/security-events': { items: EVENTS, nextCursor: null },
  });
  await page.goto(PAGES.account);
  await page.getByRole('list', { name: account.security.title }).waitFor();
  await page.getByRole('list', { name: account.push.title }).waitFor();
  await page.getByRole('button', { name: account.end }).first().waitFor();
  await page.setViewportSize({ width, height: await page.evaluate('document.documentElement.scrollHeight') });
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  album.keep(`account-${width}-${colorScheme}`, await picture(page));
  expect(await inaccessible(page)).toEqual([]);
  await page.close();
});
