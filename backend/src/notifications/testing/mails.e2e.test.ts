import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openChromium } from '@sign-display/testing/chromium';
import { differing, openAlbum } from '@sign-display/testing/screenshot-comparison';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { english } from '../words/english.ts';
import { german } from '../words/german.ts';
import { linkPages } from './sample-link-pages.ts';
import { MAILS } from './sample-mails.ts';

/**
 * The mails in a real browser that is as careful as a mail program: no script, and nothing loaded. `UPDATE_SCREENS=1` writes docs/screens/mail/ and docs/screens/mail-links/ anew; a plain run
 * compares with them.
 */

const DRAWING = resolve(import.meta.dirname, '../../../../docs/screens/mail/drawing.html');
/** Pixels that may differ: less than one letter of the smallest text. */
const MOST_PIXELS = 60;
/** As wide as the drawing has it, and as a telephone has it. */
const WIDTHS = { desk: 660, phone: 390 } as const;

let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-mails-'));
const update = process.env['UPDATE_SCREENS'] === '1';
const album = openAlbum('mail', { folder, update });
const linkAlbum = openAlbum('mail-links', { folder, update });

beforeAll(async () => {
  browser = await openChromium(process.env);
  console.log(`  pictures of this run: ${folder}`);
});
afterAll(() => browser.close());

/** What a mail program shows of `html`. `asked`: what it would have loaded. */
async function open(html: string, width: number = WIDTHS.desk): Promise<{ page: Page; asked: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 720 }, javaScriptEnabled: false });
  const asked: string[] = [];
  await page.route('**/*', (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await page.setContent(html);
  return { page, asked };
}
const shot = async (page: Page): Promise<PNG> => PNG.sync.read(await screenshotOf(page, { fullPage: true }));

async function picture(html: string, width?: number): Promise<PNG> {
  const { page } = await open(html, width);
  const taken = await shot(page);
  await page.close();
  return taken;
}

/**
 * npm's Chromium draws the same pixels on each machine, but exists only for Linux x64. Another Chromium draws letters
 * differently.
 */
const isKnownBrowser = !process.env['CHROMIUM'] && process.platform === 'linux' && process.arch === 'x64';
/** Stores the picture and compares it with the committed picture. */
function expectKept(title: string, taken: PNG, kept = album): void {
  kept.keep(title, taken);
  if (isKnownBrowser) expect(differing(taken, kept.committed(title))).toBeLessThanOrEqual(MOST_PIXELS);
}

/** The cells of a mail that hold something, by the style that makes them what they are. */
const cellOf = (html: string, style: RegExp): string =>
  html.match(/<td style="[^"]*">.*?<\/td>/gs)!.find((cell) => style.test(cell))!;
const LEAD = /font-size:16px;line-height:1\.5/;
const FOOT = /font-size:13px;line-height:1\.55/;
const innerOf = (cell: string): string => cell.slice(cell.indexOf('>') + 1, cell.lastIndexOf('<'));

test('a mail of signs that go looks as it is drawn, with the drawing’s words where ours differ', async () => {
  const drawing = await readFile(DRAWING, 'utf8');
  const drawn =
    /<table role="presentation" width="100%"[^>]*background:#f4f5f2.*?<\/table><\/td><\/tr><\/table>(?=<\/div>)/s.exec(
      drawing,
    )![0];
  const theirs = await picture(`<!doctype html><meta charset="utf-8"><body style="margin:0">${drawn}`);
  album.keep('offline-drawn', theirs);

  const { html } = MAILS['offline']!;
  // Ours says how things stand (promise N11), and names what ends the mails.
  const standing = /<tr><td style="[^"]*">Now, [^<]*<\/td><\/tr>\n/;
  expect(html).toMatch(standing);
  let worded = html!.replace(standing, '');
  for (const style of [LEAD, FOOT])
    worded = worded.replace(innerOf(cellOf(worded, style)), () => innerOf(cellOf(drawn, style)));
  const ours = await picture(worded);
  const pixels = differing(ours, theirs);
  console.log(`  offline: ${pixels} of ${ours.width * ours.height} pixels differ from the drawing`);
  expect(pixels).toBeLessThanOrEqual(MOST_PIXELS);
});

describe.each(Object.keys(MAILS))('the mail %s', (name) => {
  const html = MAILS[name]!.html!;

  test('looks as in docs/screens/mail, and loads nothing: so it is the same where images are blocked', async () => {
    const { page, asked } = await open(html);
    const blocked = await shot(page);
    await page.close();
    expect(asked).toEqual([]);
    expectKept(name, blocked);
  });

  test('fits a telephone: nothing is cut off, and what is tapped is large enough', async () => {
    const { page } = await open(html, WIDTHS.phone);
    const taken = await shot(page);
    expect(taken.width).toBe(WIDTHS.phone);
    const button = await page.locator('a[style*="inline-block"]').boundingBox();
    expect(button!.height).toBeGreaterThanOrEqual(44);
    expect(button!.x + button!.width).toBeLessThanOrEqual(WIDTHS.phone);
    await page.close();
    if (name === 'offline' || name === 'digest') expectKept(`${name}-phone`, taken);
  });
});

const LINK_PAGES = [
  ...Object.entries(linkPages('Lichterfest 2026', english)),
  ...Object.entries(linkPages('Lichterfest 2026', german)).map(([name, html]) => [`${name}-de`, html] as const),
];
/** These pages also have pictures at telephone width and in dark mode. */
const SHOWN_EVERYWHERE = /^(unsubscribed|muted|expired)(-de)?$/;

test.each(LINK_PAGES)(
  'the page %s behind a link of a mail loads nothing and looks as in docs/screens/mail-links, on a telephone and dark too',
  async (name, html) => {
    for (const [suffix, width, colorScheme] of [
      ['', WIDTHS.desk, 'light'],
      ['-dark', WIDTHS.desk, 'dark'],
      ['-phone', WIDTHS.phone, 'light'],
    ] as const) {
      if (suffix !== '' && !SHOWN_EVERYWHERE.test(name)) continue;
      const { page, asked } = await open(html, width);
      await page.emulateMedia({ colorScheme });
      const taken = await shot(page);
      await page.close();
      expect([asked, taken.width]).toEqual([[], width]);
      expectKept(`${name}${suffix}`, taken, linkAlbum);
    }
  },
);

test('all mails are one family: the same paper, bar, headline, button and small print', async () => {
  const looks = new Set<string>();
  for (const { html } of Object.values(MAILS)) {
    const styleOf = (piece: RegExp): string => piece.exec(html!)![1]!.replace(/(?<=solid )#\w+/, 'its hue');
    looks.add(
      [
        styleOf(/^<table[^>]*style="([^"]*)"/m),
        styleOf(/width="560"[^>]*style="([^"]*)"/),
        styleOf(/<td style="([^"]*)"><h1/),
        styleOf(/style="([^"]*display:inline-block[^"]*)"/),
        styleOf(/<td style="([^"]*font-size:13px[^"]*)"/),
      ].join('\n'),
    );
  }
  expect(looks.size).toBe(1);
});
