import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAGES, pathOf } from '@sign-display/contracts/page-paths';
import { openAlbum } from '@sign-display/testing/screenshot-comparison';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { english } from '../words/english.ts';
import { englishInbox } from '../words/english-inbox.ts';
import { germanInbox } from '../words/german-inbox.ts';
import { ENDED, EVENT, MESSAGES, OPEN_OUTAGES, PREVIEW, SUBSCRIPTION } from './design-inbox.ts';
import { answerWith, ME, NOW_DRAWN } from './design-people.ts';
import { replacePushParts } from './push-browser.ts';
import { startPushService, type PushService } from './push-service.ts';
import { inaccessible, openStage, picture, type Stage } from './service-and-browser.ts';

/** Compares the inbox and the subscription settings with the reference screenshots in docs/screens/inbox. */

let stage: Stage;
let pushes: PushService;
const REGISTERED = { ...ME, pushPublicKey: 'B'.repeat(87) };
const AT = { createdAt: '2026-11-09T08:02:00Z', lastSentAt: null, stoppedAt: null };
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
const album = openAlbum('inbox', { folder, update: process.env['UPDATE_SCREENS'] === '1' });
beforeAll(async () => {
  [stage, pushes] = await Promise.all([openStage(), startPushService()]);
  console.log(`  pictures of this run: ${folder}`);
});
afterAll(async () => void (await Promise.all([stage.close(), pushes.close()])));

const SIZES = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  small: { width: 320, height: 568 },
};

interface Shown {
  size?: keyof typeof SIZES;
  colorScheme?: 'light' | 'dark';
  locale?: string;
  path?: string;
  answers?: Record<string, unknown>;
}

/** Opens the page with the messages of the drawing, at the drawing's time. */
async function show({
  size = 'desk',
  colorScheme = 'light',
  locale = 'en-GB',
  path = PAGES.inbox,
  answers = {},
}: Shown): Promise<Page> {
  const page = await stage.open({ path: '/', viewport: SIZES[size], colorScheme, locale, timezoneId: 'Europe/Berlin' });
  await replacePushParts(page, pushes);
  await page.clock.setFixedTime(NOW_DRAWN);
  await answerWith(page, {
    ...answers,
    '/api/me': REGISTERED,
    '/events': { items: [EVENT], nextCursor: null },
    '/api/notifications': { items: MESSAGES, nextCursor: null, unreadCount: 3 },
    '/outages': { items: OPEN_OUTAGES, nextCursor: null },
    '/subscription': SUBSCRIPTION,
    '/preview': PREVIEW,
    '/api/push-subscriptions': { items: [{ endpoint: 'https://push.example/1', userAgent: null, ...AT }] },
    ...ENDED,
    ...answers,
  });
  await page.goto(path);
  await page.locator('h1').waitFor();
  return page;
}

const said = englishInbox.inbox;
const settings = englishInbox.subscription;
const overflow = (page: Page) => page.evaluate('document.documentElement.scrollWidth - innerWidth');
/** Makes the window as high as the page, so that the picture has all of it. */
const unroll = async (page: Page, size: keyof typeof SIZES) =>
  await page.setViewportSize({
    ...SIZES[size],
    height: await page.evaluate('document.documentElement.scrollHeight'),
  });

test.each(['light', 'dark'] as const)(
  'D17: the inbox and the settings match their screenshots, %s',
  async (colorScheme) => {
    const page = await show({ colorScheme });
    await page.getByText(settings.preview.emails(2)).waitFor();
    await page.getByText(said.now.some.sign_offline(4, 6)).waitFor();
    await page.getByText(said.now.over(1, '19:41')).waitFor();
    await page.getByRole('button', { name: MESSAGES[0]!.title }).click();
    await page.getByRole('link', { name: said.openOutage }).waitFor();
    await page.evaluate('document.activeElement.blur()');
    album.keep(`inbox-${colorScheme}`, await picture(page));
    expect(await inaccessible(page)).toEqual([]);
    await unroll(page, 'desk');
    album.keep(`inbox-whole-${colorScheme}`, await picture(page));
    await page.close();
  },
);

test('D17: an empty inbox says which messages will appear in it, and links to the settings', async () => {
  const none = { kinds: [], channels: [], excluded: [], graceSeconds: null, quietHours: null };
  const page = await show({
    answers: {
      '/api/notifications': { items: [], nextCursor: null, unreadCount: 0 },
      '/subscription': { ...SUBSCRIPTION, ...none },
      '/preview': { ...PREVIEW, counts: { email: 0, push: 0, inbox: 0 } },
      '/api/push-subscriptions': { items: [] },
      '/api/me': { ...REGISTERED, mail: { configured: false, outbox: null } },
    },
  });
  await page.getByRole('heading', { name: said.empty }).waitFor();
  await page.getByText(settings.none).waitFor();
  await page.getByText(settings.noMail).waitFor();
  await page.getByText(settings.noPush).waitFor();
  await page.getByText(settings.preview.inbox(0)).waitFor();
  album.keep('inbox-empty', await picture(page));
  expect(await inaccessible(page)).toEqual([]);
  await page.close();
});

test.each(['phone', 'small'] as const)(
  'D5, D17: the inbox and the settings fit in German on a %s screen',
  async (size) => {
    const paths = { inbox: PAGES.inbox, settings: pathOf('subscription', { event: EVENT.id, quiet: 60 }) };
    for (const [name, path] of Object.entries(paths)) {
      const page = await show({ size, locale: 'de-DE', path });
      if (name === 'settings') await page.getByText(germanInbox.subscription.preview.emails(2)).waitFor();
      else await page.getByRole('button', { name: MESSAGES[0]!.title }).click();
      await unroll(page, size);
      expect(await overflow(page)).toBe(0);
      album.keep(`${name}-${size}`, await picture(page));
      expect(await inaccessible(page)).toEqual([]);
      await page.close();
    }
  },
);

test('D5: at 200 % text size, nothing in the inbox or the settings is clipped or overflows', async () => {
  for (const path of [PAGES.inbox, PAGES.subscription]) {
    const page = await show({ path });
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    // Chromium evaluates media queries anew when the window changes. The text is too large for both panes.
    await page.setViewportSize({ width: 1441, height: 900 });
    await page.getByRole('heading', { level: 2, name: settings.title }).waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (path === PAGES.inbox) await page.getByRole('button', { name: MESSAGES[0]!.title }).click();
    else await page.getByText(settings.preview.emails(2)).waitFor();
    await unroll(page, 'desk');
    expect(await overflow(page)).toBe(0);
    album.keep(path === PAGES.inbox ? 'inbox-200' : 'settings-200', await picture(page));
    await page.close();
  }
});

test('D17: an inbox that can’t be loaded shows the reason, and the settings stay usable', async () => {
  const json = { type: 'about:blank', title: 'Busy', status: 503, code: 'unavailable', detail: '' };
  const page = await show({ answers: { '/api/notifications': { status: 503, json } } });
  await page.getByRole('heading', { name: english.states.ourFault.title(said.what) }).waitFor();
  await page.getByText(settings.preview.emails(2)).waitFor();
  album.keep('inbox-unavailable', await picture(page));
  expect(await inaccessible(page)).toEqual([]);
  await page.close();
});
