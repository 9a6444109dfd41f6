import { join } from 'node:path';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { english } from '../words/english.ts';
import { englishWall } from '../words/english-wall.ts';
import { openGallery, type Gallery } from './gallery-server.ts';
import { inaccessible, picture } from './service-and-browser.ts';

/** The wall while things happen, with made-up signs, on `ui-wall.html`. */

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
async function open(query: string, reducedMotion: 'reduce' | 'no-preference' = 'no-preference'): Promise<Page> {
  const page = await gallery.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion });
  pages.push(page);
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${address}?${query}`);
  await page.getByRole('grid').waitFor();
  await picture(page);
  return page;
}
const pixels = (page: Page) => page.evaluate<string>("document.querySelector('canvas').toDataURL()");
const idOf = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
/** Among the made-up ones. */
const UNSTABLE = 177;
const OFFLINE = { status: 'offline', presence: 'offline', lastSeenAt: '2026-11-14T19:38:12.000Z' };
const become = (page: Page, number: number, state: object) =>
  page.evaluate(`become(${JSON.stringify({ id: idOf(number), ...state })})`);
const isLost = (page: Page) =>
  page.evaluate(
    "void feedIs({ trueUntil: Date.now() - 140_000, step: { is: 'waiting', untilMs: performance.now() + 8_000, why: null, isConnected: false } })",
  );
const isBack = (page: Page) => page.evaluate("void feedIs({ trueUntil: null, step: { is: 'live', expected: 1 } })");

test('N2: back from an absence the wall says first from when to when we were away, and until when verdicts wait; then its headline again', async () => {
  const page = await open('signs=240&away=now');
  const absence = page.getByText(/^Our service was down from [\d:]{8} to [\d:]{8}\. Your signs were not the cause\.$/);
  await absence.waitFor();
  await page.getByText(/^Reports resume at [\d:]{8}/).waitFor();
  await page
    .getByText(`${englishWall.away.lead(60)} 228 of 235 signs have sent a heartbeat again.`, { exact: true })
    .waitFor();
  expect(await page.locator('h1').isVisible()).toBe(false);
  await page.evaluate('void feedIs({ warmUps: [] })');
  await page.locator('h1').waitFor();
  expect(await absence.count()).toBe(0);
});

test('D5: what stands in the headline’s place is the heading of the wall: that it is not live, or that we were away, which needs no script of its own', async () => {
  const page = await open('signs=240');
  const heading = page.getByRole('heading', { level: 1 });
  await isLost(page);
  await heading.getByText(/^Not live since/).waitFor();
  expect(await heading.count()).toBe(1);
  expect(await inaccessible(page)).toEqual([]);
  // The banner's own script never comes.
  let isAsked = false;
  await page.route(/away-banner/, () => void (isAsked = true));
  await page.goto(`${address}?signs=240&away=now`);
  await heading.getByText(english.live.away.start, { exact: true }).waitFor();
  expect(isAsked).toBe(true);
  expect(await heading.count()).toBe(1);
  expect(await inaccessible(page)).toEqual([]);
  await page.unroute(/away-banner/);
});

test('D5: a row of the table keeps its layout and its choice when its sign comes back and goes', async () => {
  const page = await open('signs=240&view=table');
  const id = (await page.locator('[data-sign]').first().getAttribute('data-sign'))!;
  const row = page.locator(`[data-sign="${id}"]`);
  await row.getByRole('checkbox').check();
  const look = (property: string) =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector('[data-sign="${id}"]')).getPropertyValue('${property}')`,
    );
  const laid = async () => [
    await look('padding-inline-start'),
    await look('column-gap'),
    await look('background-color'),
  ];
  const edge = () => look('box-shadow');
  await page.mouse.move(0, 0);
  const before = await laid();
  expect(before[0]).toBe('16px');
  for (const status of ['showing', 'offline']) {
    const was = await edge();
    await page.evaluate(
      `become(${JSON.stringify({ id, status, presence: status === 'offline' ? 'offline' : 'online' })})`,
    );
    await expect.poll(edge).not.toBe(was);
    expect(await laid()).toEqual(before);
  }
});

