import { differing, openAlbum } from '@sign-display/testing/pictures';
import type { Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveDrawings } from './drawings.ts';
import { openGallery, type Gallery } from './gallery-server.ts';
import { inaccessible, picture } from './stage.ts';

/** Each component in every state, on `ui.html`: beside the drawings, and judged by axe-core. */

let drawings: Awaited<ReturnType<typeof serveDrawings>>;
let gallery: Gallery;
let address: string;
let album: ReturnType<typeof openAlbum>;

beforeAll(async () => {
  drawings = await serveDrawings();
  gallery = await openGallery();
  console.log(`  pictures of this run: ${gallery.folder}`);
  address = gallery.url('ui');
  album = openAlbum('pages', { folder: gallery.folder, update: process.env['UPDATE_SCREENS'] === '1' });
});
afterAll(async () => {
  await gallery.close();
  await drawings.close();
});

const THEMES = ['light', 'dark'] as const;
/** A state of ours, and where it is in the drawing. */
const DRAWN = {
  'no-signs': 1,
  'no-event': 2,
  'nothing-found': 3,
  calm: 4,
  loading: 5,
  'not-live': 6,
  forbidden: 7,
  'our-fault': 8,
};
/** Pixels that may differ: less than one letter of the smallest text. */
const MOST_PIXELS = 60;

async function open(colorScheme: 'light' | 'dark', url: string): Promise<Page> {
  const page = await gallery.newPage({ colorScheme, viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await page.locator('h1').first().waitFor();
  return page;
}

/** A picture of one panel, in the corner of the window: elsewhere it may begin at a fraction of a pixel. */
async function cut(panel: Locator): Promise<PNG> {
  await panel.evaluate((node) =>
    Object.assign(node.style, { position: 'fixed', left: '0', top: '0', width: '678px', zIndex: '1' }),
  );
  const picture = PNG.sync.read(await panel.screenshot());
  await panel.evaluate((node) => (node.style.display = 'none'));
  return picture;
}

describe.each(THEMES)('%s', (colorScheme) => {
  test('D3: axe-core finds nothing wrong with any component', async () => {
    const page = await open(colorScheme, address);
    await picture(page);
    album.keep(`ui-${colorScheme}`, PNG.sync.read(await page.screenshot({ fullPage: true })));
    expect(await inaccessible(page)).toEqual([]);
    await page.close();
  });

  test('D3: empty and failing states look as they are drawn', async () => {
    const ours = await open(colorScheme, address);
    const theirs = await open(colorScheme, `${drawings.url}/states.html`);
    await Promise.all([picture(ours), picture(theirs)]);
    for (const [name, nth] of Object.entries(DRAWN)) {
      const one = await cut(ours.locator(`#${name}`));
      const other = await cut(theirs.locator(`figure:nth-of-type(${nth}) .pn`));
      album.keep(`state-${name}-${colorScheme}`, one);
      album.keep(`state-${name}-${colorScheme}-drawn`, other);
      const pixels = differing(one, other);
      console.log(
        `  state-${name}-${colorScheme}: ${pixels} of ${one.width * one.height} pixels differ from the drawing`,
      );
      expect(pixels).toBeLessThanOrEqual(MOST_PIXELS);
    }
    await ours.close();
    await theirs.close();
  });
});

/** The bars as drawn, 1440 px wide. */
const BARS = { 'bar-event': 'wall.html', 'bar-organization': 'people.html' };

test.each(THEMES)('D3: %s: the bar above pages looks as it is drawn', async (colorScheme) => {
  const ours = await open(colorScheme, address);
  await picture(ours);
  for (const [name, file] of Object.entries(BARS)) {
    const theirs = await open(colorScheme, `${drawings.url}/${file}`);
    await picture(theirs);
    const bar = ours.locator(`#${name}`);
    await bar.evaluate((node) => Object.assign(node.style, { position: 'fixed', left: '0', top: '0', zIndex: '1' }));
    const clip = { x: 0, y: 0, width: 1440, height: 48 };
    const one = PNG.sync.read(await ours.screenshot({ clip }));
    const other = PNG.sync.read(await theirs.screenshot({ clip }));
    await bar.evaluate((node) => (node.style.display = 'none'));
    album.keep(`${name}-${colorScheme}`, one);
    album.keep(`${name}-${colorScheme}-drawn`, other);
    const pixels = differing(one, other);
    console.log(`  ${name}-${colorScheme}: ${pixels} of ${one.width * one.height} pixels differ from the drawing`);
    expect(pixels).toBeLessThanOrEqual(MOST_PIXELS);
    await theirs.close();
  }
  await ours.close();
});

test('D3: with reduced motion nothing moves', async () => {
  const page = await gallery.newPage({ reducedMotion: 'reduce' });
  await page.goto(address);
  const time = (name: string) =>
    page.evaluate<string>(`getComputedStyle(document.documentElement).getPropertyValue('${name}')`);
  for (const name of ['--t-state', '--t-sheet', '--t-notice']) expect(await time(name)).toMatch(/^0m?s$/);
  await page.close();
});
