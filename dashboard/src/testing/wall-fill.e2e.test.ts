import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { halved, openAlbum } from '@sign-display/testing/screenshot-comparison';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { arrange } from '../wall/map-layout.ts';
import { isOver, type Box } from '../wall/popover-position.ts';
import { fill, type Size } from '../wall/map-fill.ts';
import { levelOf } from '../wall/cell-levels.ts';
import { cellOf, groundAt } from '../wall/map-coordinates.ts';
import { countsOf, MAPS, SIZES } from '../wall/testing/reference-walls.ts';
import { englishWall } from '../words/english-wall.ts';
import { openGallery, type Gallery } from './gallery-server.ts';
import { picture } from './service-and-browser.ts';
import { fillReadmeOf, type FilledWall } from './wall-fill-readme.ts';

/** The map of the six walls on a desk screen and on a large one (`/ui-wall.html?state=fill&wall=…`). `UPDATE_SCREENS=1` writes docs/screens/wall-fill/ anew. */

const UPDATE = process.env['UPDATE_SCREENS'] === '1';
const README = resolve(import.meta.dirname, '../../../docs/screens/wall-fill/README.md');
const WINDOWS = { '1440×900': { width: 1_440, height: 900 }, '3840×2160': { width: 3_840, height: 2_160 } } as const;

let gallery: Gallery;
let album: ReturnType<typeof openAlbum>;
const seen: FilledWall[] = [];
const complaints: string[] = [];
beforeAll(async () => {
  gallery = await openGallery();
  console.log(`  pictures of this run: ${gallery.folder}`);
  album = openAlbum('wall-fill', { folder: gallery.folder, update: UPDATE, isIndexed: true });
});
afterAll(async () => {
  await gallery.close();
  if (UPDATE) writeFileSync(README, fillReadmeOf(seen));
});

