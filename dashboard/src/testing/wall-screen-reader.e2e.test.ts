import { good } from '@sign-display/testing/service';
import { pathOf } from '@sign-display/contracts/page-paths';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { english as everybodys } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';
import { openHall, type Hall } from './service-and-phones.ts';
import { covered, reordered } from './find-covered-or-reordered-text.ts';

/** What a wall tells whoever hears it, whatever its signs are called, and by its address alone. One page; two virtual signs that lose their power together. */

const english = { ...everybodys, ...englishWall };
/** Words that break nowhere, and as many letters as fit in a name. */
const LONG =
  `Donaudampfschifffahrtsgesellschaftskapitänskajüte ${'Wegweiserhalterung'.repeat(7)} ${'Ost '.repeat(3)}Z`.padEnd(
    190,
    'Z',
  );
/** Read in the wrong direction its number stands before it. */
const ARABIC = 'مدخل كبار الزوار (4)';
const HALL = 'Foyer Nord';

let hall: Hall;
let page: Page;
const ids: Record<string, string> = {};
beforeAll(async () => {
  hall = await openHall({ WARM_UP_MS: '1000', HEARTBEAT_INTERVAL_MS: '1000', OFFLINE_AFTER_MS: '8000' });
  const { all, unplug } = await hall.box.signs(2);
  const claims = [LONG, ARABIC].map(async (name, nth) => {
    const claimed = good(await hall.claim(all[nth]!.shortCode, { url: hall.websites.page('bar'), name }));
    ids[name] = claimed.body.sign.id;
  });
  await Promise.all(claims);
  for (const name of ['Bar 1', 'Bar 2', 'مخرج الطوارئ 5', LONG.replace('Ost', 'West')])
    ids[name] = await hall.prepared({ name, location: name.startsWith('Bar') ? 'Bars, left' : `${HALL}, left` });
  const query = { organizationId: hall.service.organizationId };
  const bothShow = async () => {
    const { items } = good(await hall.owner.client.list('GET /api/signs', { query }));
    expect(items.filter(({ status }) => status === 'showing')).toHaveLength(2);
  };
  await vi.waitFor(bothShow, { timeout: 60_000 });
  await unplug();
  page = await hall.phone({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false, path: path('') });
});
afterAll(() => hall.close());

const path = (query: string) => `${pathOf('wall', { eventId: hall.service.eventId })}?${query}`;
const view = (name: string) => page.getByRole('link', { name, exact: true });
const names = () => page.locator('[data-sign] a[href] bdi').allInnerTexts();
async function open(query: string): Promise<void> {
  await page.goto(path(query));
  await page.getByRole('grid').waitFor();
}

test('D1: who hears the wall hears the headline, then each cause with its signs, then the signs', async () => {
  const together = english.wall.headline.many(2, english.wall.headline.are.offline);
  await page.getByRole('heading', { level: 1 }).getByText(together).waitFor();
  // U8: the two signs share no cause, so each has a line of its own.
  await page.getByRole('complementary').getByRole('button', { name: english.outages.one.acknowledge }).nth(1).waitFor();
  const told = await page.locator('main').ariaSnapshot();
  const order = [`heading "${together}`, `complementary "${english.map.wrong.title}"`, '- list:', 'grid "'];
  for (const one of order) expect(told).toContain(one);
  const found = order.map((one) => told.indexOf(one));
  expect(found).toEqual(found.toSorted((one, other) => one - other));
  const causes = told.slice(found[1], found[3]);
  for (const name of [LONG, ARABIC]) expect(causes).toContain(name);
  expect(causes).toMatch(/heading "[^\n]*\[level=3\]/);
  expect(told).toContain(english.views.cards.label(6));
});

/** Every view, with what is wrong in it; the last one with what is known of one sign. */
const SHOWN = ['view=map', 'view=cards', 'view=table', 'view=cards&place=Hall+1', 'view=map&peek='];

test('D1: names of 190 letters and those read from the right cover nothing, fit the page, and keep their order, in every view and at 1440 and 390 px', async () => {
  let count = 0;
  for (const query of SHOWN)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const name of query.endsWith('=') ? [LONG, ARABIC] : ['']) {
        await open(query + (ids[name] ?? ''));
        await page
          .getByRole('heading', { level: 1 })
          .filter({ hasText: /offline|\./ })
          .waitFor();
        if (name !== '') await page.getByRole('region', { name }).waitFor();
        await page.evaluate('document.fonts.ready');
        expect.soft(await covered(page), `${query} at ${width} px`).toEqual([]);
        const told = await reordered(page, ARABIC);
        count += told.count;
        expect.soft(told.found, `${query} at ${width} px`).toEqual([]);
      }
    }
  expect(count).toBeGreaterThan(10);
  await page.setViewportSize({ width: 1440, height: 900 });
});

const SOME = 'sign.status.code';
test.each([
  { query: 'view=map', shown: english.map.view.map },
  { query: 'view=cards&status=offline', shown: english.map.view.cards, signs: [LONG, ARABIC], chip: 'Offline' },
  { query: 'view=cards&q=bar+2', shown: english.map.view.cards, signs: ['Bar 2'] },
  { query: 'view=table&place=Bars&sort=-sign', shown: english.map.view.table, signs: ['Bar 2', 'Bar 1'] },
  { query: 'view=table&place=Bars&sort=sign', shown: english.map.view.table, signs: ['Bar 1', 'Bar 2'] },
  {
    query: `view=table&status=unlinked&q=bar&columns=${SOME}`,
    shown: english.map.view.table,
    signs: ['Bar 1', 'Bar 2'],
    columns: 3,
    chip: 'Unlinked',
  },
])('D5: $query is opened by its address alone', async ({ query, shown, signs, chip, columns }) => {
  await open(query);
  await expect.poll(() => view(shown).getAttribute('aria-current')).toBe('true');
  if (signs) await expect.poll(async () => (await names()).toSorted()).toEqual(signs.toSorted());
  if (signs && query.includes('sort')) expect(await names()).toEqual(signs);
  if (columns !== undefined) expect(await page.getByRole('columnheader').count()).toBe(columns);
  const on = page.getByRole('navigation', { name: english.wall.filters }).locator('[aria-current=true]');
  if (chip !== undefined) expect(await on.allInnerTexts()).toEqual([expect.stringContaining(chip)]);
  const asked = new URLSearchParams(query);
  expect(await page.getByRole('searchbox').inputValue()).toBe(asked.get('q') ?? '');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(Object.fromEntries(asked));
});

test('D5: the map’s place, what is peeked at and what is chosen are in the address, too', async () => {
  const [first, second] = [ids['Bar 1']!, ids['Bar 2']!];
  await open(`zoom=72&at=${second}&peek=${first}&select=${first}.${second}`);
  await page.getByRole('region', { name: /Bar 1/ }).waitFor();
  await page.getByRole('toolbar').getByText(english.map.bar.chosen(2)).waitFor();
  await expect.poll(() => view(english.map.view.map).getAttribute('aria-current')).toBe('true');
  expect(new URL(page.url()).searchParams.get('zoom')).toBe('72');
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  expect(hall.complaints()).toEqual([]);
});
