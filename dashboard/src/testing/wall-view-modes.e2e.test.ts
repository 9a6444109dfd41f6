import { join } from 'node:path';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { english as everybodys } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';
import { openGallery, type Gallery } from './gallery-server.ts';
import { inaccessible, picture } from './service-and-browser.ts';

/** The wall's cards and table with made-up signs, on `ui-wall.html`. One page for all. */

const english = { ...everybodys, ...englishWall };
let gallery: Gallery;
let page: Page;
let address: string;
const complaints: string[] = [];

beforeAll(async () => {
  gallery = await openGallery();
  console.log(`  pictures of this run: ${gallery.folder}`);
  address = gallery.url('ui-wall');
  page = await gallery.newPage({ viewport: { width: 1440, height: 900 } });
  page.on('pageerror', (error) => complaints.push(String(error)));
});
afterAll(() => gallery.close());

async function open(query: string): Promise<void> {
  await page.mouse.move(2, 2);
  await page.goto(`${address}?${query}`);
  await grid().waitFor();
}
const grid = () => page.getByRole('grid');
const view = (name: string) => page.getByRole('link', { name, exact: true, includeHidden: false });
const signs = () => page.locator('[data-sign]');
const sign = (name: string) => signs().filter({ has: page.getByRole('link', { name, exact: true }) });
const bar = (count: number) => page.getByRole('toolbar').getByText(english.map.bar.chosen(count));
const asked = () => Object.fromEntries(new URL(page.url()).searchParams);
const isCurrent = (name: string) => view(name).getAttribute('aria-current');
async function isOpen(name: string): Promise<void> {
  await expect.poll(() => isCurrent(name)).toBe('true');
}
const focused = () => page.evaluate<string>("document.activeElement.querySelector('a').textContent");
const hasFocus = (selector: string) => page.evaluate<boolean>(`document.activeElement.matches('${selector}')`);
const headline = () => page.getByRole('heading', { level: 1 });

test('D5: each view is opened by its address alone, and without one the largest in which everything fits', async () => {
  const { map, cards, table } = english.map.view;
  for (const [query, name] of [
    ['signs=12', cards],
    ['signs=240', map],
    ['signs=12&view=map', map],
    ['signs=240&view=cards', cards],
    ['signs=12&view=table', table],
  ] as const) {
    await open(query);
    await expect.poll(() => isCurrent(name)).toBe('true');
  }
});

test('D1: a place alone has its own headline, count and causes', async () => {
  await open('signs=240&view=cards&place=Foyer+Nord');
  expect(await headline().innerText()).toMatch(/^.*Foyer Nord.*\. 6 of 18 signs are offline\.$/);
  await page.getByText(/Offline since .*: .*Säule 04.* to .*Säule 09.*\. The other 12 signs are online\./).waitFor();
  await page.getByText(english.wall.figure(12, 18)).waitFor();
  expect(await grid().getAttribute('aria-label')).toBe(english.views.cards.label(18));
  const causes = page.getByRole('complementary', { name: english.map.wrong.title });
  expect(await causes.getByRole('heading', { level: 3 }).count()).toBe(1);
});

test('D1: a sign that was deleted a moment ago takes the heartbeats of no other one away', async () => {
  await open('signs=12&view=table&deleted=5');
  await signs().first().waitFor();
  const beats = signs().getByRole('img', { name: /heartbeats/ });
  await expect.poll(() => beats.count()).toBe((await signs().count()) - 1);
});

test('D5: keys alone sort the table, walk it, choose in it and change the view; what is chosen stays', async () => {
  await open('signs=240&view=table');
  await sign('Säule 04').waitFor();
  const since = page.getByRole('columnheader', { name: english.views.table.columns.since });
  await since.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => since.getAttribute('aria-sort')).toBe('ascending');
  await page.keyboard.press('Enter');
  await expect.poll(() => since.getAttribute('aria-sort')).toBe('descending');
  await expect.poll(() => asked()['sort']).toBe('-since');
  await page.getByRole('columnheader', { name: english.views.table.columns.status }).getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => asked()['sort']).toBeUndefined();

  await sign('Säule 04').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('Säule 05');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await bar(2).waitFor();
  await page.keyboard.press('2');
  await isOpen(english.map.view.cards);
  await bar(2).waitFor();
  await expect.poll(() => grid().locator('[aria-selected="true"]').count()).toBe(2);
  await page.keyboard.press('1');
  await isOpen(english.map.view.map);
  await bar(2).waitFor();
  await page.goBack();
  await isOpen(english.map.view.cards);
});

