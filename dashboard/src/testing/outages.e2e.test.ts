import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { good } from '@sign-display/testing/service';
import { pathOf } from '@sign-display/contracts/page-paths';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { english } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';
import { openHall, type Hall, type PhoneOpening } from './service-and-phones.ts';
import type { Signs } from './virtual-sign-processes.ts';
import { inaccessible, picture } from './service-and-browser.ts';

/** The outages of an event, in a real browser: three real virtual signs lose their power at one moment. */

let hall: Hall;
let signs: Signs;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
const said = englishWall.outages;
beforeAll(async () => {
  hall = await openHall({ WARM_UP_MS: '1000', HEARTBEAT_INTERVAL_MS: '1000', OFFLINE_AFTER_MS: '8000' });
  console.log(`  pictures of this run: ${folder}`);
  signs = await hall.box.signs(3);
  for (const [nth, sign] of signs.all.entries())
    good(await hall.claim(sign.shortCode, { url: hall.websites.page('bar'), name: `Pillar ${nth + 1}` }));
});
afterAll(() => hall.close());

const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } as const;
const open: Page[] = [];
async function desk(opening: PhoneOpening): Promise<Page> {
  const page = await hall.phone({ ...DESK, ...opening });
  open.push(page);
  return page;
}
/** Also those of a test that failed: this browser ends when pages of several sizes stand open in it. */
afterEach(async () => {
  await Promise.all(open.splice(0).map((page) => page.close()));
});
const path = () => pathOf('outages', { eventId: hall.service.eventId });
const headline = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
/** Beside the note; another one stands in the headline. */
const acknowledge = (page: Page) => page.locator('form').getByRole('button', { name: said.one.acknowledge });
const rows = (page: Page, list: string) => page.getByRole('list', { name: list, exact: true }).getByRole('listitem');

test('N10: where nothing has been wrong, the list says what will stand there', async () => {
  const page = await desk({ path: path() });
  await headline(page, said.headline.none);
  await page.getByRole('heading', { name: said.calm }).waitFor();
  expect(await page.getByRole('listitem').count()).toBe(0);
});

test('N10: signs that go at one moment are one outage, which is acknowledged with a note, seen by another browser, and taken back', async () => {
  const page = await desk({ path: path() });
  const other = await desk({ path: path() });
  await headline(page, said.headline.none);
  await signs.unplug();
  await expect.poll(() => rows(page, said.states.open).count()).toBe(1);
  await headline(page, new RegExp(`${said.headline.open(1)} ${said.headline.nobody(1, 1)}`));
  await screenshotOf(page, { path: join(folder, 'list.png') });
  await rows(page, said.states.open).getByRole('link').click();
  await headline(page, /3 of 3 signs in .Hall 1. are offline\. Duration so far/);
  expect(await rows(page, said.one.when).count()).toBe(3);
  // Mail is not set up here: the page says so, and reports no e-mail.
  await page.getByText(englishWall.wallActions.noMail).waitFor();
  expect(await page.getByRole('rowheader', { name: said.one.channels.email }).count()).toBe(0);
  await page.getByRole('textbox', { name: said.one.note }).fill('The breaker tripped');
  await acknowledge(page).click();
  await page.getByRole('heading', { name: said.one.acknowledged }).waitFor();
  await page.getByText('The breaker tripped').waitFor();
  await rows(other, said.states.open).getByText('The breaker tripped').waitFor();
  // On a phone the note has a line of its own, and leaves the name its own.
  await other.setViewportSize({ width: 390, height: 844 });
  const [name, note] = await Promise.all([
    rows(other, said.states.open).getByRole('link').boundingBox(),
    rows(other, said.states.open).getByText('The breaker tripped').boundingBox(),
  ]);
  expect(note!.y).toBeGreaterThanOrEqual(name!.y + name!.height);
  expect(note!.x).toBeGreaterThanOrEqual(name!.x);
  await page.getByRole('button', { name: english.shell.toasts.undo }).click();
  await acknowledge(page).waitFor();

  // A word that is refused says why, though somebody else's word has taken the form away.
  const conflict = JSON.stringify({
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    code: 'conflict',
    detail: '',
  });
  const words = '**/api/outages/acknowledge';
  const params = { id: hall.service.eventId };
  await page.route(words, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const { items } = good(await hall.owner.client.list('GET /api/events/:id/outages', { params }));
    const ids = items.flatMap(({ id, until }) => (until === null ? id : []));
    good(await hall.owner.client.call('POST /api/outages/acknowledge', { body: { ids } }));
    await route.fulfill({ status: 409, contentType: 'application/problem+json', body: conflict });
  });
  await acknowledge(page).click();
  await page.getByRole('heading', { name: said.one.acknowledged }).waitFor();
  await page.getByText(english.trouble.refused.conflict).waitFor();
  await page.unroute(words);
  await page.getByRole('button', { name: said.one.takeBack }).click();
  await acknowledge(page).waitFor();
  await page.getByText(english.trouble.refused.conflict).waitFor({ state: 'detached' });

  // Outages that can't be read after a lost connection stay in sight, and the page says since when they are stale.
  const body = JSON.stringify({ type: 'about:blank', title: 'Forbidden', status: 403, code: 'forbidden' });
  const lists = /\/api\/events\/[^/]+\/outages\?/;
  await page.route(lists, (route) => route.fulfill({ status: 403, contentType: 'application/problem+json', body }));
  const isAskedWho = page.waitForResponse('**/api/me');
  hall.link.cut();
  hall.link.mend();
  // Also when it is known that the person may as much as before.
  await (await isAskedWho).finished();
  const notRead = page.getByText(new RegExp(said.notRead('.+')));
  await notRead.waitFor();
  await headline(page, /3 of 3 signs in .Hall 1. are offline\. Duration so far/);
  const again = page.getByRole('button', { name: english.trouble.tryAgain });
  const isAsked = page.waitForRequest(lists);
  await again.click();
  await isAsked;
  await page.unroute(lists);
  // The page reads by itself, too: the button may be gone before it is pressed.
  await expect
    .poll(async () => {
      await again.dispatchEvent('click', {}, { timeout: 1_000 }).catch(() => undefined);
      return notRead.count();
    })
    .toBe(0);
});

