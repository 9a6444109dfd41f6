import { PAGES, pathOf } from '@sign-display/contracts/page-paths';
import { good } from '@sign-display/testing/service';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { english } from '../words/english.ts';
import { englishInbox } from '../words/english-inbox.ts';
import { englishPush } from '../words/english-push.ts';
import { englishWall } from '../words/english-wall.ts';
import { startRefusingMailServer, type MailServer } from './mail-server.ts';
import { replacePushParts } from './push-browser.ts';
import { startPushService, type PushService } from './push-service.ts';
import { openHall, type Hall } from './service-and-phones.ts';
import type { Signs } from './virtual-sign-processes.ts';

/**
 * An evening of a person who subscribes on the page, with a real virtual sign, mail server and push service. The tests
 * follow each other: subscription, outage, acknowledgement, end, unsubscription, new settings.
 */

let mails: MailServer;
let pushes: PushService;
let hall: Hall;
let signs: Signs;
/** The person's browser, whose first tab shows the settings. */
let page: Page;
let inbox: Page;
const settings = englishInbox.subscription;
const said = englishInbox.inbox;
const outage = englishWall.outages.one;
const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;
const CHANNELS = ['email', 'push', 'inbox'] as const;
const OFFLINE = /offline/i;
const ONLINE = /online/i;

beforeAll(async () => {
  [mails, pushes] = await Promise.all([startRefusingMailServer('550 5.1.1 unknown user'), startPushService()]);
  mails.setRefusing(false);
  hall = await openHall({
    SMTP_URL: mails.url,
    PUSH_CONTACT: 'ops@example.org',
    PUSH_ALLOW_PRIVATE: 'true',
    WARM_UP_MS: '1000',
    HEARTBEAT_INTERVAL_MS: '1000',
    OFFLINE_AFTER_MS: '5000',
    OFFLINE_GRACE_MS: '0',
    GROUP_WINDOW_MS: '0',
  });
  signs = await hall.box.signs(1);
  page = await hall.phone({ ...DESK, path: PAGES.account });
  await replacePushParts(page, pushes);
});
afterAll(async () => {
  await hall.close();
  await Promise.all([mails.close(), pushes.close()]);
});

async function tab(path: string): Promise<Page> {
  const [other] = await Promise.all([page.waitForEvent('popup'), page.evaluate(`void window.open('${path}')`)]);
  return other;
}
const message = (of: Page, title: RegExp) => of.locator('[data-messages]').getByRole('button', { name: title });
const subscription = async () => {
  const params = { id: hall.service.eventId };
  return good(await hall.owner.client.call('GET /api/events/:id/subscription', { params })).body;
};
const mailed = () => mails.accepted.filter(({ to }) => to === hall.owner.email);
const stored = async () => good(await hall.owner.client.call('GET /api/notifications')).body.items;
/** How many messages each channel has brought, in the order of `CHANNELS`. */
const counts = async () => [mailed().length, pushes.received.length, (await stored()).length];
const pushTitles = () => pushes.received.map(({ payload }) => (JSON.parse(payload) as { title: string }).title);

test('N6: a person chooses kinds and channels, and turns on notifications on the same page; the note on push agrees', async () => {
  await page.goto(pathOf('subscription', { event: hall.service.eventId }));
  await page.getByText(settings.noPush).waitFor();
  await page.getByRole('button', { name: englishPush.push.turnOn }).click();
  await page.getByText(englishPush.push.states.on).waitFor();
  expect(await page.getByText(settings.noPush).count()).toBe(0);
  for (const box of await page.getByRole('table').getByRole('checkbox').all()) await box.uncheck();
  for (const kind of ['sign_offline', 'sign_online'] as const)
    for (const channel of CHANNELS)
      await page
        .getByRole('checkbox', { name: settings.pair(settings.kinds[kind], settings.channels[channel]), exact: true })
        .check();
  await page.getByRole('button', { name: settings.save, exact: true }).click();
  await page.getByText(settings.saved).waitFor();
  const { kinds, channels } = await subscription();
  expect([kinds.toSorted(), channels.toSorted()]).toEqual([['sign_offline', 'sign_online'], CHANNELS.toSorted()]);
});