test('D5: who walks the signs by keys goes on at the same sign in the next view', async () => {
  await open('signs=240&view=table');
  await sign('Säule 04').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('Säule 05');
  await page.keyboard.press('2');
  await isOpen(english.map.view.cards);
  await expect.poll(focused).toBe('Säule 05');
  await page.keyboard.press('1');
  await isOpen(english.map.view.map);
  await expect.poll(() => hasFocus('[role=grid]')).toBe(true);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => grid().getByRole('gridcell').textContent()).toMatch(/^Säule 06,/);
  await page.keyboard.press('3');
  await expect.poll(focused).toBe('Säule 06');
  // Who has the focus elsewhere keeps it there.
  await view(english.map.view.table).focus();
  await page.keyboard.press('2');
  await isOpen(english.map.view.cards);
  await sign('Säule 06').waitFor();
  expect(await hasFocus('nav a')).toBe(true);
});

test.each(['map', 'cards', 'table'])(
  'D5: in the %s Enter in the find field goes to the first sign that was found, and Escape empties the field, then leaves it',
  async (name) => {
    await open(`signs=240&view=${name}`);
    const find = page.getByRole('searchbox');
    await page.keyboard.press('/');
    await find.fill('Kasse 11');
    await expect.poll(() => asked()['q']).toBe('Kasse 11');
    await find.press('Enter');
    const cell = () =>
      name === 'map' ? grid().getByRole('gridcell').textContent() : focused().then((sign) => `${sign},`);
    await expect.poll(cell).toMatch(/^Kasse 11,/);
    await find.focus();
    await find.press('Escape');
    await expect.poll(() => find.inputValue()).toBe('');
    expect(await hasFocus('[type=search]')).toBe(true);
    await find.press('Escape');
    expect(await hasFocus('[type=search]')).toBe(false);
    expect(await hasFocus('[role=grid], [role=grid] *')).toBe(true);
  },
);

test('D5: columns are chosen in a menu, and kept in the address', async () => {
  await open('signs=12&view=table');
  await page.getByRole('button', { name: english.views.table.choose }).click();
  await page.getByRole('menuitemcheckbox', { name: english.views.table.columns.url }).click();
  await expect.poll(() => asked()['columns']).toMatch(/^sign\.status.*code$/);
  await page.keyboard.press('Escape');
  const url = page.getByRole('columnheader', { name: english.views.table.columns.url });
  await expect.poll(() => url.count()).toBe(0);
  await open(`signs=12&view=table&columns=${asked()['columns']!}`);
  expect(await url.count()).toBe(0);
});

test('D5: while the pointer is inside, the table does not move: who comes waits, who goes leaves the place empty', async () => {
  await open('signs=12&view=table');
  await sign('Säule 01').hover();
  await page.evaluate("add('Aaa', 'Aaa')");
  const waiting = page.getByRole('button', { name: english.map.waiting(1) });
  await waiting.waitFor();
  expect(await sign('Aaa').count()).toBe(0);
  await waiting.click();
  await sign('Aaa').waitFor();
});

test('D1: 10,000 cards scroll, with some dozens in the page, and few pictures are asked for', async () => {
  await open('signs=10000&view=cards&pictures=1');
  await page.locator('img').first().waitFor();
  await signs().first().focus();
  await page.keyboard.press('End');
  await page.locator('[aria-rowindex="2500"] [data-sign]').last().waitFor();
  await page.locator('[aria-rowindex="2500"] img').first().waitFor();
  expect(await signs().count()).toBeLessThan(120);
  expect(await page.evaluate('told.pictures')).toBeLessThan(150);
  await page.keyboard.press('Home');
  await page.locator('[aria-rowindex="1"] img').first().waitFor();
});

