import { PAGES, pathOf } from '@sign-display/contracts/page-paths';
import { good } from '@sign-display/testing/service';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { english } from '../words/english.ts';
import { englishInbox } from '../words/english-inbox.ts';
import { inaccessible } from './service-and-browser.ts';
import { openHall, type Hall, type PhoneOpening } from './service-and-phones.ts';
import type { Signs } from './virtual-sign-processes.ts';

/** Tests the inbox and the subscription settings with real virtual signs that lose their power. */

let hall: Hall;
let signs: Signs;
const said = englishInbox.inbox;
const settings = englishInbox.subscription;
const OFFLINE = /offline/i;

beforeAll(async () => {
  hall = await openHall({
    WARM_UP_MS: '1000',
    HEARTBEAT_INTERVAL_MS: '1000',
    OFFLINE_AFTER_MS: '5000',
    OFFLINE_GRACE_MS: '0',
    GROUP_WINDOW_MS: '0',
  });
  signs = await hall.box.signs(1);
  good(await hall.claim(signs.all[0]!.shortCode, { url: hall.websites.page('bar'), name: 'Bar 4' }));
});
afterAll(() => hall.close());

const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;
const open: Page[] = [];
async function desk(opening: PhoneOpening): Promise<Page> {
  const page = await hall.phone({ ...DESK, ...opening });
  open.push(page);
  return page;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((page) => page.close()));
});
/** Opens a second tab of the same browser. */
async function tab(page: Page, path: string): Promise<Page> {
  const [other] = await Promise.all([page.waitForEvent('popup'), page.evaluate(`void window.open('${path}')`)]);
  return other;
}
const bell = (page: Page, unread: number) =>
  page.getByRole('link', { name: english.shell.inbox(unread), exact: true }).waitFor();
const message = (page: Page, title: string | RegExp) =>
  page.locator('[data-messages]').getByRole('button', { name: title });
const params = () => ({ id: hall.service.eventId });
const stored = async () =>
  good(await hall.owner.client.call('GET /api/events/:id/subscription', { params: params() })).body;
const box = (page: Page, kind: keyof typeof settings.kinds, channel: keyof typeof settings.channels) =>
  page.getByRole('checkbox', { name: settings.pair(settings.kinds[kind], settings.channels[channel]), exact: true });

