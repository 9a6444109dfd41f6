import { join } from 'node:path';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { english } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';
import { openGallery, type Gallery } from './gallery-server.ts';
import { inaccessible, picture } from './service-and-browser.ts';

/** The wall's map with made-up signs, on `ui-wall.html`. */

let gallery: Gallery;
let address: string;
const complaints: string[] = [];

beforeAll(async () => {
  gallery = await openGallery();
  console.log(`  pictures of this run: ${gallery.folder}`);
  address = gallery.url('ui-wall');
});
afterAll(() => gallery.close());

const pages: Page[] = [];
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()));
});
async function open(
  query: string,
  more: { width?: number; colorScheme?: 'light' | 'dark'; cut?: RegExp } = {},
): Promise<Page> {
  const { width = 1440, colorScheme = 'light', cut } = more;
  const page = await gallery.newPage({ viewport: { width, height: 900 }, colorScheme });
  pages.push(page);
  if (cut) await page.route(cut, (route) => route.abort());
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${address}?${query}`);
  await page.getByRole('grid').waitFor();
  await picture(page);
  return page;
}
const grid = (page: Page) => page.getByRole('grid');
const cell = (page: Page) => page.getByRole('gridcell');
const chosen = (page: Page) => page.getByRole('toolbar');
const asked = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
/** The pixels of the map. */
const pixels = (page: Page) => page.evaluate<string>("document.querySelector('canvas').toDataURL()");
const idOf = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

describe('the map', () => {
  test.each(['signs=10000', 'signs=240', `signs=10000&zoom=72&at=${idOf(5_000)}`])(
    'D1: %s: signs that change are painted as if everything were painted anew, and nothing moves',
    async (query) => {
      const page = await open(query);
      const before = await pixels(page);
      // Some hundred changes of ten thousand may all be of signs that are not seen.
      await page.evaluate('change(4000)');
      await picture(page);
      const changed = await pixels(page);
      expect(changed === before).toBe(false);
      await page.evaluate("document.documentElement.dataset.theme = 'light'");
      await picture(page);
      expect((await pixels(page)) === changed).toBe(true);
    },
  );

  test('D1: zooming paints, and makes the list of what is wrong neither anew nor once more', async () => {
    const page = await open('signs=240');
    await page.evaluate(`{
      const { cloneNode } = Node.prototype;
      window.made = 0;
      Node.prototype.cloneNode = function (isDeep) {
        if (this.tagName === 'ASIDE') window.made += 1;
        return cloneNode.call(this, isDeep);
      };
    }`);
    await grid(page).focus();
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await expect.poll(() => asked(page)['zoom']).toBeDefined();
    expect(await page.evaluate('window.made')).toBe(0);
    // The view is made anew, and its list with it: so it is counted as it should be.
    await page.keyboard.press('3');
    await page.locator('canvas').first().waitFor({ state: 'detached' });
    await page.keyboard.press('1');
    await expect.poll(() => page.evaluate('window.made')).toBe(1);
  });

  test('D1: says in words what is wrong: the headline, and each cause with its signs', async () => {
    const page = await open('signs=240');
    const said = await page.getByRole('heading', { level: 1 }).innerText();
    expect(said).toMatch(/^6 signs are offline\. All affected signs are in .*Foyer Nord/);
    const causes = page.getByRole('complementary', { name: englishWall.map.wrong.title });
    await causes.getByRole('heading', { name: /Foyer Nord.*: 6 of 18 offline/ }).waitFor();
    expect(
      await causes
        .getByRole('listitem')
        .filter({ hasText: /^Säule 0\d$/ })
        .count(),
    ).toBe(6);
    expect(await grid(page).getAttribute('aria-label')).toBe(englishWall.map.label(240, 10));
  });

  test('D1: a wheel takes the lens of the sign in focus away, and it is back when the map rests', async () => {
    const page = await open('signs=10000');
    const lens = page.locator('[data-lens]');
    await grid(page).focus();
    await page.keyboard.press('ArrowRight');
    await lens.waitFor();
    const box = (await page.locator('canvas').first().boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.evaluate(`
      globalThis.wasGone = false;
      new MutationObserver(() => (wasGone ||= !document.querySelector('[data-lens]'))).observe(document.body, { attributes: true, childList: true, subtree: true });
    `);
    await page.mouse.wheel(0, -120);
    await expect.poll(() => page.evaluate('wasGone')).toBe(true);
    await lens.waitFor();
  });

  test('D1: a zoom that goes on is answered by the picture before, and painted now and then and when it rests', async () => {
    const page = await open('signs=10000');
    // How many pictures are begun, and how many are whole, by the time.
    await page.evaluate(`
      globalThis.begun = [];
      globalThis.whole = [];
      const { fillRect } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillRect = function (x, y, wide, high) {
        if (wide === this.canvas.width && high === this.canvas.height) begun.push(performance.now());
        return fillRect.call(this, x, y, wide, high);
      };
      const turned = ([...changes]) => changes.some(({ addedNodes }) => [...addedNodes].some(({ tagName }) => tagName === 'CANVAS'));
      new MutationObserver((changes) => turned(changes) && whole.push(performance.now())).observe(document.querySelector('[role=grid]'), { childList: true });
      globalThis.zoom = async (ms) => {
        const grid = document.querySelector('[role=grid]');
        const { left, top } = grid.getBoundingClientRect();
        const from = performance.now();
        for (let turn = 0; performance.now() - from < ms; turn += 1) {
          const deltaY = turn % 20 < 10 ? -20 : 20;
          grid.dispatchEvent(new WheelEvent('wheel', { deltaY, clientX: left + 300, clientY: top + 300, bubbles: true, cancelable: true }));
          await new Promise(requestAnimationFrame);
        }
        return { from, until: performance.now() };
      };`);
    const { from, until } = await page.evaluate<{ from: number; until: number }>('zoom(3000)');
    const [begun, whole] = await page.evaluate<[number[], number[]]>('[begun, whole]');
    // The first turn may be all there is; the pictures after it are 600 ms apart.
    expect(begun.filter((at) => at < from + 500).length).toBeLessThanOrEqual(1);
    expect(begun.length).toBeLessThanOrEqual(2 + (until - from) / 600);
    expect(whole.filter((at) => at > from + 500 && at < until).length).toBeGreaterThan(0);
    await page.waitForFunction("!document.querySelector('[data-behind]')");
    expect(await page.evaluate<number>('whole.at(-1)')).toBeGreaterThan(until);
  });

  test('D5: a peek that is closed stays unseen: no key, no tab stop and nothing to scroll to, in whatever window', async () => {
    const page = await open('signs=240');
    const made = page.locator('section.invisible');
    await made.waitFor({ state: 'attached' });
    const peek = page.getByRole('region', { name: /Details of/ });
    const isScrolled = () =>
      page.evaluate(
        'document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight',
      );
    expect(await peek.count()).toBe(0);
    expect(await isScrolled()).toBe(false);
    const box = (await page.locator('canvas').first().boundingBox())!;
    await page.mouse.click(box.x + box.width - 40, box.y + 60);
    await peek.waitFor();
    const sent = () => page.evaluate<string[]>('calls.map(({ key }) => key)');
    await page.keyboard.press('p');
    expect(await sent()).toEqual(['POST /api/signs/:id/commands']);
    await page.keyboard.press('Escape');
    await made.waitFor({ state: 'attached' });
    await page.keyboard.press('p');
    expect((await sent()).length).toBe(1);
    expect(await peek.count()).toBe(0);
    await page.setViewportSize({ width: 1100, height: 900 });
    await expect.poll(isScrolled).toBe(false);
    expect(await page.evaluate("document.activeElement.closest('section.invisible') === null")).toBe(true);
  });

  test('D5: keys alone walk, look, choose, zoom, and go back step by step', async () => {
    const page = await open('signs=240');
    await grid(page).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    const first = await cell(page).innerText();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => cell(page).innerText()).not.toBe(first);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => cell(page).innerText()).toBe(first);
    await page.keyboard.press('j');
    await expect.poll(() => cell(page).innerText()).toMatch(/Offline/);
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowRight');
    await chosen(page).getByText(englishWall.map.bar.chosen(2)).waitFor();
    await expect.poll(() => asked(page)['select']).toMatch(/\./);
    await page.keyboard.press('+');
    await expect.poll(() => asked(page)['zoom']).toBeDefined();
    await page.keyboard.press('Space');
    await page.getByRole('region', { name: /Details of/ }).waitFor();
    await expect.poll(() => asked(page)['peek']).toBeDefined();

    await page.keyboard.press('Escape');
    await expect.poll(() => asked(page)['peek']).toBeUndefined();
    await page.keyboard.press('Escape');
    await expect.poll(() => asked(page)['select']).toBeUndefined();
    await page.keyboard.press('Escape');
    await expect.poll(() => asked(page)['zoom']).toBeUndefined();
    expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe('grid');
  });

  test('D5: its address alone shows another person the same: what is chosen, peeked at, near and filtered', async () => {
    const query = `signs=240&status=offline&peek=${idOf(4)}&select=${[9, 10, 11, 12, 13, 14, 15].map(idOf).join('.')}&zoom=120&at=${idOf(9)}`;
    const page = await open(query);
    await chosen(page).getByText(englishWall.map.bar.chosen(7)).waitFor();
    await page.getByRole('region', { name: /Säule 05/ }).waitFor();
    const other = await open(new URL(page.url()).search.slice(1));
    // Once both have read their heartbeats.
    await expect.poll(async () => (await pixels(other)) === (await pixels(page))).toBe(true);
  });

  test('D5: a rectangle chooses the signs in it, and with Shift more; a press peeks', async () => {
    const page = await open('signs=240');
    const box = (await grid(page).boundingBox())!;
    const drag = async (from: [number, number], to: [number, number]) => {
      await page.mouse.move(box.x + from[0], box.y + from[1]);
      await page.mouse.down();
      await page.mouse.move(box.x + to[0], box.y + to[1], { steps: 4 });
      await page.mouse.up();
    };
    await drag([4, 20], [200, 90]);
    const text = await chosen(page).locator('b').innerText();
    const many = Number(/\d+/.exec(text)![0]);
    expect(many).toBeGreaterThan(1);
    await page.keyboard.down('Shift');
    await drag([300, 20], [420, 90]);
    await page.keyboard.up('Shift');
    await expect
      .poll(async () => Number(/\d+/.exec(await chosen(page).locator('b').innerText())![0]))
      .toBeGreaterThan(many);
    await page.getByRole('button', { name: englishWall.map.bar.drop }).click();
    await page.mouse.click(box.x + 30, box.y + 40);
    await page.getByRole('region', { name: /Details of/ }).waitFor();
  });

  test('D5: while the pointer is inside nothing moves: who comes waits, who goes leaves the place empty', async () => {
    const page = await open('signs=240');
    const box = (await grid(page).boundingBox())!;
    await page.mouse.move(box.x + 600, box.y + 600);
    await grid(page).focus();
    await page.keyboard.press('End');
    const last = await cell(page).innerText();
    await page.evaluate("add('Aaa', 'Aaa')");
    await page.getByRole('button', { name: englishWall.map.waiting(1) }).waitFor();
    await expect.poll(() => cell(page).innerText()).toBe(last);
    expect(await grid(page).getAttribute('aria-label')).toBe(englishWall.map.label(240, 10));
    await page.getByRole('button', { name: englishWall.map.waiting(1) }).click();
    await expect.poll(() => grid(page).getAttribute('aria-label')).toBe(englishWall.map.label(241, 11));
    await expect.poll(() => cell(page).innerText()).toBe(last);
  });

  test('D1: a part whose script cannot be fetched takes nothing else away, and the page says how to get it', async () => {
    const page = await open('signs=240', { cut: /assets\/(pointer-tooltip|sign-popover)-/ });
    const box = (await grid(page).boundingBox())!;
    // The lens is asked for by pointing: nobody is told that it did not come.
    const noLens = page.waitForEvent('requestfailed', (request) => request.url().includes('assets/pointer-tooltip-'));
    await page.mouse.move(box.x + 30, box.y + 40);
    await noLens;
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.mouse.click(box.x + 30, box.y + 40);
    const said = page.getByRole('alert').filter({ hasText: english.states.ourFault.part });
    await said.waitFor();
    await grid(page).focus();
    await page.keyboard.press('End');
    await expect.poll(() => cell(page).count()).toBe(1);
    await page.unroute(/assets\/(pointer-tooltip|sign-popover)-/);
    await said.getByRole('button', { name: english.states.ourFault.loadAnew }).click();
    await page.getByRole('region', { name: /Details of/ }).waitFor();
    expect(await said.count()).toBe(0);
  });

  test('U20: the zoom buttons of a whole map stay in reach of keys and say why they do nothing', async () => {
    const page = await open('signs=240');
    const toasts = page.getByRole('region', { name: english.shell.toasts.region });
    for (const name of [englishWall.map.zoomOut, englishWall.map.fit]) {
      const button = page.getByRole('button', { name, exact: true });
      await button.focus();
      expect(await button.getAttribute('aria-disabled')).toBe('true');
      await page.keyboard.press('Enter');
      await toasts.getByText(englishWall.map.isWhole).first().waitFor();
    }
    await page.getByRole('button', { name: englishWall.map.zoomIn, exact: true }).click();
    const fit = page.getByRole('button', { name: englishWall.map.fit, exact: true });
    await expect.poll(() => fit.getAttribute('aria-disabled')).toBe('false');
    await fit.click();
    await expect.poll(() => fit.getAttribute('aria-disabled')).toBe('true');
  });

  test('U22: a plate in trouble is painted with its whole name, on two lines', async () => {
    const page = await open('signs=240');
    await page.evaluate(`(() => {
      const own = CanvasRenderingContext2D.prototype.fillText;
      window.painted = [];
      CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
        window.painted.push(text);
        return own.call(this, text, ...at);
      };
    })()`);
    for (const [number, name] of ['Künstlergarderobe 12', 'Stellwand Süd 3'].entries()) {
      await page.evaluate('void (painted.length = 0)');
      const offline = { id: idOf(100 + number), name, status: 'offline', presence: 'offline' };
      await page.evaluate(`become(${JSON.stringify(offline)})`);
      // Without the hyphens of words that are broken inside.
      const letters = async () => (await page.evaluate<string[]>('painted')).join('').replaceAll(/[-\s]/g, '');
      await expect.poll(letters).toContain(name.replaceAll(' ', ''));
    }
  });

  test.each(['light', 'dark'] as const)(
    'D5: axe-core finds nothing wrong in the %s theme, and nothing is cut off',
    async (colorScheme) => {
      for (const width of [1440, 390, 320]) {
        const page = await open(`signs=240&peek=${idOf(4)}&select=${idOf(9)}`, { width, colorScheme });
        await screenshotOf(page, { path: join(gallery.folder, `wall-${width}-${colorScheme}.png`) });
        expect(await inaccessible(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      }
    },
  );
});

test('K5: no page threw anything', () => expect(complaints).toEqual([]));