test.each(['signs=240', 'signs=10000'])(
  'A3: %s: a wall that is not live says since when and is hollow; live again it is as before, with what was chosen, near and looked at',
  async (query) => {
    const address = `${query}&peek=${idOf(4)}&select=${[9, 10, 11, 12, 13, 14, 15].map(idOf).join('.')}&zoom=60&at=${idOf(9)}`;
    const [page, undisturbed] = [await open(address), await open(address)];
    const isAsUndisturbed = async () => (await pixels(page)) === (await pixels(undisturbed));
    // Once both have read their heartbeats.
    await expect.poll(isAsUndisturbed).toBe(true);
    const shown = page.url();
    await isLost(page);
    await page.getByText(/^Not live since/).waitFor();
    await expect.poll(isAsUndisturbed).toBe(false);
    await picture(page);
    await screenshotOf(page, { path: join(gallery.folder, `not-live-${query}.png`) });
    await isBack(page);
    await page.getByText(/^Not live since/).waitFor({ state: 'detached' });
    await expect.poll(isAsUndisturbed).toBe(true);
    expect(page.url()).toBe(shown);
    await page.getByRole('toolbar').getByText(englishWall.map.bar.chosen(7)).waitFor();
    await page.getByRole('region', { name: /Details of/ }).waitFor();
  },
);

test.each(['table', 'cards'])(
  'A3: while the wall is not live the marks of the %s are hollow and without a hue, and who hears the page is told since when',
  async (view) => {
    const page = await open(`signs=240&view=${view}&status=offline`);
    const looks = () =>
      page.evaluate<[string, boolean]>(`{
        const mark = document.querySelector('[data-sign] [data-mark=offline]');
        const ink = document.createElement('i');
        ink.style.color = 'var(--ink-3)';
        document.body.append(ink);
        [getComputedStyle(mark.firstElementChild).fill, getComputedStyle(mark).color === getComputedStyle(ink).color];
      }`);
    const [filled, hasNoHue] = await looks();
    expect([filled === 'none', hasNoHue]).toEqual([false, false]);
    await isLost(page);
    await expect.poll(looks).toEqual(['none', true]);
    const grid = page.getByRole('grid');
    expect(await grid.evaluate((it) => it.ariaDescribedByElements?.[0]?.textContent)).toMatch(/^Not live since/);
    await screenshotOf(page, { path: join(gallery.folder, `not-live-${view}.png`) });
    await isBack(page);
    await expect.poll(looks).toEqual([filled, false]);
  },
);

test('D1: what is peeked at is seen now while its heartbeats come, and after a change when it was heard last', async () => {
  const page = await open(`signs=240&peek=${idOf(30)}`);
  const peek = page.getByRole('region', { name: /Details of/ });
  await become(page, 30, { status: 'showing', presence: 'online', lastSeenAt: '2026-11-14T10:00:00.000Z' });
  await expect.poll(() => peek.locator('dd').first().innerText()).toBe(englishWall.map.peek.heardNow);
  await become(page, 30, OFFLINE);
  await expect.poll(() => peek.locator('dd').first().innerText()).toMatch(/^last seen .*:38:12/);
});

test('D1: a filter with more words than the strip has room for moves nothing, and all of it can be reached', async () => {
  const page = await open('signs=240');
  await page.setViewportSize({ width: 1_100, height: 900 });
  const stands = async () => {
    await picture(page);
    const fit = await page.getByRole('button', { name: englishWall.map.fit, exact: true }).boundingBox();
    return [(await page.getByRole('grid').boundingBox())!.y, fit!.y + fit!.height];
  };
  const before = await stands();
  const filters = page.getByRole('navigation', { name: english.wall.filters }).getByRole('link');
  await filters.filter({ hasText: english.marks.offline }).click();
  expect(await stands()).toEqual(before);
  await page.goto(`${address}?signs=240&status=offline&place=Foyer+Nord`);
  await page.getByRole('grid').waitFor();
  expect(await stands()).toEqual(before);
  expect(before[1]).toBeLessThan(900);
  await filters.last().click();
  await expect.poll(() => new URL(page.url()).searchParams.get('place')).toBeNull();
});

