import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { blackened, differing, openAlbum } from '@sign-display/testing/screenshot-comparison';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { english } from '../claiming/testing/words.ts';
import { serveDrawings } from './design-drawing-server.ts';
import { wayOf } from './design-phone-models.ts';
import { openGallery, type Gallery } from './gallery-server.ts';
import { readmeOf, type Compared } from './phone-readme.ts';
import { refusalsOf } from './phone-refusals.ts';
import { inaccessible, picture } from './service-and-browser.ts';

/** The phone's screens, each on `ui-phone.html`: beside its drawing, and judged by axe-core. `UPDATE_SCREENS=1` writes docs/screens/phone/ anew. */

let drawings: Awaited<ReturnType<typeof serveDrawings>>;
let gallery: Gallery;
let album: ReturnType<typeof openAlbum>;
const UPDATE = process.env['UPDATE_SCREENS'] === '1';

beforeAll(async () => {
  drawings = await serveDrawings('phone');
  gallery = await openGallery();
  console.log(`  pictures of this run: ${gallery.folder}`);
  album = openAlbum('phone', { folder: gallery.folder, update: UPDATE, isIndexed: true });
});
afterAll(async () => {
  await gallery.close();
  await drawings.close();
  if (UPDATE) writeFileSync(join(SCREENS, 'README.md'), readmeOf(compared));
});

const SCREENS = resolve(import.meta.dirname, '../../../docs/screens/phone');
const THEMES = ['light', 'dark'] as const;
const PHONE = { width: 360, height: 780 };
/** Pixels of 280,800 that may differ: less than one letter. In fields the browser sets what is typed, on some machines a fraction of a pixel higher. */
const mostPixels = (name: string): number => (name === 'form' || name === 'invalid_url' ? 60 : 20);
const compared: Compared[] = [];

/** Words that the product says otherwise than the drawing, by what is drawn; they are put into the drawing before the two are compared. */
const SAID_OTHERWISE: Record<string, { why: string; words: [selector: string, said: string][] }> = {
  wrong: {
    why: 'the table of words',
    words: [
      ['h3', english.claiming.scan.wrong],
      ['.bt.p', english.claiming.scan.goOn],
    ],
  },
  prep: { why: 'both orders work', words: [['.lead', english.claiming.prepared.foot]] },
  'device_load_failed-url_unreachable': {
    why: 'the table of words',
    words: [['.todo', english.claiming.refusals.url_unreachable.todo]],
  },
  'device_load_failed-url_load_failed': {
    why: 'the table of words; a refusal does not tell how long the page took',
    words: [
      ['.todo', english.claiming.refusals.url_load_failed.todo],
      ['.lead', 'menu.lichterfest.example returned HTTP 503. The sign was not claimed.'],
    ],
  },
  sign_not_unlinked: { why: 'the table of words', words: [['h3', 'Stand 415 already has a device']] },
  unavailable: {
    why: 'of an attempt that is under way the service says it too',
    words: [['.lead', english.claiming.refusals.unavailable.lead]],
  },
  rate_limited: {
    why: 'a scan is taken all the same, by the contract',
    words: [
      ['.todo', english.claiming.refusals.rate_limited.todo],
      ['.bt.t', english.claiming.press.scan],
    ],
  },
  invalid_url: {
    why: 'the table has the cursor in the field, so the button claims; a refusal does not tell which hosts are allowed',
    words: [
      ['.todo', english.claiming.form.urlRule],
      ['.bt.p', english.claiming.form.claim],
    ],
  },
};

/** The words on the sign's own picture, which no page of ours sets. */
const PICTURE = [36, 155, 300, 250] as const;

const FRAMES = [
  ...Object.keys(wayOf(english)).map((name) => ({ name, drawn: `f-${name}` })),
  ...Object.keys(refusalsOf(english)).map((name) => ({ name, drawn: `e-${name}` })),
];

describe.each(THEMES)('%s', (colorScheme) => {
  let ours: Page;
  let theirs: Page;
  beforeAll(async () => {
    ours = await gallery.newPage({ colorScheme, viewport: PHONE });
    theirs = await gallery.newPage({ colorScheme, viewport: PHONE });
    await ours.goto(`${gallery.url('ui-phone')}#start`);
    await theirs.goto(`${drawings.url}/drawing.html`);
  });

  test.each(FRAMES)(
    'D3: $name looks as it is drawn, and axe-core finds nothing wrong with it',
    async ({ name, drawn }) => {
      await ours.goto(`${gallery.url('ui-phone')}#${name}`);
      await ours.locator(`body[data-shown="${name}"]`).waitFor();
      const one = await picture(ours);
      const phone = theirs.locator(`[id="${drawn}"] .ph`);
      await phone.evaluate((node, words) => {
        Object.assign(node.style, { position: 'fixed', left: '0', top: '0', zIndex: '1' });
        for (const [selector, text] of words) node.querySelector(selector)!.textContent = text;
      }, SAID_OTHERWISE[name]?.words ?? []);
      const other = await picture(theirs);
      await phone.evaluate((node) => (node.style.display = 'none'));
      album.keep(`${name}-${colorScheme}`, one);
      album.keep(`${name}-${colorScheme}-drawn`, other);
      const box = name === 'done' ? PICTURE : null;
      const pixels = differing(blackened(one, box, null), blackened(other, box, null));
      console.log(`  ${name}-${colorScheme}: ${pixels} pixels differ from the drawing`);
      const most = mostPixels(name);
      compared.push({ name, theme: colorScheme, pixels, most, why: SAID_OTHERWISE[name]?.why });
      expect.soft(pixels).toBeLessThanOrEqual(most);
      expect(await inaccessible(ours)).toEqual([]);
    },
  );
});
