import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { english } from '../claiming/testing/words.ts';
import { wayOf } from './design-phone-models.ts';
import { openGallery, type Gallery } from './gallery-server.ts';
import { othersOf } from './phone-extra-states.ts';
import { refusalsOf } from './phone-refusals.ts';
import { inaccessible, picture, rest } from './service-and-browser.ts';

/** The phone's screens in other sizes, languages, with other names, and under other hands than they are drawn for. */

let gallery: Gallery;

beforeAll(async () => {
  gallery = await openGallery();
  console.log(`  pictures of this run: ${gallery.folder}`);
});
afterAll(async () => {
  await gallery.close();
});

const THEMES = ['light', 'dark'] as const;
/** `UPDATE_SCREENS=1` keeps a picture of each, for eyes. */
const KEEPS = process.env['UPDATE_SCREENS'] === '1';
const PHONE = { width: 360, height: 780 };
const ALL = Object.keys({ ...wayOf(english), ...refusalsOf(english), ...othersOf(english) });

async function openAs(path: string, options: BrowserContextOptions): Promise<Page> {
  const page = await gallery.newPage({ viewport: PHONE, ...options });
  await page.goto(`${gallery.url('ui-phone')}${path}#start`);
  return page;
}

/** Another screen, once it and its fonts are drawn, and its buttons take taps. */
async function show(page: Page, name: string): Promise<void> {
  await page.evaluate(`location.hash = '${name}'`);
  await page.locator(`body[data-shown="${name}"]`).waitFor();
  await page.evaluate('document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(done)))');
  await rest(page);
}

/** Lines that are wider than the page, and targets smaller than 48 px (a finger that misses by 23 px still hits). */
const MISFITS = `(() => {
  const found = [];
  const wider = document.documentElement.scrollWidth - innerWidth;
  if (wider > 0) found.push('the page is ' + wider + ' px too wide');
  for (const target of document.querySelectorAll('nav a, main a, button:not(:disabled), main input:not(.code-input), label:has(input[type=file])')) {
    target.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, top, width, height } = target.getBoundingClientRect();
    const name = target.textContent || target.getAttribute('aria-label') || target.name;
    if (left < -1 || left + width > innerWidth + 1) found.push(name + ' is cut off');
    for (const [x, y] of [[0, -23], [0, 23], [-23, 0], [23, 0]]) {
      const at = document.elementFromPoint(left + width / 2 + x, top + height / 2 + y);
      if (at !== target && !target.contains(at)) found.push(name + ' is missed ' + x + ', ' + y);
    }
  }
  return found;
})()`;

describe.each([
  { lang: 'en', width: 360, height: 780, text: 100 },
  { lang: 'en', width: 320, height: 568, text: 100 },
  { lang: 'de', width: 320, height: 568, text: 100 },
  { lang: 'de', width: 320, height: 568, text: 200 },
  { lang: 'de', width: 740, height: 360, text: 100 },
])('$lang, $width × $height, text at $text %', ({ lang, width, height, text }) => {
  test('D3: nothing is cut off, and every target takes a finger of 48 px', async () => {
    const page = await openAs(`?lang=${lang}`, { viewport: { width, height }, colorScheme: 'dark' });
    await page.addStyleTag({ content: `html { font-size: ${text}% }` });
    for (const name of ALL) {
      await show(page, name);
      if (KEEPS)
        writeFileSync(
          join(gallery.folder, `${name}-${lang}-${width}-${text}.png`),
          PNG.sync.write(await picture(page)),
        );
      expect.soft(await page.evaluate(MISFITS), name).toEqual([]);
    }
    await page.close();
  });
});

/** What of the keypad's screen cannot be seen without scrolling. */
const UNSEEN = `[...document.querySelectorAll('.keypad > button, .code-input, button[type=submit]')].filter((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || (one.matches('button:not(:disabled)') &&
    !one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)));
}).map((one) => one.textContent || one.localName)`;

test('D3: on a phone on its side the code’s places, every key and the button below are seen at once', async () => {
  const page = await openAs('?lang=de', {});
  for (const [width, height] of [
    [844, 390],
    [667, 320],
    [568, 320],
  ] as const) {
    await page.setViewportSize({ width, height });
    await show(page, 'type');
    expect.soft(await page.evaluate(UNSEEN), `${width} × ${height}`).toEqual([]);
  }
  await page.close();
});

/** The luminance of a pixel (WCAG 2). */
const luminanceOf = (rgb: readonly number[]): number => {
  const [red, green, blue] = rgb.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
};