test('D1: at 1280 px a press goes on to the statuses for which the strip has no room', async () => {
  const page = await open('state=map');
  await page.setViewportSize({ width: 1_280, height: 900 });
  const filters = page.getByRole('navigation', { name: english.wall.filters });
  const isWhole = () =>
    filters.evaluate(
      (nav) => nav.lastElementChild!.getBoundingClientRect().right <= nav.getBoundingClientRect().right + 1,
    );
  await expect.poll(isWhole).toBe(false);
  const more = page.getByRole('button', { name: english.wall.moreFilters });
  await more.click();
  await expect.poll(isWhole).toBe(true);
  await screenshotOf(page, { path: join(gallery.folder, 'filters-1280.png') });
});

test('D5: Back goes back to the view before, and closes what was peeked at', async () => {
  const page = await open('signs=240');
  const asked = () => new URL(page.url()).searchParams;
  await page.keyboard.press('3');
  await expect.poll(() => asked().get('view')).toBe('table');
  await page.goBack();
  await expect.poll(() => asked().has('view')).toBe(false);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Space');
  await page.getByRole('region', { name: /Details of/ }).waitFor();
  // The address follows some frames later: before that, Back leaves the page.
  await expect.poll(() => asked().has('peek')).toBe(true);
  await page.goBack();
  await page.getByRole('region', { name: /Details of/ }).waitFor({ state: 'detached' });
  await page.getByRole('grid').waitFor();
});

test('D5: who goes back in the moment of a peek has none, and may go forward again', async () => {
  const page = await open('signs=240');
  const asked = () => new URL(page.url()).searchParams;
  await page.keyboard.press('3');
  await expect.poll(() => asked().get('view')).toBe('table');
  await page.keyboard.press('1');
  await expect.poll(() => asked().get('view')).not.toBe('table');
  await page.getByRole('grid').focus();
  // One task: the address has had no frame to follow in.
  await page.evaluate(`
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }));
    history.back();
  `);
  await expect.poll(() => asked().get('view')).toBe('table');
  await page.goForward();
  await page.getByRole('grid').waitFor();
  expect(asked().has('peek')).toBe(false);
  expect(await page.getByRole('region', { name: /Details of/ }).count()).toBe(0);
});

test.each(['map', 'cards', 'table'])(
  'D5: in the %s J and X work from wherever the focus is, and not in a field',
  async (view) => {
    const page = await open(`signs=240&view=${view}`);
    const find = page.getByRole('searchbox');
    await find.focus();
    await page.keyboard.type('x');
    expect(await page.getByRole('toolbar').count()).toBe(0);
    await find.fill('');
    await page.getByRole('link', { name: englishWall.map.view.map }).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByRole('toolbar').getByText(englishWall.map.bar.chosen(1)).waitFor();
    await page.getByRole('link', { name: englishWall.map.view.map }).focus();
    await page.keyboard.press('k');
    expect(await page.evaluate("document.activeElement.closest('[role=grid]') !== null")).toBe(true);
  },
);

test('D5: the tab stop of the map is a sign that the filter shows, and keys walk from one of these to the next', async () => {
  const page = await open('signs=240&status=offline');
  const cell = page.getByRole('gridcell');
  await expect.poll(() => cell.innerText()).toMatch(/Offline/);
  await page.getByRole('grid').focus();
  for (const key of ['Home', 'ArrowRight', 'ArrowDown', 'End', 'ArrowLeft', 'ArrowUp']) {
    await page.keyboard.press(key);
    await expect.poll(() => cell.innerText()).toMatch(/Offline/);
  }
});

test('D5: after Back the address says what is chosen and near now, not what was when it was left', async () => {
  const page = await open('signs=240');
  const asked = () => new URL(page.url()).searchParams;
  await page.getByRole('grid').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('x');
  await page.keyboard.press('+');
  await expect.poll(() => [asked().has('select'), asked().has('zoom')]).toEqual([true, true]);
  await page.keyboard.press('Space');
  await page.getByRole('region', { name: /Details of/ }).waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('x');
  await page.keyboard.press('0');
  await expect.poll(() => [asked().has('select'), asked().has('zoom')]).toEqual([false, false]);
  await page.goBack();
  await page.getByRole('region', { name: /Details of/ }).waitFor({ state: 'detached' });
  await expect.poll(() => [asked().has('select'), asked().has('zoom')]).toEqual([false, false]);
});

