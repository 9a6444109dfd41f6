import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { good } from '@sign-display/testing/service';
import { pathOf } from '@sign-display/contracts/page-paths';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { english } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';
import { germanWall } from '../words/german-wall.ts';
import { openHall, type Hall } from './service-and-phones.ts';
import type { Signs } from './virtual-sign-processes.ts';
import { inaccessible } from './service-and-browser.ts';

/** The wall of a service without a mail server, in a real browser. */

let hall: Hall;
let signs: Signs;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;
const said = englishWall.mail;
const { title } = english.shell.mail;

beforeAll(async () => {
  hall = await openHall({ WARM_UP_MS: '1000', HEARTBEAT_INTERVAL_MS: '1000', OFFLINE_AFTER_MS: '8000' });
  console.log(`  pictures of this run: ${folder}`);
  signs = await hall.box.signs(1);
  good(await hall.claim(signs.all[0]!.shortCode, { url: hall.websites.page('bar'), name: 'Entrance' }));
});
afterAll(() => hall.close());

const path = () => pathOf('wall', { eventId: hall.service.eventId });
const headline = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const foot = (page: Page, words = said) => page.getByText(words.foot, { exact: true });
const sheet = (page: Page) => page.getByRole('complementary', { name: said.setUp });
const keep = (page: Page, name: string) => screenshotOf(page, { path: join(folder, `${name}.png`) });

test('details 103: a calm wall tells a system owner in its headline that mail is not set up, and shows the steps', async () => {
  const page = await hall.phone({ ...DESK, path: path() });
  await headline(page, title).waitFor();
  await foot(page).waitFor();
  await keep(page, 'banner');
  await page.getByRole('button', { name: said.setUp }).first().click();
  await sheet(page).getByText(hall.service.outbox).waitFor();
  await sheet(page)
    .getByText(/^SMTP_URL=\S+ MAIL_FROM=\S+ npm start$/)
    .waitFor();
  await keep(page, 'sheet');
  expect(await inaccessible(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await sheet(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: said.setUp }).first().and(page.locator(':focus')).waitFor();

  // Put off, it is one line at the foot of the rail, also after a reload.
  await page.getByRole('button', { name: said.notNow }).click();
  await headline(page, english.wall.headline.calm(1)).waitFor();
  await page.reload();
  await headline(page, english.wall.headline.calm(1)).waitFor();
  await foot(page).waitFor();
  expect(await page.getByText(title).count()).toBe(0);
  await page.getByRole('button', { name: said.setUp }).click();
  await sheet(page).waitFor();
  await page.close();
});

test('details 103: a member who does not run the installation reads nothing about mail on the wall', async () => {
  const page = await hall.phone({ ...DESK, path: path(), person: await hall.person('admin') });
  await headline(page, english.wall.headline.calm(1)).waitFor();
  expect(await foot(page).count()).toBe(0);
  await page.close();
});

test.each([
  ['a desk in the dark', { ...DESK, colorScheme: 'dark' as const }, said],
  ['a phone', {}, said],
  ['a German phone in the dark', { colorScheme: 'dark' as const, locale: 'de-DE' }, germanWall.mail],
])('details 103: the banner fits %s', async (name, opening, words) => {
  const page = await hall.phone({ ...opening, path: path() });
  await page.getByRole('button', { name: words.notNow }).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await keep(page, name);
  await page.getByRole('button', { name: words.setUp }).first().click();
  await page.getByRole('complementary', { name: words.setUp }).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await keep(page, `${name}, steps`);
  await page.close();
});

test('details 103: during an outage, the headline replaces the mail banner', async () => {
  const page = await hall.phone({ ...DESK, path: path() });
  await headline(page, title).waitFor();
  await signs.unplug();
  await headline(page, /Entrance.* is offline/).waitFor();
  expect(await page.getByText(title).count()).toBe(0);
  await foot(page).waitFor();
  await page.close();
});

test('K5: no page throws an exception or violates its security policy', () => {
  expect(hall.complaints()).toEqual([]);
});