/** The pixels of a box, each as `red,green,blue`, and how many there are of each. */
function coloursIn(
  { data, width }: PNG,
  box: { x: number; y: number; width: number; height: number },
): Map<string, number> {
  const found = new Map<string, number>();
  for (let y = Math.ceil(box.y); y < Math.floor(box.y + box.height); y += 1) {
    for (let x = Math.ceil(box.x); x < Math.floor(box.x + box.width); x += 1) {
      const at = 4 * (y * width + x);
      const colour = data.subarray(at, at + 3).join(',');
      found.set(colour, (found.get(colour) ?? 0) + 1);
    }
  }
  return found;
}

test.each([
  ['upright', PHONE],
  ['on its side', { width: 844, height: 390 }],
])(
  'D3: on a phone %s, what stands on the camera’s picture is read also where the picture is white',
  async (_, viewport) => {
    const page = await openAs('', { viewport });
    await show(page, 'scan');
    await page.addStyleTag({
      content:
        '.viewfinder > :first-child, .viewfinder > :first-child * { background: #fff !important; visibility: hidden } .viewfinder { background: #fff !important }',
    });
    const seen = await picture(page);
    if (KEEPS) writeFileSync(join(gallery.folder, `on-white-${viewport.width}.png`), PNG.sync.write(seen));
    for (const on of ['.viewfinder header p', '.viewfinder h1 span', '.viewfinder main button']) {
      const colours = coloursIn(seen, (await page.locator(on).last().boundingBox())!);
      const [ground] = [...colours].toSorted(([, one], [, other]) => other - one);
      const contrast = 1.05 / (luminanceOf(ground![0].split(',').map(Number)) + 0.05);
      expect.soft(contrast, on).toBeGreaterThan(4.5);
    }
    await page.close();
  },
);

describe.each(THEMES)('%s, in German', (colorScheme) => {
  test('D5: axe-core finds nothing wrong with any screen, drawn or not', async () => {
    const page = await openAs('?lang=de', { colorScheme });
    for (const name of ALL) {
      await show(page, name);
      expect.soft(await inaccessible(page), name).toEqual([]);
    }
    await page.close();
  });
});

test('D5: each screen begins with the focus at its headline, or in the field that waits', async () => {
  const page = await openAs('', {});
  for (const name of ALL) {
    await show(page, name);
    // It comes after the paint.
    const focused = () => page.evaluate<string>('document.activeElement.localName');
    await expect.poll(focused, { message: name }).toBe(name.startsWith('form') ? 'input' : 'h1');
  }
  await page.close();
});

test('D6: the code blinks once a second, counted from the sign’s own start; with reduced motion nothing moves', async () => {
  const page = await openAs('', {});
  await show(page, 'found');
  await page.locator('.code-blinking').waitFor();
  const ground = (atMs: number) =>
    page.evaluate<string>(`(() => {
      const plate = document.querySelector('.code-blinking');
      const [blinking] = plate.getAnimations();
      if (blinking.startTime !== 0) return 'began at ' + blinking.startTime;
      blinking.currentTime = ${atMs};
      const seen = getComputedStyle(plate).backgroundColor;
      blinking.startTime = 0;
      return seen;
    })()`);
  const bright = await ground(100);
  expect(await ground(499)).toBe(bright);
  expect(await ground(501)).not.toBe(bright);
  expect(await ground(999)).not.toBe(bright);
  expect(await ground(7_001)).toBe(bright);
  await page.close();

  const still = await openAs('', { reducedMotion: 'reduce' });
  for (const name of ['found', 'type', 'load']) {
    await show(still, name);
    expect(await still.evaluate('document.getAnimations().length')).toBe(0);
  }
  await still.close();
});

test('D3: a keyboard, a paste and the keypad type the same; letters that no code has are taken for those they look like', async () => {
  const page = await openAs('', {});
  await show(page, 'type');
  for (const key of ['4', 'q', 'o', 'I', 'l', 'u', 'Backspace']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Z', exact: true }).click();
  await page.getByRole('button', { name: english.claiming.type.remove }).click();
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '4qb-50c');
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);
  expect(await page.evaluate('sent')).toEqual([
    ...['4', 'Q', '0', '1', '1'].map((key) => ({ type: 'key', key })),
    { type: 'delete-key' },
    { type: 'key', key: 'Z' },
    { type: 'delete-key' },
    { type: 'paste-code', text: '4qb-50c' },
  ]);
  await page.close();
});
