import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { englishWall } from '../words/english-wall.ts';
import { english } from '../words/english.ts';
import { germanWall } from '../words/german-wall.ts';
import { german } from '../words/german.ts';
import { openGallery, type Gallery } from './gallery-server.ts';

/** The drawing's wall (`/ui-wall.html?state=map`) in a window of 1440 px with text at twice its usual size. */

const LANGUAGES = [
  ['en', english.wall.filters, englishWall.map.zoom],
  ['de', german.wall.filters, germanWall.map.zoom],
] as const;

let gallery: Gallery;
beforeAll(async () => {
  gallery = await openGallery();
});
afterAll(() => gallery.close());

async function openWall(language: string, view: string): Promise<Page> {
  const page = await gallery.newPage({ viewport: { width: 1_440, height: 900 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await page.goto(`${gallery.url('ui-wall')}?state=${view}&lang=${language}`);
  await page.getByRole('grid').waitFor();
  await page.evaluate('document.fonts.ready');
  return page;
}

/** A script for the strip of filters: chips that are not whole inside of it, or whose words are cut. */
const CUT_CHIPS = `(nav) => {
  const strip = nav.getBoundingClientRect();
  return [...nav.querySelectorAll('a')].filter((chip) => {
    const { left, right, top, bottom } = chip.getBoundingClientRect();
    const isOutside = left < strip.left - 1 || right > strip.right + 1 || top < strip.top - 1 || bottom > strip.bottom + 1;
    return isOutside || [...chip.querySelectorAll('span')].some((text) => text.scrollWidth > text.clientWidth + 1);
  }).map((chip) => chip.textContent);
}`;

/** A script for the zoom buttons: problems of the foot that they are in. */
const FOOT_PROBLEMS = `(zoom) => {
  const foot = zoom.closest('.border-t');
  const list = zoom.closest('aside').querySelector('.relative').getBoundingClientRect();
  const { top, height } = foot.getBoundingClientRect();
  const found = [];
  if (top < list.bottom - 1) found.push('the foot covers the list');
  if (height > list.height) found.push('the foot is higher than the list');
  if (foot.scrollWidth > foot.clientWidth + 1) found.push('the foot is too wide');
  for (const button of zoom.querySelectorAll('button')) {
    const text = document.createRange();
    text.selectNodeContents(button);
    if (text.getBoundingClientRect().height > button.clientHeight + 1) found.push(button.textContent + ' is cut');
  }
  return found;
}`;

/** A script: the element that `selector` matches and that has this label. */
const elementNamed = (selector: string, label: string): string =>
  `document.querySelector('${selector}[aria-label="${label}"]')`;

test.each(LANGUAGES)(
  'U13: at 1440 px with text at twice its size, the wall shows every filter chip whole (%s)',
  async (language, filters) => {
    for (const view of ['map', 'table']) {
      const page = await openWall(language, view);
      expect.soft(await page.evaluate(`(${CUT_CHIPS})(${elementNamed('nav', filters)})`), view).toEqual([]);
      await page.close();
    }
  },
);

test.each(LANGUAGES)(
  'U13: at 1440 px with text at twice its size, the foot of the problem list covers no row and is no higher than the list (%s)',
  async (language, _filters, zoom) => {
    const page = await openWall(language, 'map');
    expect(await page.evaluate(`(${FOOT_PROBLEMS})(${elementNamed('[role=group]', zoom)})`)).toEqual([]);
    await page.close();
  },
);
