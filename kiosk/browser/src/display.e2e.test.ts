import { good } from '@sign-display/testing/service';
import type { SignSettings } from '@sign-display/contracts/common-schemas';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startForeignPages, type ForeignPages } from './testing/foreign-pages.ts';
import { openTabs, type Tabs } from './testing/tabs.ts';

/** How a sign in a tab uses the display: it keeps it on, fills it, and turns its page. */

let tabs: Tabs;
let pages: ForeignPages;
beforeAll(async () => {
  [tabs, pages] = await Promise.all([openTabs({ PRIVATE_PAGES: 'loopback' }), startForeignPages()]);
});
afterAll(() => Promise.all([tabs.close(), pages.stop()]));

const shown = (page: Page) => page.locator('.pages iframe.in-front');

describe('the wake lock', () => {
  /** Collects the browser's own locks, and can hide the tab: no API of the browser does that to a tab under test. */
  const COLLECTS_LOCKS = `if (isSecureContext) {
    window.wakeLocks = [];
    const { request } = navigator.wakeLock;
    navigator.wakeLock.request = async (type) => {
      const lock = await request.call(navigator.wakeLock, type);
      window.wakeLocks.push(lock);
      return lock;
    };
    let state = 'visible';
    Object.defineProperty(document, 'visibilityState', { get: () => state });
    window.become = (next) => {
      state = next;
      document.dispatchEvent(new Event('visibilitychange'));
    };
  }`;
  const HELD = 'window.wakeLocks.filter(({ released }) => !released).length';

  test('a visible tab keeps the display on, and requests the lock again after it was hidden', async () => {
    const context = await tabs.newContext({ permissions: ['screen-wake-lock'] }, COLLECTS_LOCKS);
    const page = await tabs.openSign(context);
    await expect.poll(() => page.evaluate(HELD)).toBe(1);
    // As a browser does, which releases the locks of a hidden tab.
    await page.evaluate(`(async () => {
      window.become('hidden');
      for (const lock of window.wakeLocks) await lock.release();
    })()`);
    expect(await page.evaluate(HELD)).toBe(0);
    await page.evaluate(`window.become('visible')`);
    await expect.poll(() => page.evaluate(HELD)).toBe(1);
    await context.close();
  });

  test('a browser that refuses the lock still has a sign', async () => {
    // Without the permission, headless Chromium refuses.
    const context = await tabs.newContext({}, COLLECTS_LOCKS);
    const page = await tabs.openSign(context);
    expect(await tabs.codeOf(page)).toHaveLength(6);
    expect(await page.evaluate(HELD)).toBe(0);
    await context.close();
  });
});

const isFull = (page: Page, expected: boolean) =>
  expect.poll(() => page.evaluate('document.fullscreenElement === document.documentElement')).toBe(expected);

test('the button fills the display, is gone while it is filled and over a page, and is back afterwards', async () => {
  const context = await tabs.newContext();
  const page = await tabs.openSign(context);
  const code = await tabs.codeOf(page);
  const button = page.getByRole('button', { name: 'Full screen' });
  await button.click();
  await isFull(page, true);
  await button.waitFor({ state: 'detached' });
  await page.evaluate('document.exitFullscreen()');
  await button.waitFor();
  await button.focus();
  await page.keyboard.press('Enter');
  await isFull(page, true);
  await tabs.claim(code, { url: pages.url('good') });
  await shown(page).waitFor();
  await isFull(page, true);
  await page.evaluate('document.exitFullscreen()');
  await isFull(page, false);
  expect(await button.count()).toBe(0);
  await context.close();
});

describe('the settings rotation and zoom', () => {
  const VIEWPORT = { width: 1_000, height: 600 };
  /** A spot near the top left corner of the page: where it is in the window, for each rotation. */
  const SPOT = { across: 40, down: 20 };

  async function set(id: string, settings: SignSettings): Promise<void> {
    const { owner } = tabs.service;
    const { version } = good(await owner.call('GET /api/signs/:id', { params: { id } })).body;
    good(await owner.call('PATCH /api/signs/:id', { params: { id }, body: { settings }, ifMatch: version }));
  }

  test.each([
    [0, 1, 'left 40, top 20', [40, 20]],
    [90, 1, 'right 20, top 40', [980, 40]],
    [180, 1, 'right 40, bottom 20', [960, 580]],
    [270, 1, 'left 20, bottom 40', [20, 560]],
    [90, 2, 'twice as far from the corner', [960, 80]],
  ] as const)(
    'turned by %d degrees and %d times as large, a page fills the window, and its spot is at %s',
    async (rotation, zoom, _, [x, y]) => {
      const context = await tabs.newContext({ viewport: VIEWPORT });
      const page = await tabs.openSign(context);
      const { id } = await tabs.claim(await tabs.codeOf(page), { url: pages.url('clicks') });
      await shown(page).waitFor();
      await set(id, { rotation, zoom });
      const [across, down] = rotation % 180 === 0 ? [1_000, 600] : [600, 1_000];
      const size = `${across / zoom}, ${down / zoom}`;
      await expect
        .poll(() => shown(page).evaluate((frame) => `${frame.clientWidth}, ${frame.clientHeight}`))
        .toBe(size);
      expect(await shown(page).boundingBox()).toEqual({ x: 0, y: 0, ...VIEWPORT });
      const before = pages.reports('click: ').length;
      await page.mouse.click(x, y);
      expect(await pages.reported('click: ', before + 1)).toBe(`click: ${SPOT.across},${SPOT.down} of ${size}`);
      await context.close();
    },
  );

  test('a sign without a page turns its own screen', async () => {
    const context = await tabs.newContext({ viewport: VIEWPORT });
    const page = await tabs.openSign(context);
    const { id, name } = await tabs.claim(await tabs.codeOf(page));
    const heading = page.getByText(name);
    await heading.waitFor();
    const isUpright = async () => {
      // While the screen is drawn anew, the name has no box.
      const box = await heading.boundingBox();
      return box && box.height > box.width;
    };
    expect(await isUpright()).toBe(false);
    await set(id, { rotation: 90 });
    await expect.poll(isUpright).toBe(true);
    await context.close();
  });
});