const pages: Page[] = [];
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()));
});
async function open(query: string, viewport: Size): Promise<Page> {
  const page = await gallery.newPage({ viewport, colorScheme: 'light' });
  pages.push(page);
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${gallery.url('ui-wall')}?state=fill&${query}`);
  await page.getByRole('grid').waitFor();
  await picture(page);
  return page;
}
/** The map in px of the page. */
const mapOf = (page: Page) =>
  page.evaluate<Size>(
    "(({ clientWidth, clientHeight }) => ({ width: clientWidth, height: clientHeight }))(document.querySelector('[role=grid]'))",
  );

describe.each(['1440×900', '3840×2160'] as const)('%s', (window) => {
  test.each([...SIZES])('U6: %i signs fill at least 80 % of the map', async (many) => {
    const page = await open(`wall=${many}`, WINDOWS[window]);
    const map = await mapOf(page);
    expect(map).toEqual(MAPS[window]);
    const is = fill(countsOf(many), map)!;
    expect(is.used).toBeGreaterThanOrEqual(0.8);
    // Nothing scrolls, and each sign can be pressed where the layout has it: the last one of the last place is at the end of its row.
    expect(await page.evaluate('document.documentElement.scrollHeight > innerHeight')).toBe(false);
    const shot = await picture(page);
    const name = `${many}-${window === '1440×900' ? 'desk' : 'large'}`;
    album.keep(name, window === '1440×900' ? shot : halved(shot));
    seen.push({
      name,
      many,
      window,
      used: is.used,
      level: levelOf(is.pitch),
      pitch: is.pitch,
      cellHeight: is.cellHeight,
    });
    console.log(`  ${many} signs, ${window}: ${Math.round(is.used * 100)} % used`);
  });
});

/** How much of the map is painted, and not the bare ground. */
const painted = (page: Page) =>
  page.evaluate<number>(`(() => {
    const canvas = document.querySelector('canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const pixels = new Uint32Array(data.buffer);
    return pixels.reduce((count, pixel) => count + (pixel === pixels[0] ? 0 : 1), 0) / pixels.length;
  })()`);

test.each([...SIZES])('U6: %i signs: three steps of zoom, wherever the pointer is, end on signs', async (many) => {
  const page = await open(`wall=${many}`, WINDOWS['1440×900']);
  const { x, y, width, height } = (await page.getByRole('grid').boundingBox())!;
  for (const [across, down] of [
    [0.999, 0.999],
    [0.5, 0.5],
    [0.001, 0.999],
  ] as const) {
    await page.mouse.move(x + width * across, y + height * down);
    for (let step = 0; step < 3; step += 1) await page.mouse.wheel(0, -180);
    await picture(page);
    expect(await painted(page), `at ${across}, ${down}`).toBeGreaterThan(0.02);
    await page.keyboard.press('0');
    await picture(page);
  }
});

const idOf = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
const OFFLINE = { status: 'offline', presence: 'offline', lastSeenAt: '2026-11-14T19:38:12.000Z' };

test.each([0, 120, 5_000, 9_760, 9_999])(
  'U22: the peek at sign %i of 10,000 in trouble, with an outage and a command, is inside of the map and covers no lens, and neither covers its sign',
  async (number) => {
    const page = await open('wall=10000', WINDOWS['1440×900']);
    const command = { id: 'sent', command: 'refresh', args: {}, state: 'sent', error: null, finishedAt: null };
    const items = [{ ...command, createdAt: '2026-11-14T19:40:00.000Z' }];
    await page.evaluate(
      `told.answers['GET /api/signs/:id/commands'] = ${JSON.stringify({ ok: true, body: { items, nextCursor: null } })}`,
    );
    await page.evaluate(`become(${JSON.stringify({ id: idOf(number), ...OFFLINE })})`);
    const arrangement = arrange(countsOf(10_000), await mapOf(page));
    const map = (await page.getByRole('grid').boundingBox())!;
    const ground = groundAt(arrangement, arrangement.pitch);
    const signs = Array.from({ length: 10_000 }, (_, nth) => {
      const cell = cellOf(ground, nth);
      return { ...cell, x: map.x + cell.x, y: map.y + cell.y };
    });
    const sign = signs[number]!;
    await page.mouse.click(sign.x + sign.width / 2, sign.y + sign.height / 2);
    const peek = page.getByRole('region', { name: /Details of/ });
    await peek.getByRole('button', { name: englishWall.outages.one.acknowledge }).waitFor();
    await peek.getByRole('status').waitFor();
    await picture(page);
    const shownPeek = (await peek.boundingBox())!;
    expect(isOver(shownPeek, sign)).toBe(false);
    const isInside = ({ x, y, width, height }: Box) =>
      x >= map.x && y >= map.y && x + width <= map.x + map.width && y + height <= map.y + map.height;
    expect(isInside(shownPeek)).toBe(true);
    const { x, y, width, height } = shownPeek;
    const seen = signs.filter((one) => isInside(one) && !isOver(one, shownPeek));
    const middleOf = (one: Box) => [one.x + one.width / 2, one.y + one.height / 2] as const;
    const lens = page.locator('[data-lens]');
    // The signs next to each edge of the peek.
    for (const edge of [
      [x, y + height / 2],
      [x + width, y + height / 2],
      [x + width / 2, y],
      [x + width / 2, y + height],
    ] as const) {
      const awayOf = (one: Box) => Math.hypot(middleOf(one)[0] - edge[0], middleOf(one)[1] - edge[1]);
      const [across, down] = middleOf(seen.reduce((best, one) => (awayOf(one) < awayOf(best) ? one : best)));
      await page.mouse.move(across, down);
      await lens.waitFor();
      await picture(page);
      const shown = (await lens.boundingBox())!;
      expect(isOver(shown, shownPeek), `at ${across}, ${down}`).toBe(false);
      expect(isOver(shown, { x: across, y: down, width: 1, height: 1 }), `at ${across}, ${down}`).toBe(false);
      expect(isInside(shown)).toBe(true);
    }
  },
);

test('U22: the lens shows the whole name of a sign in trouble, on up to three lines', async () => {
  const page = await open('wall=10000', WINDOWS['1440×900']);
  await page.evaluate(`become(${JSON.stringify({ id: idOf(0), ...OFFLINE, name: 'Künstlergarderobe Ost 1' })})`);
  const map = (await page.getByRole('grid').boundingBox())!;
  const arrangement = arrange(countsOf(10_000), await mapOf(page));
  const { x, y, width, height } = cellOf(groundAt(arrangement, arrangement.pitch), 0);
  await page.mouse.move(map.x + x + width / 2, map.y + y + height / 2);
  const name = page.locator('[data-lens] bdi').first();
  await expect.poll(() => name.innerText()).toContain('Künstlergarderobe');
  expect(
    await name.evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => [
      scrollHeight - clientHeight,
      scrollWidth - clientWidth,
    ]),
  ).toEqual([0, 0]);
});

describe('a window of 3840 × 2160', () => {
  test('U6: a press peeks at the sign below the pointer, and what is told of it stays inside of the window', async () => {
    const page = await open('wall=240', WINDOWS['3840×2160']);
    const arrangement = arrange(countsOf(240), await mapOf(page));
    const { x, y, width, height } = cellOf(groundAt(arrangement, arrangement.pitch), 239);
    const box = (await page.getByRole('grid').boundingBox())!;
    await page.mouse.click(box.x + 2 * (x + width / 2), box.y + 2 * (y + height / 2));
    const peek = page.getByRole('region', { name: /Bar 8 Rückseite/ });
    await peek.waitFor();
    const at = (await peek.boundingBox())!;
    expect(at.width).toBeCloseTo(660, -1);
    expect(at.y + at.height).toBeLessThanOrEqual(2_160);
    expect(at.x + at.width).toBeLessThanOrEqual(3_840);
  });

  test('U6: a menu is enlarged like the page, and opens beside its button', async () => {
    const page = await open('wall=240', WINDOWS['3840×2160']);
    await page.goto(`${page.url()}&view=table`);
    const button = page.getByRole('button', { name: englishWall.views.table.choose });
    await button.click();
    const [from, menu] = [(await button.boundingBox())!, (await page.getByRole('menu').boundingBox())!];
    expect(Math.abs(menu.y - (from.y + from.height))).toBeLessThan(40);
    expect(menu.x + menu.width).toBeLessThanOrEqual(3_840);
    expect(menu.x).toBeLessThan(from.x + from.width);
    expect(menu.x + menu.width).toBeGreaterThan(from.x);
    expect(menu.width).toBeGreaterThan(440);
  });
});

test('K5: no page threw anything', () => expect(complaints).toEqual([]));
