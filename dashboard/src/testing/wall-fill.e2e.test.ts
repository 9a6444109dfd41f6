import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { halved, openAlbum } from '@sign-display/testing/pictures';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fill, type Size } from '../wall/fill.ts';
import { levelOf } from '../wall/fill-look.ts';
import { countsOf, MAPS, SIZES } from '../wall/testing/six-walls.ts';
import { openGallery, type Gallery } from './gallery-server.ts';
import { picture } from './stage.ts';
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

test('K5: no page threw anything', () => expect(complaints).toEqual([]));
