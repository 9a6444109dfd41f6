import { createHmac } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAlbum } from '@sign-display/testing/screenshot-comparison';
import { good } from '@sign-display/testing/service';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startRefusingMailServer, type MailServer } from './mail-server.ts';
import { inaccessible, picture } from './service-and-browser.ts';
import { openHall, type Hall } from './service-and-phones.ts';

/** Opens the links of a mail, which a real mail server accepted, in a signed-out browser. */

const SECRET = 'the secret of the links in these mails';
const DAY_MS = 24 * 3_600_000;
const DESK = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false, person: null } as const;
let server: MailServer;
let hall: Hall;
/** Returns the paths of the links in the mail. */
let unsubscribe: string;
let snooze: string;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
const album = openAlbum('mail-links', { folder, update: process.env['UPDATE_SCREENS'] === '1' });

beforeAll(async () => {
  server = await startRefusingMailServer('550 5.1.1 unknown user');
  server.setRefusing(false);
  hall = await openHall({ SMTP_URL: server.url, GROUP_WINDOW_MS: '0', AUTH_SECRET: SECRET });
  const { owner, eventId, account } = hall.service;
  const never = { graceSeconds: null, quietHours: null, snoozedUntil: null };
  const body = { kinds: ['claim_completed' as const], channels: ['email' as const, 'inbox' as const], ...never };
  good(await owner.call('PUT /api/events/:id/subscription', { params: { id: eventId }, body }));
  const [sign] = (await hall.box.signs(1)).all;
  good(await hall.claim(sign!.shortCode, { name: 'Foyer Nord' }));
  const mailed = () => server.accepted.filter(({ to }) => to === account.email).map(({ raw }) => raw);
  await vi.waitUntil(() => mailed().length === 1, { timeout: 60_000 });
  const mail = mailed()[0]!
    .replaceAll('=\r\n', '')
    .replaceAll(/\r\n[ \t]+/g, ' ');
  unsubscribe = new URL(/^List-Unsubscribe: <([^>]+)>/m.exec(mail)![1]!).pathname;
  snooze = /\/api\/snooze\/[\w.-]+/.exec(mail)![0];
  console.log(`  pictures of this run: ${folder}`);
});
afterAll(async () => {
  await hall.close();
  await server.close();
});

const subscription = async () => {
  const { owner, eventId } = hall.service;
  return good(await owner.call('GET /api/events/:id/subscription', { params: { id: eventId } })).body;
};
const heading = (page: Page): Promise<string> => page.locator('h1').innerText();
const press = (page: Page): Promise<void> => page.getByRole('button').click();

test('RFC 8058: a signed-out person unsubscribes with the mail’s link, sees the result, and undoes it by keyboard', async () => {
  const page = await hall.phone({ ...DESK, path: unsubscribe });
  expect(await heading(page)).toMatch(/^Unsubscribe from mails about/);
  expect((await subscription()).channels).toEqual(['email', 'inbox']);
  await press(page);
  await expect.poll(() => heading(page)).toMatch(/^You will no longer receive mails about/);
  expect((await subscription()).channels).toEqual(['inbox']);
  expect(await inaccessible(page)).toEqual([]);
  album.keep('in-browser', await picture(page));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => heading(page)).toMatch(/again\.$/);
  expect((await subscription()).channels).toEqual(['inbox', 'email']);
  await page.close();
});

test('RFC 8058: the one-click POST of a mail program ends the mails without a page', async () => {
  const page = await hall.phone({ ...DESK, path: unsubscribe });
  const form = { 'List-Unsubscribe': 'One-Click' };
  expect((await page.request.post(unsubscribe, { form })).status()).toBe(200);
  expect((await subscription()).channels).toEqual(['inbox']);
  await page.close();
});

test('a signed-out person mutes an event for an hour with the mail’s link, and undoes it', async () => {
  const page = await hall.phone({ ...DESK, path: snooze });
  expect(await heading(page)).toMatch(/^Mute notifications about .* for an hour\?$/);
  expect((await subscription()).snoozedUntil).toBeNull();
  const before = Date.now();
  await press(page);
  await expect.poll(() => heading(page)).toMatch(/are muted until \d\d:\d\d/);
  const minutes = (Date.parse((await subscription()).snoozedUntil!) - before) / 60_000;
  expect(Math.round(minutes)).toBe(60);
  await press(page);
  await expect.poll(() => heading(page)).toMatch(/are no longer muted\.$/);
  expect((await subscription()).snoozedUntil).toBeNull();
  await page.close();
});

test('a mail link that is incomplete or older than 30 days changes nothing, and its page says what to do', async () => {
  const { eventId, owner } = hall.service;
  const { user } = good(await owner.call('GET /api/me')).body;
  const subject = Buffer.from(JSON.stringify([user.id, eventId, Date.now() - 31 * DAY_MS])).toString('base64url');
  const signature = createHmac('sha256', SECRET).update(`unsubscribe\n${subject}`).digest('base64url');
  const before = await subscription();
  const page = await hall.phone({ ...DESK, path: `/api/unsubscribe/${subject}.${signature}` });
  expect(await heading(page)).toBe('This link has expired');
  expect(await page.getByRole('button').count()).toBe(0);
  await page.goto(snooze.slice(0, -3));
  expect(await heading(page)).toBe('This link does not work');
  await page.getByRole('link').click();
  await page.waitForURL(({ pathname }) => pathname === '/sign-in');
  expect(await subscription()).toEqual(before);
  await page.close();
});
