import { differing, openAlbum } from '@sign-display/testing/screenshot-comparison';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import type { Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveDrawings } from './design-drawing-server.ts';
import { openGallery, type Gallery } from './gallery-server.ts';
import { inaccessible, picture } from './service-and-browser.ts';
import { english } from '../words/english.ts';
import { SEVERITIES } from '../ui/sign-marks-and-severity.ts';

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
  const picture = PNG.sync.read(await screenshotOf(panel));
  await panel.evaluate((node) => (node.style.display = 'none'));
  return picture;
}

test('D5: a notice is there as soon as it is said, and stays on the page that one goes to', async () => {
  const page = await open('light', address);
  const region = page.getByRole('region', { name: english.shell.toasts.region });
  await page.getByRole('button', { name: 'A toast', exact: true }).click();
  const notice = region.getByText('The name was changed.');
  await notice.waitFor();
  await region.evaluate((node) => Object.assign(node, { isBefore: true }));
  await page.evaluate('void goOn()');
  expect(await region.evaluate((node) => 'isBefore' in node)).toBe(false);
  expect(await notice.isVisible()).toBe(true);
  await page.close();
});

describe.each(THEMES)('%s', (colorScheme) => {
  test('D3: axe-core finds nothing wrong with any component', async () => {
    const page = await open(colorScheme, address);
    await picture(page);
    album.keep(`ui-${colorScheme}`, PNG.sync.read(await screenshotOf(page, { fullPage: true })));
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
    const one = PNG.sync.read(await screenshotOf(ours, { clip }));
    const other = PNG.sync.read(await screenshotOf(theirs, { clip }));
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

/** Each mark of the gallery as the wall shows it, in one grey: how dark each of its pixels is. */
const IN_GREY = `(async () => {
  const marks = [...document.querySelectorAll('dl[lang=en] dd > span')].map(async (mark) => {
    const copy = mark.querySelector('svg').cloneNode(true);
    for (const [name, value] of [['xmlns', 'http://www.w3.org/2000/svg'], ['width', '12'], ['height', '12'], ['color', '#777']]) copy.setAttribute(name, value);
    const image = new Image();
    image.src = 'data:image/svg+xml,' + encodeURIComponent(copy.outerHTML);
    await image.decode();
    const brush = new OffscreenCanvas(12, 12).getContext('2d');
    brush.drawImage(image, 0, 0);
    return [mark.textContent.trim(), Array.from(brush.getImageData(0, 0, 12, 12).data).filter((_, at) => at % 4 === 3)];
  });
  return Promise.all(marks);
})()`;
/** As many pixels of 144 differ between any two at least: the nearest are idle and loading, with 11.6. */
const LEAST_PIXELS = 10;

test('D1: each status has a shape of its own: in one grey no two look the same', async () => {
  const page = await open('light', address);
  const marks = await page.evaluate<[name: string, pixels: number[]][]>(IN_GREY);
  expect(marks.length).toBe(Object.keys(SEVERITIES).length);
  const alike = marks.flatMap(([name, pixels], nth) =>
    marks.slice(nth + 1).flatMap(([other, others]) => {
      const apart = pixels.reduce((sum, dark, at) => sum + Math.abs(dark - others[at]!) / 255, 0);
      return apart < LEAST_PIXELS ? [`${name}, ${other}: ${apart.toFixed(1)}`] : [];
    }),
  );
  expect(alike).toEqual([]);
  await page.close();
});

test('D3: with reduced motion nothing moves', async () => {
  const page = await gallery.newPage({ reducedMotion: 'reduce' });
  await page.goto(address);
  const time = (name: string) =>
    page.evaluate<string>(`getComputedStyle(document.documentElement).getPropertyValue('${name}')`);
  for (const name of ['--t-state', '--t-sheet', '--t-notice']) expect(await time(name)).toMatch(/^0m?s$/);
  await page.close();
});