test('U22: a card shows the whole picture, whatever its shape', async () => {
  await open('signs=240&view=cards&pictures=1');
  const image = page.locator('img').first();
  await image.waitFor();
  expect(await image.evaluate((it) => it.ownerDocument.defaultView!.getComputedStyle(it).objectFit)).toBe('contain');
});

/** The first of the made-up signs. */
const FIRST = '00000000-0000-4000-8000-000000000000';

test('U22: the column of URLs cuts a long one in its middle, so that host and end of the path stay, at every width', async () => {
  const long = 'https://walls.lichterfest.example/2026/halle-5/ebene-2/getraenke/karte-am-abend';
  for (const width of [1440, 1920, 1100]) {
    await page.setViewportSize({ width, height: 900 });
    await open('signs=12&view=table&columns=sign.url');
    await page.evaluate(
      `become(${JSON.stringify({ id: FIRST, shown: { url: long, source: 'assigned', until: null } })})`,
    );
    const cell = page.getByTitle(long);
    await cell.waitFor();
    expect(await cell.innerText()).toMatch(/^walls\.lichterfest.*abend$/s);
    const [box, head, tail] = await Promise.all(
      [cell, cell.locator('span').first(), cell.locator('span').last()].map(
        async (part) => (await part.boundingBox())!,
      ),
    );
    expect(head!.width).toBeGreaterThan(60);
    expect(tail!.x + tail!.width).toBeLessThanOrEqual(box!.x + box!.width + 1);
    expect(
      await cell
        .locator('span')
        .last()
        .evaluate((it) => it.scrollWidth - it.clientWidth),
    ).toBe(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('U21: the search says how many signs it finds, and each chip counts those that a press on it would show', async () => {
  await open('signs=240');
  const chips = page.getByRole('navigation', { name: english.wall.filters }).getByRole('link');
  const countOf = async (said: RegExp): Promise<number> =>
    Number(/\d+/.exec(await chips.filter({ hasText: said }).innerText())![0]);
  await page.getByRole('searchbox').fill('säule');
  const found = page.locator('[data-found]');
  await expect.poll(() => found.innerText()).toBe(english.map.found(32));
  // Six of Foyer Nord are offline, and no sign of another name is counted.
  await expect.poll(() => countOf(/Offline/)).toBe(6);
  await expect.poll(() => countOf(/Showing/)).toBeLessThanOrEqual(26);
  await page.getByRole('searchbox').fill('');
  await expect.poll(() => countOf(/Showing/)).toBeGreaterThan(200);
  expect(await found.count()).toBe(0);
});

test('D5: nearer than the map are the cards of the place in its middle, and further away is the map again', async () => {
  await open('signs=240&zoom=300&at=00000000-0000-4000-8000-000000000004');
  await grid().focus();
  await page.keyboard.press('+');
  await isOpen(english.map.view.cards);
  expect(asked()['place']).toBe('Foyer Nord');
  await sign('Säule 01').focus();
  await page.keyboard.press('-');
  await isOpen(english.map.view.map);
  expect(asked()['place']).toBeUndefined();
  expect(asked()['zoom']).toBe('300');
});

test.each(['light', 'dark'] as const)(
  'D5: axe-core finds nothing wrong with cards and table in the %s theme, long and right-to-left names fit, and nothing is cut off',
  async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    for (const query of ['view=table&q=r', 'view=cards&pictures=1'])
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await open(`signs=240&${query}&status=showing`);
        await signs().first().waitFor();
        await picture(page);
        await screenshotOf(page, { path: join(gallery.folder, `${query.slice(5, 10)}-${width}-${colorScheme}.png`) });
        expect(await inaccessible(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      }
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const shown of ['table', 'cards']) {
      await open(`signs=240&view=${shown}&place=Einlass`);
      const name = page.locator('bdi', { hasText: 'مدخل كبار الزوار' }).first();
      expect(await name.evaluate((it) => it.ownerDocument.defaultView!.getComputedStyle(it).direction)).toBe('rtl');
    }
  },
);

test('K5: no page threw anything', () => expect(complaints).toEqual([]));
