import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openChromium } from '@sign-display/testing/chromium';
import { blackened, differing, openAlbum } from '@sign-display/testing/pictures';
import type { Browser, Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveDrawings } from './drawings.ts';
import { REFUSALS, WAY } from './phone-frames.ts';
import { inaccessible, picture } from './stage.ts';

/** The phone's screens, each on the development server's `/ui-phone`: beside its drawing, and judged by axe-core. `UPDATE_SCREENS=1` writes docs/screens/phone/ anew. */

let drawings: Awaited<ReturnType<typeof serveDrawings>>;
let vite: ViteDevServer;
let browser: Browser;
let address: string;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
const album = openAlbum('phone', { folder, update: process.env['UPDATE_SCREENS'] === '1' });

beforeAll(async () => {
  drawings = await serveDrawings('phone');
  vite = await createServer({
    root: resolve(import.meta.dirname, '../..'),
    cacheDir: join(folder, 'vite'),
    logLevel: 'warn',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  });
  await vite.listen();
  address = `${vite.resolvedUrls!.local[0]!}ui-phone`;
  browser = await openChromium(process.env);
  console.log(`  pictures of this run: ${folder}`);
});
afterAll(async () => {
  await browser.close();
  await vite.close();
  await drawings.close();
});

const THEMES = ['light', 'dark'] as const;
const PHONE = { width: 360, height: 780 };
const MOST_PIXELS = 60;

/** Where the table of words in the design's README has others than the drawing: the table's are put in. */
const TABLED: Record<string, [selector: string, text: string][]> = {
  wrong: [
    ['h3', 'This isn’t a sign’s code'],
    ['.bt.p', 'Keep scanning'],
  ],
  'device_load_failed-url_unreachable': [
    ['.todo', 'Look for a typo. If the page opens on your phone, the venue’s network may block it.'],
  ],
  'device_load_failed-url_load_failed': [['.todo', 'Its owner has to fix it. You can claim now and set a page later.']],
  sign_not_unlinked: [['h3', 'Stand 415 already has a device']],
};

/** The words on the sign's own picture, which no page of ours sets. */
const PICTURE = [36, 155, 300, 250] as const;

const FRAMES = [
  ...Object.keys(WAY).map((name) => ({ name, drawn: `f-${name}` })),
  ...Object.keys(REFUSALS).map((name) => ({ name, drawn: `e-${name}` })),
];

describe.each(THEMES)('%s', (colorScheme) => {
  let ours: Page;
  let theirs: Page;
  beforeAll(async () => {
    ours = await browser.newPage({ colorScheme, viewport: PHONE });
    theirs = await browser.newPage({ colorScheme, viewport: PHONE });
    await ours.goto(`${address}#start`);
    await theirs.goto(`${drawings.url}/drawing.html`);
  });

  test.each(FRAMES)(
    'D3: $name looks as it is drawn, and axe-core finds nothing wrong with it',
    async ({ name, drawn }) => {
      await ours.goto(`${address}#${name}`);
      const one = await picture(ours);
      const phone = theirs.locator(`[id="${drawn}"] .ph`);
      await phone.evaluate((node, words) => {
        Object.assign(node.style, { position: 'fixed', left: '0', top: '0', zIndex: '1' });
        for (const [selector, text] of words) node.querySelector(selector)!.textContent = text;
      }, TABLED[name] ?? []);
      const other = await picture(theirs);
      await phone.evaluate((node) => (node.style.display = 'none'));
      album.keep(`${name}-${colorScheme}`, one);
      album.keep(`${name}-${colorScheme}-drawn`, other);
      const box = name === 'done' ? PICTURE : null;
      const pixels = differing(blackened(one, box, null), blackened(other, box, null));
      console.log(`  ${name}-${colorScheme}: ${pixels} pixels differ from the drawing`);
      expect.soft(pixels).toBeLessThanOrEqual(MOST_PIXELS);
      expect(await inaccessible(ours)).toEqual([]);
    },
  );
});