test.each(['light', 'dark'] as const)(
  'D5: axe-core finds nothing wrong with either page in the %s theme, whatever the width',
  async (colorScheme) => {
    const page = await desk({ path: path(), colorScheme });
    await expect.poll(() => rows(page, said.states.open).count()).toBe(1);
    for (const name of ['list', 'one']) {
      if (name === 'one') await rows(page, said.states.open).getByRole('link').click();
      if (name === 'one') await headline(page, /are offline\. Duration so far/);
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await picture(page);
        await screenshotOf(page, { path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
        expect.soft(await inaccessible(page)).toEqual([]);
        expect.soft(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      }
    }
  },
);

test('D5: the first line of an outage is whole at 390 px with text twice as large, and grows with the text', async () => {
  const page = await desk({ path: path(), viewport: { width: 390, height: 900 } });
  const sized = () => page.evaluate<number>("parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)");
  for (const name of ['list', 'one']) {
    if (name === 'one') await rows(page, said.states.open).getByRole('link').click();
    await headline(page, name === 'one' ? /are offline\. Duration so far/ : new RegExp(said.headline.open(1)));
    const before = await sized();
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    expect(await sized()).toBe(2 * before);
    // A word that is longer than the line.
    const cut = await page.evaluate<boolean[]>(`{
      const h1 = document.querySelector('h1');
      h1.append(' ' + 'Garderobenaufgang'.repeat(4));
      [h1.scrollWidth > h1.clientWidth, getComputedStyle(h1).overflow !== 'visible'];
    }`);
    expect(cut).toEqual([false, false]);
    await page.evaluate(`document.documentElement.style.fontSize = ''`);
    await page.reload();
  }
});

test('N10: the address of a mail, which names no event, leads to its outage; a viewer is told who acknowledges', async () => {
  const params = { id: hall.service.eventId };
  const { items } = good(await hall.owner.client.list('GET /api/events/:id/outages', { params }));
  const page = await desk({
    path: pathOf('outage', { outageId: items[0]!.id }),
    person: await hall.person('viewer'),
  });
  await headline(page, /3 of 3 signs in .Hall 1. are offline\. Duration so far/);
  expect(await acknowledge(page).isDisabled()).toBe(true);
  await page.getByText(said.one.onlyOperators).waitFor();
});

test('N10: when the signs are back the outage has ended, and says how long it was', async () => {
  const page = await desk({ path: path() });
  await rows(page, said.states.open).getByRole('link').click();
  await headline(page, /are offline\. Duration so far/);
  await signs.plugIn();
  await headline(page, /3 of 3 signs in .Hall 1. were offline for/);
  await page.getByRole('link', { name: said.all }).click();
  await headline(page, said.headline.none);
  await expect.poll(() => rows(page, said.states.closed).count()).toBeGreaterThan(0);
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  expect(hall.complaints()).toEqual([]);
});
