import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openChromium } from '@sign-display/testing/chromium';
import { openAlbum } from '@sign-display/testing/screenshot-comparison';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDemo } from './start-demo.ts';
import { isIn, picture, signIn } from './service-and-browser.ts';

/**
 * The demo's wall in a real browser: real virtual signs of the real service, whose switch dies. `UPDATE_SCREENS=1` plays the whole evening with all signs and writes
 * docs/screens/demo/ anew, with which README.md opens.
 */

const UPDATE = process.env['UPDATE_SCREENS'] === '1';
/** The evening stands still, so that nothing is mended before it is looked at. */
const ARGS = UPDATE
  ? ['--pace', '5', '--until', 'acknowledge']
  : ['--signs', '50', '--pace', '10', '--until', 'switch'];
const README = readFileSync(resolve(import.meta.dirname, '../../../README.md'), 'utf8');
const SIZE = { width: 1440, height: 900 };
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
const album = openAlbum('demo', { folder, update: UPDATE, isIndexed: true });

/** Also of a start of which one part failed. */
const closings: (() => Promise<unknown>)[] = [];
function opened<Opened>(what: Opened, close: () => Promise<unknown>): Opened {
  closings.push(close);
  return what;
}

let page: Page;
/** Of the wall. */
let path: string;
beforeAll(async () => {
  console.log(`  pictures of this run: ${folder}`);
  const [demo, browser] = await Promise.all([
    startDemo(ARGS).then((started) => opened(started, () => started.end())),
    openChromium(process.env).then((started) => opened(started, () => started.close())),
  ]);
  ({ path } = demo);
  page = await browser.newPage({ baseURL: demo.origin, viewport: SIZE, colorScheme: 'light' });
  await page.goto('/sign-in');
  await signIn(page, demo.owner);
  await isIn(page);
}, 240_000);
afterAll(() => Promise.all(closings.map((close) => close())));

const heading = (level: number, name: RegExp) => page.getByRole('heading', { level, name });

test('N4: six signs whose switch dies are one cause on the wall', async () => {
  await page.goto(path);
  await heading(1, /signs are offline.* are in .?Foyer Nord/).waitFor({ timeout: 90_000 });
  await page
    .getByText(/^The affected signs were last seen .*Twelve other signs in this place are not affected/)
    .waitFor();
  expect(await page.getByText(/Foyer Nord.?: 6 of 18 offline/).count()).toBe(1);
  await screenshotOf(page, { path: join(folder, 'wall.png') });
});

test('N10: six signs whose switch dies are one outage in the list', async () => {
  await page.goto(`${path}/outages`);
  const ofFoyer = page.getByRole('listitem').filter({ hasText: 'Foyer Nord' });
  await ofFoyer.first().waitFor();
  expect(await ofFoyer.count()).toBe(1);
  await ofFoyer.getByRole('link').click();
  await heading(1, /6 of 18 signs in .?Foyer Nord.? are offline\. Duration so far/).waitFor();
});

/** What the wall says when all of the evening has come. */
const WHOLE = [/menu\.lichterfest\.localhost/, /single colour/, /unstable and keeps going offline/, /Acknowledged by/];

test('README.md opens with a picture of the demo, light and dark', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    if (UPDATE) {
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      for (const said of WHOLE) await page.getByText(said).first().waitFor({ timeout: 300_000 });
      album.keep(`wall-${colorScheme}`, await picture(page));
    }
    const { width, height } = album.committed(`wall-${colorScheme}`);
    expect({ width, height }).toEqual(SIZE);
    expect(README).toContain(`docs/screens/demo/wall-${colorScheme}.png`);
  }
}, 900_000);