test('D17: the message about an offline sign appears in the open inbox and in every bell, and a message read in one tab is read in every tab', async () => {
  const page = await desk({ path: PAGES.inbox });
  await page.getByRole('heading', { name: said.empty }).waitFor();
  const home = await tab(page, PAGES.account);
  const wall = await tab(page, pathOf('wall', { eventId: hall.service.eventId }));
  await bell(home, 0);
  await bell(wall, 0);
  await signs.unplug();
  await message(page, OFFLINE).waitFor();
  expect(await message(page, OFFLINE).count()).toBe(1);
  for (const one of [page, home, wall]) await bell(one, 1);
  await page.getByText(said.now.still.sign_offline(1)).waitFor();

  const other = await tab(page, PAGES.inbox);
  await other.getByRole('img', { name: said.isUnread }).waitFor();
  await message(page, OFFLINE).click();
  const readAtMs = Date.now();
  await other.getByRole('img', { name: said.isUnread }).waitFor({ state: 'detached' });
  for (const one of [page, home, wall, other]) await bell(one, 0);
  expect(Date.now() - readAtMs).toBeLessThan(3_000);

  const outage = page.getByRole('link', { name: said.openOutage });
  expect(await outage.getAttribute('href')).toMatch(/^\/outages\//);
  await page.locator('[data-messages]').getByRole('link', { name: 'Bar 4' }).waitFor();
  expect(await inaccessible(page)).toEqual([]);
});

test('D17: the URL has the filters, and Escape clears them', async () => {
  const page = await desk({ path: `${PAGES.inbox}?unread=true` });
  await page.getByRole('heading', { name: said.nothing }).waitFor();
  await page.getByRole('link', { name: said.showAll }).click();
  await message(page, OFFLINE).waitFor();
  expect(new URL(page.url()).search).toBe('');
  const eventId = await hall.event('Another event');
  await page.goto(`${PAGES.inbox}?event=${eventId}`);
  await page.getByRole('heading', { name: said.nothing }).waitFor();
  await page.getByText(settings.lead('Another event')).waitFor();
  await page.goto(`${PAGES.inbox}?event=${hall.service.eventId}`);
  await message(page, OFFLINE).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

test('D17: with the keyboard alone a person steps through the messages, opens one and marks all as read; a refused mark is reverted', async () => {
  const page = await desk({ path: PAGES.inbox });
  await message(page, OFFLINE).waitFor();
  await signs.plugIn();
  await message(page, /online/i).waitFor();
  await bell(page, 1);
  await page.getByText(/^Back since \d/).waitFor();

  await page.route('**/api/notifications/read', (route) => route.abort('connectionfailed'));
  await page.keyboard.press('Shift+U');
  await page.getByText(said.notMarked).waitFor();
  await bell(page, 1);
  await page.unroute('**/api/notifications/read');

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-expanded")')).toBe('false');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: said.openOutage }).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.has('message')).toBe(true);
  await page.keyboard.press('Shift+U');
  await bell(page, 0);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText(said.keys.markAll).waitFor();
  const unread = good(await hall.owner.client.call('GET /api/notifications', { query: { unread: 'true' } })).body;
  expect([unread.unreadCount, unread.items]).toEqual([0, []]);
});

test('N6, N14, D18: settings are previewed, saved, read again and undone; an invalid field shows its error', async () => {
  const page = await desk({ path: pathOf('subscription', { event: hall.service.eventId }) });
  await page.getByText(settings.preview.limit).waitFor();
  await page.getByText(settings.preview.inbox(2)).waitFor();
  const before = await stored();
  await box(page, 'sign_offline', 'inbox').uncheck();
  await box(page, 'sign_online', 'inbox').uncheck();
  await page.getByText(settings.preview.inbox(0)).waitFor();
  await box(page, 'sign_offline', 'inbox').check();
  await page.getByRole('checkbox', { name: settings.quiet.use }).check();
  await page.getByLabel(settings.grace).fill('86401');
  await page.getByRole('button', { name: settings.save, exact: true }).click();
  await page.locator('[aria-invalid=true]').and(page.getByLabel(settings.grace)).waitFor();
  await page.getByLabel(settings.grace).fill('45');
  // Another tab snoozes meanwhile, and saving keeps that snooze.
  const until = new Date(Date.now() + 3_600_000).toISOString();
  good(
    await hall.owner.client.call('PUT /api/events/:id/subscription', {
      params: params(),
      body: { ...before, snoozedUntil: until },
    }),
  );
  await page.getByRole('button', { name: settings.save, exact: true }).click();
  await page.getByText(settings.saved).waitFor();
  expect(await stored()).toMatchObject({
    graceSeconds: 45,
    excluded: expect.arrayContaining([{ kind: 'sign_online', channel: 'inbox' }]),
    quietHours: { start: '22:00', end: '07:00', timeZone: 'Europe/Vienna' },
    snoozedUntil: until,
  });
  await page.reload();
  await page.getByText(settings.preview.limit).waitFor();
  expect(await box(page, 'sign_online', 'inbox').isChecked()).toBe(false);
  expect(await box(page, 'sign_online', 'email').isChecked()).toBe(true);
  expect(await page.getByLabel(settings.grace).inputValue()).toBe('45');
  expect(await inaccessible(page)).toEqual([]);

  await box(page, 'claim_completed', 'inbox').check();
  await page.getByRole('link', { name: english.common.product }).or(page.locator('header a').first()).first().click();
  await page.getByRole('dialog', { name: englishInbox.leave.title }).waitFor();
  await page.getByRole('button', { name: englishInbox.leave.stay }).click();
  await page.getByRole('button', { name: settings.discard }).click();
  expect(await box(page, 'claim_completed', 'inbox').isChecked()).toBe(false);
  await box(page, 'sign_online', 'inbox').check();
  await page.getByRole('button', { name: settings.save, exact: true }).click();
  await page.getByText(settings.saved).waitFor();
  await page.getByRole('button', { name: english.shell.toasts.undo }).click();
  await expect.poll(async () => (await stored()).excluded).toContainEqual({ kind: 'sign_online', channel: 'inbox' });
  await expect.poll(() => box(page, 'sign_online', 'inbox').isChecked()).toBe(false);
});

test('N6: a mail’s link offers a snooze of an hour that starts only on a press; a message can snooze its sign; buttons end both', async () => {
  good(
    await hall.owner.client.call('PUT /api/events/:id/subscription', {
      params: params(),
      body: { ...(await stored()), snoozedUntil: null },
    }),
  );
  const page = await desk({ path: pathOf('subscription', { event: hall.service.eventId, quiet: 60 }) });
  const offer = page.getByRole('button', { name: settings.snooze.offerButton('1 h') });
  await offer.waitFor();
  expect((await stored()).snoozedUntil).toBeNull();
  await offer.click();
  await offer.waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.has('quiet')).toBe(false);
  const until = Date.parse((await stored()).snoozedUntil!);
  expect(Math.abs(until - Date.now() - 3_600_000)).toBeLessThan(60_000);
  await page.getByRole('button', { name: settings.snooze.end, exact: true }).click();
  await expect.poll(async () => (await stored()).snoozedUntil).toBeNull();

  await message(page, OFFLINE).click();
  await page.getByRole('button', { name: said.snooze, exact: true }).click();
  const wake = page.getByRole('button', { name: settings.snooze.remove('Bar 4') });
  await wake.waitFor();
  expect((await stored()).snoozedSigns).toHaveLength(1);
  await wake.click();
  await wake.waitFor({ state: 'detached' });
  expect((await stored()).snoozedSigns).toEqual([]);
});

test('D17: messages that another session marks as read while the inbox loads are shown as read', async () => {
  const page = await desk({ path: PAGES.account });
  await bell(page, 0);
  good(await hall.owner.client.call('POST /api/events/:id/subscription/test', { params: params() }));
  await bell(page, 1);
  const { promise: isLate, resolve: respond } = Promise.withResolvers<void>();
  let held = 0;
  await page.route(/\/api\/notifications\?limit=50/, async (route) => {
    const response = await route.fetch();
    if ((held += 1) === 1) {
      good(await hall.owner.client.call('POST /api/notifications/read', { body: { all: true } }));
      await isLate;
    }
    await route.fulfill({ response });
  });
  await page.getByRole('link', { name: english.shell.inbox(1), exact: true }).click();
  await bell(page, 0);
  respond();
  await message(page, OFFLINE).waitFor();
  await expect.poll(() => page.getByRole('img', { name: said.isUnread }).count()).toBe(0);
});

test('D17: a message that is read elsewhere while the page is disconnected is shown as read after the reconnection, also in the list of unread messages', async () => {
  const page = await desk({ path: PAGES.account });
  good(await hall.owner.client.call('POST /api/events/:id/subscription/test', { params: params() }));
  await bell(page, 1);
  const [all, unread] = [await tab(page, PAGES.inbox), await tab(page, `${PAGES.inbox}?unread=true`)];
  const dots = (of: Page) => of.getByRole('img', { name: said.isUnread });
  for (const one of [all, unread]) {
    await dots(one).waitFor();
    await bell(one, 1);
  }
  hall.link.cut();
  good(await hall.owner.client.call('POST /api/notifications/read', { body: { all: true } }));
  hall.link.mend();
  for (const one of [all, unread]) {
    await bell(one, 0);
    await expect.poll(() => dots(one).count()).toBe(0);
  }
  // The message stays where it is until the page is opened again.
  expect(await unread.locator('[data-messages] button[aria-expanded]').count()).toBe(1);
});

test('D17: the bell counts the unread messages though its first reads failed and no message arrives', async () => {
  good(await hall.owner.client.call('POST /api/events/:id/subscription/test', { params: params() }));
  const page = await desk({ path: PAGES.account });
  await bell(page, 1);
  let failures = 0;
  await page.route(/\/api\/notifications\?limit=1$/, (route) =>
    (failures += 1) <= 3 ? route.abort('connectionfailed') : route.continue(),
  );
  await page.reload();
  await bell(page, 1);
  expect(failures).toBeGreaterThan(3);
  good(await hall.owner.client.call('POST /api/notifications/read', { body: { all: true } }));
  await bell(page, 0);
});

test('D17: an inbox of 5,000 messages is shown in parts, and all of them are marked read in every tab', async () => {
  const database = await hall.database();
  const first = `(select * from notification where channel = 'inbox' order by at limit 1)`;
  await database.run(
    `insert into message select (jsonb_populate_record(null::message, to_jsonb(m) || jsonb_build_object(
       'id', md5('message ' || n)::uuid, 'at', m.at - n * interval '1 minute', 'title', 'Message ' || n))).*
     from message m join ${first} f on f.message_id = m.id, generate_series(1, 5000) n`,
    [],
  );
  await database.run(
    `insert into notification select (jsonb_populate_record(null::notification, to_jsonb(f) || jsonb_build_object('id', md5('notification ' || n)::uuid,
       'message_id', md5('message ' || n)::uuid, 'at', f.at - n * interval '1 minute', 'read_at', null))).*
     from ${first} f, generate_series(1, 5000) n`,
    [],
  );
  await database.close();
  const page = await desk({ path: PAGES.inbox });
  await message(page, 'Message 1').first().waitFor();
  await page.getByText(said.unread(5_000)).waitFor();
  const rows = page.locator('[data-messages] li[class*=content-visibility]');
  // Uses selectors, because Playwright takes seconds to compute the roles of 5,000 rows.
  const older = page.locator('button', { hasText: said.older });
  const dots = (of: Page) => of.locator(`[data-messages] [role=img][aria-label='${said.isUnread}']`);
  while ((await older.count()) > 0) {
    const shown = await rows.count();
    await older.click();
    await expect.poll(() => rows.count()).toBeGreaterThan(shown);
  }
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(5_000);
  const other = await tab(page, PAGES.inbox);
  await other.getByText(said.unread(5_000)).waitFor();
  expect(await dots(page).count()).toBe(5_000);
  await page.getByRole('button', { name: said.markAll }).click();
  for (const one of [page, other]) {
    await one.getByText(said.unread(0)).waitFor();
    await expect.poll(() => dots(one).count()).toBe(0);
  }
});
