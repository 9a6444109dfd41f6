import { PAGES, pathOf } from '@sign-display/contracts/page-paths';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { english } from '../words/english.ts';
import { englishInbox } from '../words/english-inbox.ts';
import { germanInbox } from '../words/german-inbox.ts';
import { ENDED, EVENT, MESSAGES, OPEN_OUTAGES, PREVIEW, SUBSCRIPTION } from './design-inbox.ts';
import { ME } from './design-people.ts';
import { growToPage, useDrawnPages, widthBeyond, type Shown } from './drawn-pages.ts';
import { replacePushParts } from './push-browser.ts';
import { startPushService, type PushService } from './push-service.ts';
import { inaccessible, picture } from './service-and-browser.ts';

/** Compares the inbox and the subscription settings with the reference screenshots in docs/screens/inbox. */

let pushes: PushService;
const REGISTERED = { ...ME, pushPublicKey: 'B'.repeat(87) };
const AT = { createdAt: '2026-11-09T08:02:00Z', lastSentAt: null, stoppedAt: null };
const pages = useDrawnPages('inbox');
const { album } = pages;
beforeAll(async () => void (pushes = await startPushService()));
afterAll(() => pushes.close());

/** The page with the drawn messages, at the drawn moment. */
const show = ({ path = PAGES.inbox, ...shown }: Shown & { path?: string }): Promise<Page> =>
  pages.show(shown, {
    path,
    prepare: (page) => replacePushParts(page, pushes),
    answers: {
      '/api/me': REGISTERED,
      '/events': { items: [EVENT], nextCursor: null },
      '/api/notifications': { items: MESSAGES, nextCursor: null, unreadCount: 3 },
      '/outages': { items: OPEN_OUTAGES, nextCursor: null },
      '/subscription': SUBSCRIPTION,
      '/preview': PREVIEW,
      '/api/push-subscriptions': { items: [{ endpoint: 'https://push.example/1', userAgent: null, ...AT }] },
      ...ENDED,
    },
  });

const said = englishInbox.inbox;
const settings = englishInbox.subscription;
const filledButtons = (page: Page) => page.locator('button.bg-act, a.bg-act').allInnerTexts();

test.each(['light', 'dark'] as const)('D17: the inbox and the settings, as they are drawn, %s', async (colorScheme) => {
  const page = await show({ colorScheme });
  await page.getByText(settings.preview.emails(2)).waitFor();
  await page.getByText(said.now.some.sign_offline(4, 6)).waitFor();
  await page.getByText(said.now.over(1, '19:41')).waitFor();
  await page.getByRole('button', { name: MESSAGES[0]!.title }).click();
  await page.getByRole('link', { name: said.openOutage }).waitFor();
  await page.evaluate('document.activeElement.blur()');
  expect(await filledButtons(page)).toEqual([settings.save]);
  album.keep(`inbox-${colorScheme}`, await picture(page));
  expect(await inaccessible(page)).toEqual([]);
  await growToPage(page, 'desk');
  album.keep(`inbox-whole-${colorScheme}`, await picture(page));
  await page.close();
});

test('D18: the preview leaves out snoozes that have ended', async () => {
  const until = '2026-11-14T12:00:00.000Z';
  const snoozedSigns = [{ signId: MESSAGES[0]!.signs[0]!.id, until }];
  const page = await show({ answers: { '/subscription': { ...SUBSCRIPTION, snoozedUntil: until, snoozedSigns } } });
  await page.getByText(settings.preview.emails(2)).waitFor();
  const asked = page.waitForRequest(/\/subscription\/preview$/);
  await page.getByRole('checkbox').first().click();
  expect((await asked).postDataJSON()).toMatchObject({ snoozedUntil: null, snoozedSigns: [] });
  await page.close();
});

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

test.each(['phone', 'small'] as const)('D5, D17: the inbox and the settings in German on a %s screen', async (size) => {
  const paths = { inbox: PAGES.inbox, settings: pathOf('subscription', { event: EVENT.id, quiet: 60 }) };
  for (const [name, path] of Object.entries(paths)) {
    const page = await show({ size, locale: 'de-DE', path });
    if (name === 'settings') await page.getByText(germanInbox.subscription.preview.emails(2)).waitFor();
    else await page.getByRole('button', { name: MESSAGES[0]!.title }).click();
    expect(await filledButtons(page)).toEqual(name === 'settings' ? [germanInbox.subscription.save] : []);
    await growToPage(page, size);
    expect(await widthBeyond(page)).toBe(0);
    album.keep(`${name}-${size}`, await picture(page));
    expect(await inaccessible(page)).toEqual([]);
    await page.close();
  }
});

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
    await growToPage(page, 'desk');
    expect(await widthBeyond(page)).toBe(0);
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