test('D5: the place of a sign that is deleted while somebody points at the map is empty, and is not pressed, chosen or counted', async () => {
  const page = await open(`signs=240&peek=${idOf(30)}`);
  const box = (await page.getByRole('grid').boundingBox())!;
  // Around the sign that is peeked at is a ring.
  const cell = (await page.locator('[data-peeked]').boundingBox())!;
  await page.mouse.move(box.x + 600, box.y + 600);
  await page.keyboard.press('Escape');
  const colours = () =>
    page.evaluate<number>(`{
      const [x, y, width, height] = ${JSON.stringify([cell.x - box.x, cell.y - box.y, cell.width, cell.height].map(Math.round))};
      const { data } = document.querySelector('canvas').getContext('2d').getImageData(x, y, width, height);
      new Set(new Uint32Array(data.buffer)).size;
    }`);
  await expect.poll(colours).toBeGreaterThan(1);
  await page.evaluate(`remove('${idOf(30)}')`);
  await expect.poll(colours).toBe(1);
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-label')).toBe(englishWall.map.label(239, 10));
  await page.mouse.click(cell.x + 20, cell.y + 10);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('toolbar').getByText(englishWall.map.bar.chosen(239)).waitFor();
  expect(await page.getByRole('region', { name: /Details of/ }).count()).toBe(0);
  expect(new URL(page.url()).searchParams.has('peek')).toBe(false);
});

describe('a sign that changes', () => {
  /** How many outlines have been put on the page. */
  const countOutlines = (page: Page) =>
    page.evaluate(`
      globalThis.outlined = 0;
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes) if (node.classList?.contains('notice-once')) outlined += 1;
      }).observe(document.querySelector('[role=grid]'), { childList: true, subtree: true });
    `);
  const outlined = (page: Page) => page.evaluate<number>('outlined');

  test('D5: is outlined once where it stands, and nothing else moves', async () => {
    const page = await open('signs=240');
    await countOutlines(page);
    await become(page, 30, OFFLINE);
    await expect.poll(() => outlined(page)).toBe(1);
    await expect.poll(() => page.locator('.notice-once').count()).toBe(0);
    await become(page, 30, { screenshotAt: '2026-11-14T19:38:12.000Z' });
    await picture(page);
    expect(await outlined(page)).toBe(1);
  });

  test('D5: is not outlined where more than 20 change a second, nor where motion is reduced', async () => {
    const page = await open('signs=240');
    const outlinesAfter = (many: number) =>
      page.evaluate<number>(`
        for (let number = 30; number < ${30 + many}; number += 1)
          become({ ...${JSON.stringify(OFFLINE)}, id: '${idOf(0).slice(0, -2)}' + number.toString(16) });
        document.querySelectorAll('.notice-once').length
      `);
    expect(await outlinesAfter(21)).toBe(0);
    const still = await open('signs=240', 'reduce');
    await countOutlines(still);
    await become(still, 30, OFFLINE);
    await picture(still);
    expect(await outlined(still)).toBe(0);
  });
});

test('D5: what is chosen comes into the address while signs change four times a second', async () => {
  const page = await open('signs=240&rate=400');
  await page.getByRole('grid').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('x');
  await expect.poll(() => new URL(page.url()).searchParams.get('select')).not.toBeNull();
});

test('D5, M1: what is typed for chosen signs stays where another view fits, and where the filter leaves no sign', async () => {
  const page = await open('signs=12&status=showing');
  const current = (view: string) =>
    page.getByRole('link', { name: view, includeHidden: true }).getAttribute('aria-current');
  const { cards, map } = englishWall.map.view;
  await expect.poll(() => current(cards)).toBe('true');
  await page.getByRole('gridcell').first().focus();
  await page.keyboard.press('x');
  await page.getByRole('toolbar').getByRole('button', { name: englishWall.sign.content.button }).click();
  const url = page.getByRole('dialog').getByRole('textbox', { name: englishWall.sign.content.url });
  await url.fill('https://example.org/kept');
  await page.mouse.move(2, 2);
  await page.setViewportSize({ width: 1440, height: 500 });
  await expect.poll(() => current(map)).toBe('true');
  expect(await url.inputValue()).toBe('https://example.org/kept');
  for (let number = 0; number < 12; number += 1) await become(page, number, OFFLINE);
  await page.getByText(english.wall.nothing.title(english.marks.showing, null, '')).waitFor();
  expect(await url.inputValue()).toBe('https://example.org/kept');
  await page.keyboard.press('Escape');
  await page.getByRole('toolbar').getByText(englishWall.map.bar.chosen(1)).waitFor();
});

