import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { empty, openAlbum, otherwise, type Area } from '@sign-display/testing/screenshot-comparison';
import type { Page } from 'playwright-core';
import type { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveDrawings } from './design-drawing-server.ts';
import { openGallery, type Gallery } from './gallery-server.ts';
import { inaccessible, picture } from './service-and-browser.ts';
import { drawnSigns } from './design-wall.ts';
import { drawnField } from './design-wall-10000-signs.ts';
import { wallReadmeOf, type ComparedWall } from './wall-readme.ts';
import {
  drawnAsSaid,
  mapLaid,
  PLACED,
  SAID_CAUSES,
  replaceSigns,
  type Placed,
  type SaidCause,
} from './adapt-wall-drawing.ts';
import { wallShots, type WallShot } from './define-wall-shots.ts';

/** The wall with the drawing's signs (`/ui-wall.html?state=…`), beside the drawing; its map is that of `wall-fill.html`, which wins. `UPDATE_SCREENS=1` writes docs/screens/wall/ anew. */

const UPDATE = process.env['UPDATE_SCREENS'] === '1';
const THEMES = ['light', 'dark'] as const;
let drawings: Awaited<ReturnType<typeof serveDrawings>>;
let gallery: Gallery;
let album: ReturnType<typeof openAlbum>;
const complaints: string[] = [];
const README = resolve(import.meta.dirname, '../../../docs/screens/wall/README.md');
const seen: ComparedWall[] = [];
beforeAll(async () => {
  drawings = await serveDrawings('pages');
  gallery = await openGallery();
  console.log(`  pictures of this run: ${gallery.folder}`);
  album = openAlbum('wall', { folder: gallery.folder, update: UPDATE, isIndexed: true });
});
afterAll(async () => {
  await gallery.close();
  await drawings.close();
  if (UPDATE) writeFileSync(README, wallReadmeOf(seen));
});

/** A script: of the cards that are seen, none waits for its picture. They come one after the other. */
const ARE_PICTURES_THERE = `Array.from(document.querySelectorAll('[role=gridcell][data-sign] > div > span'))
  .every((said) => said.textContent !== '' || said.getBoundingClientRect().top >= innerHeight)`;

async function ours(page: Page, { state, hover }: WallShot): Promise<void> {
  await page.goto(`${gallery.url('ui-wall')}?state=${state}`);
  const grid = page.getByRole('grid');
  await grid.waitFor();
  await page.evaluate('document.fonts.ready');
  if (hover) {
    const box = (await grid.boundingBox())!;
    await page.mouse.move(box.x + hover[0], box.y + hover[1]);
    await page.locator('[data-lens]').waitFor();
  }
  // The heartbeats of all that is seen come with one answer; a mark has none.
  else await page.waitForFunction('told.strips > 0');
  await page.waitForFunction(ARE_PICTURES_THERE);
}
async function theirs(page: Page, shot: WallShot, mine: Page): Promise<void> {
  const [causes, placed] = [await mine.evaluate<SaidCause[]>(SAID_CAUSES), await mine.evaluate<Placed>(PLACED)];
  // In between, as a hash alone opens no page.
  await page.goto('about:blank');
  await page.goto(`${drawings.url}/wall.html#${shot.state}`);
  await page.evaluate('document.fonts.ready');
  await page.evaluate(drawnAsSaid(shot, causes, placed));
}

/** The drawing's map as `wall-fill.html` lays it, in place of the one that is drawn. `filled`: that page. */
async function layMap(drawing: Page, filled: Page, { map }: WallShot, colorScheme: 'light' | 'dark'): Promise<void> {
  if (map === undefined) return;
  await filled.emulateMedia({ colorScheme });
  await filled.goto('about:blank');
  await filled.goto(`${drawings.url}/wall-fill.html#${map}`);
  await filled.waitForFunction("document.querySelector('#c').width > 300");
  await filled.evaluate(replaceSigns(map === 240 ? drawnSigns() : drawnField()));
  await drawing.evaluate(mapLaid(await filled.evaluate<string>("document.querySelector('#c').toDataURL()")));
}

const scaled = (area: Area, ratio: number): Area => area.map((length) => length * ratio) as unknown as Area;

/** As they are drawn, of one theme and window. */
const drawn = new Map<string, { shot: WallShot; ratio: number; picture: PNG }[]>();

describe.each(wallShots(UPDATE))('$viewport.width px', ({ viewport, deviceScaleFactor = 1, shots }) => {
  let page: Page;
  let drawing: Page;
  let filled: Page;
  beforeAll(async () => {
    const options = { viewport, deviceScaleFactor };
    [page, drawing, filled] = await Promise.all(
      [1, 2, 3].map(() => gallery.newPage(options)) as [Promise<Page>, Promise<Page>, Promise<Page>],
    );
    page.on('pageerror', (error) => complaints.push(String(error)));
  });
  afterAll(() => Promise.all([page, drawing, filled].map((one) => one.close())));

  test.each(shots)('D1: $name looks as it is drawn, and is accessible', async (shot) => {
    await ours(page, shot);
    await theirs(drawing, shot, page);
    for (const colorScheme of THEMES) {
      await Promise.all([page, drawing].map((one) => one.emulateMedia({ colorScheme })));
      await layMap(drawing, filled, shot, colorScheme);
      const [one, other] = [await picture(page), await picture(drawing)];
      album.keep(`${shot.name}-${colorScheme}`, one);
      album.keep(`${shot.name}-${colorScheme}-drawn`, other);
      const shares = Object.entries(shot.parts).map(
        ([part, area]) => [part, otherwise(one, other, scaled(area, deviceScaleFactor))] as const,
      );
      console.log(
        `  ${shot.name}-${colorScheme}: ${shares.map(([part, share]) => `${part} ${share.toFixed(1)}`).join(', ')}`,
      );
      for (const [part, share] of shares)
        expect.soft(share, `${part}, ${colorScheme}`).toBeLessThanOrEqual(shot.most[part]!);
      const parts = shares.map(([part, share]) => ({ part, share, most: shot.most[part]! }));
      seen.push({ name: shot.name, state: shot.state, theme: colorScheme, parts });
      expect.soft(await inaccessible(page)).toEqual([]);
      const others = drawn.get(`${viewport.width} ${colorScheme}`) ?? [];
      drawn.set(`${viewport.width} ${colorScheme}`, [...others, { shot, ratio: deviceScaleFactor, picture: other }]);
    }
  });
});

test('D1: an empty page breaks each limit, and the drawing of one state those of another', () => {
  for (const states of drawn.values())
    for (const { shot, ratio, picture: right } of states) {
      for (const [part, area] of Object.entries(shot.parts)) {
        const share = otherwise(empty(right, scaled(area, ratio)), right, scaled(area, ratio));
        expect(share, `an empty ${part} of ${shot.name}`).toBeGreaterThan(1.4 * shot.most[part]!);
      }
      for (const wrong of states.filter((one) => one.shot !== shot)) {
        const isTold = Object.entries(shot.parts).some(
          ([part, area]) => otherwise(wrong.picture, right, scaled(area, ratio)) > shot.most[part]!,
        );
        expect(isTold, `${wrong.shot.name} in place of ${shot.name}`).toBe(true);
      }
    }
});

test('K5: no page threw anything', () => expect(complaints).toEqual([]));