test('N11: a sign that goes offline brings its subscriber one push, one mail and one message in the inbox', async () => {
  good(await hall.claim(signs.all[0]!.shortCode, { url: hall.websites.page('bar'), name: 'Bar 4' }));
  inbox = await tab(PAGES.inbox);
  await inbox.getByRole('heading', { name: said.empty }).waitFor();
  await signs.unplug();
  await message(inbox, OFFLINE).waitFor();
  await expect.poll(counts, { timeout: 30_000 }).toEqual([1, 1, 1]);
  expect(pushTitles()).toEqual([expect.stringMatching(OFFLINE)]);
  await inbox.getByText(said.now.still.sign_offline(1)).waitFor();
});

test('D17: the message is read in one tab, and is read in the other within 1 s', async () => {
  const other = await tab(PAGES.inbox);
  let lists = 0;
  other.on('response', (response) => void (lists += Number(/notifications\?limit=50/.test(response.url()))));
  await other.reload();
  // The page reads the list a second time when its socket is connected.
  await expect.poll(() => lists).toBe(2);
  await other.getByRole('img', { name: said.isUnread }).waitFor();
  await message(inbox, OFFLINE).click();
  const readAtMs = performance.now();
  await other.getByRole('img', { name: said.isUnread }).waitFor({ state: 'detached' });
  const tookMs = Math.round(performance.now() - readAtMs);
  console.log(`  the other tab shows the message as read after ${tookMs} ms`);
  expect(tookMs).toBeLessThan(1_000);
  await other.close();
});

test('N10: the outage is acknowledged on its page, and its end comes once on each channel', async () => {
  await inbox.getByRole('link', { name: said.openOutage }).click();
  await inbox.locator('form').getByRole('textbox', { name: outage.note }).fill('The breaker tripped');
  await inbox.locator('form').getByRole('button', { name: outage.acknowledge }).click();
  await inbox.getByRole('heading', { name: outage.acknowledged }).waitFor();
  await inbox.getByText('The breaker tripped').first().waitFor();
  await signs.plugIn();
  await expect.poll(counts, { timeout: 30_000 }).toEqual([2, 2, 2]);
  expect(pushTitles()[1]).toMatch(ONLINE);
  expect((await stored()).map(({ kind }) => kind)).toEqual(['sign_online', 'sign_offline']);
  await inbox.goto(PAGES.inbox);
  await message(inbox, ONLINE).waitFor();
});

test('RFC 8058: the mail’s link ends the mails for a signed-out person, and the next outage comes by push and inbox alone', async () => {
  const mail = mailed()
    .at(-1)!
    .raw.replaceAll('=\r\n', '')
    .replaceAll(/\r\n[ \t]+/g, ' ');
  const { pathname } = new URL(/^List-Unsubscribe: <([^>]+)>/m.exec(mail)![1]!);
  const stranger = await hall.phone({ ...DESK, person: null, path: pathname });
  await stranger.getByRole('button').click();
  await expect.poll(() => stranger.locator('h1').innerText()).toMatch(/^You will no longer receive mails about/);
  await stranger.close();
  expect((await subscription()).channels.toSorted()).toEqual(['inbox', 'push']);
  await signs.unplug();
  await expect.poll(counts, { timeout: 30_000 }).toEqual([2, 3, 3]);
  await signs.plugIn();
  await expect.poll(counts, { timeout: 30_000 }).toEqual([2, 4, 4]);
});

test('N6: settings that a person opened before the unsubscription are saved afterwards: the new choice and the unsubscription both stay', async () => {
  const pair = (channel: (typeof CHANNELS)[number], kind: 'sign_offline' | 'claim_completed') =>
    page.getByRole('checkbox', { name: settings.pair(settings.kinds[kind], settings.channels[channel]), exact: true });
  // The page has not read the subscription again: it still shows the mails.
  expect(await pair('email', 'sign_offline').isChecked()).toBe(true);
  await pair('inbox', 'claim_completed').check();
  await page.getByLabel(settings.grace).fill('45');
  await page.getByRole('button', { name: settings.save, exact: true }).click();
  await page.getByText(settings.saved).last().waitFor();
  await expect.poll(() => pair('email', 'sign_offline').isChecked()).toBe(false);
  const { kinds, channels, graceSeconds } = await subscription();
  expect(kinds.toSorted()).toEqual(['claim_completed', 'sign_offline', 'sign_online']);
  expect([channels.toSorted(), graceSeconds]).toEqual([['inbox', 'push'], 45]);
  await page.getByRole('button', { name: english.shell.toasts.undo }).click();
  await expect.poll(async () => (await subscription()).kinds.toSorted()).toEqual(['sign_offline', 'sign_online']);
  expect((await subscription()).channels.toSorted()).toEqual(['inbox', 'push']);
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  expect(hall.complaints()).toEqual([]);
});