test('D5: another window takes no view away from who has the focus in it', async () => {
  const page = await open('signs=12');
  await page.getByRole('gridcell').first().focus();
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.waitForFunction('innerHeight === 500');
  await picture(page);
  expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe('gridcell');
});

describe('what is wrong', () => {
  const rail = (page: Page) => page.getByRole('complementary', { name: englishWall.map.wrong.title });
  const titles = (page: Page) => rail(page).getByRole('heading', { level: 3 }).allInnerTexts();

  test('D1: never stands under the name of another place, though a patch is listed some frames after its message', async () => {
    const page = await open('signs=240');
    const before = await titles(page);
    await page.evaluate(`
      globalThis.listed = [];
      const rail = document.querySelector('aside');
      const note = () => listed.push([...rail.querySelectorAll('h2, h3')].map(({ innerText }) => innerText));
      new MutationObserver(note).observe(rail, { childList: true, subtree: true, characterData: true });
      history.pushState(null, '', '?signs=240&place=Foyer+Nord');
      dispatchEvent(new PopStateEvent('popstate'));
    `);
    await rail(page).getByRole('heading', { level: 2, name: 'Foyer Nord' }).waitFor();
    const after = ['Foyer Nord', ...(await titles(page))];
    expect(after.slice(1)).not.toEqual(before);
    for (const [title, ...causes] of await page.evaluate<string[][]>('listed'))
      if (title === 'Foyer Nord') expect([title, ...causes]).toEqual(after);
  });

  test('D1: where one sign leaves a cause and another joins it, only texts change, and no element is made anew', async () => {
    const page = await open('signs=240');
    const FAILED = { status: 'content_error', contentState: 'error' };
    const [leaving, joining] = [60, 70].map((number) => ({ id: idOf(number) }));
    await become(page, 70, { name: 'Joins' });
    for (const number of [60, 80, 90, 100]) await become(page, number, { ...FAILED, name: `Failed ${number}` });
    const causes = () => rail(page).getByRole('listitem').allTextContents();
    const isNamed = async (name: string) => (await causes()).some((text) => text.includes(name));
    await expect.poll(() => isNamed('Failed 100')).toBe(true);
    const before = await causes();
    await page.evaluate(`
      globalThis.seen = { made: [], texts: 0 };
      new MutationObserver((all) => {
        seen.texts += all.filter(({ type }) => type === 'characterData').length;
        const made = all.flatMap(({ addedNodes }) => [...addedNodes]).filter(({ nodeType }) => nodeType === 1);
        seen.made.push(...made.map(({ outerHTML }) => outerHTML));
      }).observe(document.querySelector('aside'), { childList: true, subtree: true, characterData: true });
      become(${JSON.stringify({ ...leaving, status: 'showing', contentState: 'showing' })});
      become(${JSON.stringify({ ...joining, ...FAILED })});
    `);
    await expect.poll(() => isNamed('Joins')).toBe(true);
    expect(await isNamed('Failed 60')).toBe(false);
    expect((await causes()).length).toBe(before.length);
    expect(await page.evaluate('seen')).toEqual({ made: [], texts: expect.any(Number) });
    expect(await page.evaluate<number>('seen.texts')).toBeGreaterThan(0);
  });

  test('D1: stands still while somebody reads it: what ended is struck through, what is new waits and is counted', async () => {
    const page = await open('signs=240');
    await rail(page)
      .getByRole('heading', { name: /Gang 14/ })
      .hover();
    const before = (await titles(page)).length;
    await become(page, UNSTABLE, { unstable: false });
    await rail(page).getByText(englishWall.map.wrong.over, { exact: true }).waitFor();
    await become(page, 100, OFFLINE);
    const fresh = rail(page).getByRole('button', { name: englishWall.map.wrong.fresh(1) });
    await fresh.waitFor();
    expect(await titles(page)).toHaveLength(before);
    await screenshotOf(page, { path: join(gallery.folder, 'rail.png') });
    await page.mouse.move(1_000, 600);
    await fresh.waitFor({ state: 'detached' });
    expect(await titles(page)).toHaveLength(before);
    expect(await rail(page).getByText(englishWall.map.wrong.over, { exact: true }).count()).toBe(0);
  });
});

test('K5: no page threw anything', () => expect(complaints).toEqual([]));
