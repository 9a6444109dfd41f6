import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { englishWall } from '../words/english-wall.ts';
import { openGallery, type Gallery } from './gallery-server.ts';
import { picture } from './service-and-browser.ts';

/** The wall's map under a wheel and a press, on a slow computer: `ui-wall.html` with 10,000 made-up signs. */

let gallery: Gallery;
let page: Page;
beforeAll(async () => {
  gallery = await openGallery();
});
afterAll(() => gallery.close());
afterEach(() => page.close());

async function open(query: string): Promise<void> {
  page = await gallery.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${gallery.url('ui-wall')}?${query}`);
  await page.getByRole('grid').waitFor();
  await picture(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  // How the picture lies in each frame from now on.
  await page.evaluate(`{
    window.laid = [];
    const look = () => {
      window.laid.push(document.querySelector('canvas').style.transform);
      requestAnimationFrame(look);
    };
    look();
  }`);
}
const laid = () => page.evaluate<string[]>('window.laid');
const pixels = () => page.evaluate<string>("document.querySelector('canvas').toDataURL()");
/** Painted, and the same for longer than changes are held back at first (`repaint-throttle.ts`). */
const atRest = () =>
  page.evaluate<string>(`(async () => {
    let [last, since] = ['', performance.now()];
    while (performance.now() - since < 1_000) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      const canvas = document.querySelector('canvas');
      const now = canvas.toDataURL();
      if (now !== last || document.querySelector('[data-behind]')) [last, since] = [now, performance.now()];
    }
    return document.querySelector('canvas').toDataURL();
  })()`);
async function paintedAnew(): Promise<string> {
  await page.evaluate("document.documentElement.dataset.theme = 'light'");
  await picture(page);
  return pixels();
}
async function overGrid(): Promise<void> {
  const { x, y, width, height } = (await page.getByRole('grid').boundingBox())!;
  await page.mouse.move(x + width * 0.6, y + height * 0.4);
}
async function turn(times: number, by: number): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) await page.mouse.wheel(0, by);
}

test('D1: the wheel has its answer at once, with the picture before laid over the new view; at rest everything is as if it were painted anew', async () => {
  await open('signs=10000');
  await overGrid();
  const before = await pixels();
  await turn(6, -200);
  const near = await atRest();
  expect((await laid()).filter((how) => how.startsWith('translate')).length).toBeGreaterThan(0);
  expect((await laid()).at(-1)).toBe('');
  expect(near === before).toBe(false);
  expect((await paintedAnew()) === near).toBe(true);
  await turn(8, 200);
  expect((await atRest()) === before).toBe(true);
});

test.each(['signs=10000', 'signs=10000&zoom=80'])(
  'D1: %s: of signs that change while everything is painted anew none is lost',
  async (query) => {
    await open(query);
    await overGrid();
    await turn(2, -120);
    await page.evaluate('change(4000)');
    await turn(2, -120);
    await page.evaluate('change(4000)');
    const seen = await atRest();
    expect((await paintedAnew()) === seen).toBe(true);
  },
);

test('D1, D5: while everything is painted anew the keys walk, and the mark of the sign before is gone', async () => {
  await open('signs=10000&zoom=60');
  await overGrid();
  await page.getByRole('grid').focus();
  await turn(1, -120);
  for (let nth = 0; nth < 4; nth += 1) await page.keyboard.press('ArrowRight');
  const seen = await atRest();
  expect((await paintedAnew()) === seen).toBe(true);
});

test('D1: a person who never stops moving the pointer sees signs change all the same', async () => {
  await open('signs=10000');
  const said = () => page.getByRole('heading', { level: 1 }).innerText();
  const before = await said();
  await page.evaluate(`{
    const { left, top } = document.querySelector('canvas').getBoundingClientRect();
    let step = 0;
    const move = () => {
      step += 1;
      const at = { clientX: left + 100 + (step % 200), clientY: top + 100, bubbles: true };
      document.querySelector('[role=grid]').dispatchEvent(new PointerEvent('pointermove', at));
      window.moving = requestAnimationFrame(move);
    };
    move();
    change(4000);
  }`);
  await expect.poll(said).not.toBe(before);
  await page.evaluate('cancelAnimationFrame(window.moving)');
});

test('D5: a peek is there before its address, which follows; closed at once, neither stays', async () => {
  await open('signs=240');
  const peek = page.getByRole('region', { name: /Details of/ });
  const addressOf = () => new URL(page.url()).searchParams.get('peek');
  const [x, y] = await page.evaluate<[number, number]>(`(() => {
    const { left, top } = document.querySelector('canvas').getBoundingClientRect();
    return [left + 30, top + 45];
  })()`);
  await page.mouse.click(x, y);
  await peek.getByRole('button', { name: englishWall.wallActions.refresh }).waitFor();
  await expect.poll(addressOf).not.toBeNull();
  await page.goBack();
  await peek.waitFor({ state: 'detached' });
  await page.goForward();
  await peek.waitFor();
  await page.keyboard.press('Escape');
  await peek.waitFor({ state: 'detached' });
  await expect.poll(addressOf).toBeNull();
  // Opened and closed within a frame.
  await page.evaluate(`{
    const grid = document.querySelector('[role=grid]');
    grid.focus();
    for (let nth = 0; nth < 2; nth += 1)
      grid.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }));
  }`);
  await atRest();
  expect(await peek.count()).toBe(0);
  expect(addressOf()).toBeNull();
});
