import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPage, isBuilt, PAGES, pathOf, SIGN_PAGES, type PageName } from '@sign-display/contracts/page-paths';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import { good } from '@sign-display/testing/service';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { germanFirst } from '../words/german-first-sign.ts';
import { germanWall } from '../words/german-wall.ts';
import { german } from '../words/german.ts';
import { openHall, type Hall } from './service-and-phones.ts';
import { inaccessible } from './service-and-browser.ts';

/**
 * Every address of the app, with the longest names that there can be: judged by axe-core in both themes, and fitting a phone upright and on its side, a desk, and
 * text at twice its size. A new address does not compile before it stands here.
 */

let hall: Hall;
let addresses: Record<PageName, string>;
let emptyEvent: string;
/** As long as a name may be. */
const MOST = 200;
const NAMES = {
  words: 'Wegweiser Richtung Halle 5, Foyer Nord, WC und Garderobe '.repeat(4).slice(0, MOST - 1) + '.',
  unbroken: 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5).slice(0, MOST),
  'right to left': 'لوحة المدخل الرئيسي لكبار الزوار '.repeat(7).trim().slice(0, MOST),
  'right to left, unbroken': 'لوحةالمدخلالرئيسيلكبارالزوار'.repeat(8).slice(0, MOST),
};
const GERMAN = { locale: 'de-DE', colorScheme: 'light' } as const;

beforeAll(async () => {
  hall = await openHall({ WARM_UP_MS: '1000', HEARTBEAT_INTERVAL_MS: '1000', OFFLINE_AFTER_MS: '8000' });
  const { organizationId } = hall.service;
  const eventId = await hall.event(NAMES.unbroken);
  let signId = '';
  for (const name of Object.values(NAMES)) {
    signId = await hall.prepared({ name, location: name, eventId });
    if (name !== NAMES.unbroken) await hall.event(name);
  }
  emptyEvent = await hall.event('Empty');
  const { all } = await hall.box.signs(1);
  await hall.claim(all[0]!.shortCode, { name: NAMES.words });
  const outageId = await openOutage();
  const userId = good(await hall.owner.client.call('GET /api/me')).body.user.id;
  const one = { eventId, signId, organizationId, userId, outageId, token: 'none' };
  addresses = Object.fromEntries(
    Object.keys(PAGES).map((name) => [name, pathOf(name as PageName, one as never).replace(/\?.*/, '')]),
  ) as Record<PageName, string>;
  // Signs are claimed for the hall's own event.
  addresses.claimAttempts = pathOf('claimAttempts', { eventId: hall.service.eventId });
  addresses.outages = pathOf('outages', { eventId: hall.service.eventId });
});
afterAll(() => hall.close());

/** Unplugs two claimed signs, and returns the ID of the outage of one. */
async function openOutage(): Promise<string> {
  const signs = await hall.box.signs(2);
  for (const { shortCode } of signs.all)
    good(await hall.claim(shortCode, { name: NAMES.unbroken, url: hall.websites.page('bar') }));
  await signs.unplug();
  const params = { id: hall.service.eventId };
  const outage = await vi.waitUntil(
    async () => good(await hall.owner.client.list('GET /api/events/:id/outages', { params })).items[0],
    { timeout: 60_000, interval: 500 },
  );
  return outage.id;
}

/** What is wider than the window, or cut without the whole in a title. What is read out alone, or drawn alone, is not looked at. */
const MISFITS = `(() => {
  const found = [];
  const wider = document.documentElement.scrollWidth - innerWidth;
  if (wider > 0) found.push('the page is ' + wider + ' px too wide');
  for (const one of document.querySelectorAll('body *')) {
    if (one.closest('.sr-only, [aria-hidden=true], svg, datalist, a[href="#main"]') || !one.checkVisibility({ visibilityProperty: true })) continue;
    const { left, right, width } = one.getBoundingClientRect();
    const said = one.localName + ' ' + one.textContent.slice(0, 30);
    if (width > 0 && (left < -1 || right > innerWidth + 1)) found.push(said + ' stands outside');
    const hasText = [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim() !== '');
    const size = parseFloat(getComputedStyle(one).fontSize) / parseFloat(getComputedStyle(document.documentElement).fontSize);
    if (hasText && size < 10 / 16) found.push(said + ' did not grow');
    const isCut = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible' && !one.matches('input');
    if (isCut && !one.closest('[title]') && !one.querySelector('[title]')) found.push(said + ' is cut');
  }
  return found;
})()`;

/** A script: empty search fields whose placeholder does not fit between its start and the hint of a key, or the field's end. */
const CUT_PLACEHOLDERS = `[...document.querySelectorAll('main input[type=search]')].filter((input) => {
  const style = getComputedStyle(input);
  const canvas = document.createElement('canvas').getContext('2d');
  canvas.font = [style.fontStyle, style.fontWeight, style.fontSize, style.fontFamily].join(' ');
  const box = input.getBoundingClientRect();
  const key = input.parentElement.querySelector('kbd')?.getBoundingClientRect();
  const end = key && key.width > 0 ? key.left : box.right - parseFloat(style.paddingRight);
  return box.left + parseFloat(style.paddingLeft) + canvas.measureText(input.placeholder).width > end + 1;
}).map((input) => input.placeholder)`;

/** Doubles the size of text, as the text size in a browser’s settings does. */
const setText = (session: CDPSession, percent: number) =>
  session.send('Page.setFontSizes', { fontSizes: { standard: 0.16 * percent, fixed: 0.13 * percent } });
const drawn = (page: Page) =>
  page.evaluate(
    'document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))',
  );

/** What stands at the window's edge that a phone's notch or its home bar covers, with the page scrolled to its top. */
const COVERED = `({ top, left, right }) => [...document.querySelectorAll('h1, h2, p, a, button, input')].filter((one) => {
  if (one.closest('.sr-only, [href="#main"]') || !one.checkVisibility({ visibilityProperty: true })) return false;
  const box = one.getBoundingClientRect();
  return box.width > 0 && (box.top < top - 1 || box.left < left - 1 || box.right > innerWidth - right + 1);
}).map((one) => one.localName + ' ' + one.textContent.slice(0, 30))`;
const RING = `(() => {
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  return outlineStyle + ' ' + outlineWidth;
})()`;

/** The paths below the service that the page's links and forms lead to. */
const LINKED = `[...document.querySelectorAll('a[href], area[href], form[action]')]
  .map((one) => new URL(one.href ?? one.action, location.href))
  .filter(({ origin, pathname, hash }) => origin === location.origin && !(hash && pathname === location.pathname))
  .map(({ pathname }) => pathname)`;
/** The API's documentation and the pages of signs, which are no pages of the dashboard. */
const OUTSIDE_OF_DASHBOARD = ['/api/docs', ...Object.values<string>(SIGN_PAGES)];

/** Links of the page that lead to a page that is not built or to no page. Links within the page don't count. */
async function brokenLinks(page: Page): Promise<string[]> {
  const paths = await page.evaluate<string[]>(LINKED);
  return [...new Set(paths)].filter((path) => {
    if (OUTSIDE_OF_DASHBOARD.includes(path)) return false;
    const found = findPage(path);
    return found === null || !isBuilt(found.name);
  });
}

/** Who is signed in is led away from these. */
const FOR_STRANGERS: PageName[] = ['signIn', 'forgotPassword', 'resetPassword', 'invitation'];

const SIZES = [
  { width: 390, height: 844, text: 100 },
  { width: 390, height: 844, text: 200 },
  { width: 844, height: 390, text: 100 },
  { width: 320, height: 568, text: 100 },
  { width: 320, height: 568, text: 200 },
  { width: 1440, height: 900, text: 200 },
];

/** The contact sheet of all pages, for a person to look at: a row for each page. */
const sheet = new Map<PageName, Buffer[]>();
async function takePicture(page: Page, name: PageName): Promise<void> {
  sheet.set(name, [...(sheet.get(name) ?? []), await screenshotOf(page)]);
}
/** Returns the path of a picture that has all others on it, each 360 px wide. */
async function writeSheet(page: Page): Promise<string> {
  const rows = Array.from(sheet, ([name, pictures]) => {
    const images = pictures.map((one) => `<img width="360" src="data:image/png;base64,${one.toString('base64')}">`);
    return `<h2>${name}</h2><div style="display:flex;gap:12px;align-items:start">${images.join('')}</div>`;
  });
  await page.goto('about:blank');
  await page.setContent(`<body style="font:16px sans-serif;width:max-content">${rows.join('')}`);
  const path = join(mkdtempSync(join(tmpdir(), 'sign-display-pictures-')), 'every-page.png');
  await screenshotOf(page, { path, fullPage: true });
  return path;
}

describe('every page', () => {
  let inside: Page;
  let outside: Page;
  beforeAll(async () => {
    inside = await hall.phone({ ...GERMAN, isMobile: false });
    outside = await hall.phone({ ...GERMAN, isMobile: false, person: null });
  });
  afterAll(async () => console.log(`  every page in one picture: ${await writeSheet(inside)}`));

  test.each(Object.keys(PAGES) as PageName[])(
    'D5, U13: %s has nothing cut or outside, whatever the window, text at 200 % or names of 200 letters, and nothing wrong by axe-core in either theme',
    async (name) => {
      const page = FOR_STRANGERS.includes(name) ? outside : inside;
      await page.goto(addresses[name]);
      await page.locator('h1, h2').first().waitFor();
      const session = await page.context().newCDPSession(page);
      for (const { width, height, text } of SIZES) {
        await setText(session, text);
        await page.setViewportSize({ width, height });
        await drawn(page);
        expect.soft(await page.evaluate(MISFITS), `${width} × ${height}, text at ${text} %`).toEqual([]);
        if (width < 1000) await takePicture(page, name);
      }
      await setText(session, 100);
      await session.detach();
      expect.soft(await brokenLinks(page), 'links to pages that are not built').toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect.soft(await inaccessible(page), colorScheme).toEqual([]);
      }
      await takePicture(page, name);
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
      await takePicture(page, name);
      await page.emulateMedia({ forcedColors: 'none' });
    },
  );

  test('U5: each page in the menu of the person is built, and opens for that person', async () => {
    await inside.setViewportSize({ width: 1440, height: 900 });
    const said: string[] = [german.shell.eventSettings, ...Object.values(german.shell.organizationPages)];
    const entries = inside.getByRole('menuitem');
    const open = async (): Promise<string[]> => {
      await inside.goto(addresses.wall);
      await inside.locator('header [aria-haspopup]').last().click();
      await entries.first().waitFor();
      return (await entries.allTextContents()).filter((text) => said.includes(text));
    };
    const found = await open();
    expect(found).toEqual(said);
    for (const text of found) {
      await open();
      await entries.filter({ hasText: text }).last().click();
      await inside.waitForURL(({ pathname }) => pathname !== addresses.wall);
      await inside.locator('h1').first().waitFor();
      expect.soft(await inside.title()).not.toContain(german.shell.later.title);
    }
  });

  test.each(['de-DE', 'en-GB'])('U13: an empty search field shows its whole placeholder (%s)', async (locale) => {
    const page = await hall.phone({ ...GERMAN, locale, isMobile: false });
    const session = await page.context().newCDPSession(page);
    for (const name of ['claimAttempts', 'wall', 'people'] as const) {
      await page.goto(addresses[name]);
      await page.locator('main input[type=search]').first().waitFor();
      for (const { width, height, text } of [...SIZES, { width: 1440, height: 900, text: 100 }]) {
        await setText(session, text);
        await page.setViewportSize({ width, height });
        await drawn(page);
        expect.soft(await page.evaluate(CUT_PLACEHOLDERS), `${name}, ${width} px, text at ${text} %`).toEqual([]);
      }
      await takePicture(page, name);
    }
    await page.close();
  });

  test('D5: what stands alone on a page is its heading: that something is gone, empty, or could not be loaded', async () => {
    await inside.setViewportSize({ width: 1440, height: 900 });
    const headings = inside.getByRole('heading', { level: 1 });
    const isHeaded = async (path: string, said: string) => {
      await inside.goto(path);
      await inside.getByRole('heading', { level: 1, name: said, exact: true }).waitFor();
      expect.soft(await headings.count(), path).toBe(1);
      expect.soft(await inaccessible(inside), path).toEqual([]);
    };
    /** Nothing leads further into what is not there, and the window says so. */
    const isGone = async (path: string, said: string) => {
      await isHeaded(path, said);
      expect.soft(await inside.title(), path).toBe(`${said} · ${german.common.product}`);
      expect.soft(await inside.getByRole('navigation', { name: german.shell.eventTabs }).count(), path).toBe(0);
    };
    const none = '00000000-0000-4000-8000-000000000000';
    await isGone(pathOf('wall', { eventId: none }), german.wall.gone);
    await isGone(pathOf('sign', { signId: none }), germanWall.sign.gone);
    await isGone(pathOf('outage', { outageId: none }), germanWall.outages.gone);
    await isHeaded(pathOf('wall', { eventId: emptyEvent }), germanFirst.first.title);
    await isHeaded(pathOf('claimAttempts', { eventId: emptyEvent }), german.claims.headline.none);
    await inside.route('**/api/events/*', (route) => route.abort('connectionfailed'));
    await isHeaded(pathOf('wall', { eventId: emptyEvent }), german.states.ourFault.title(german.wall.loadingWhat));
    await inside.unroute('**/api/events/*');
    const viewer = await hall.phone({ ...GERMAN, isMobile: false, person: await hall.person('viewer') });
    await viewer.goto(addresses.claimAttempts);
    const refused = german.states.forbidden.operators(german.claims.viewer);
    await viewer.getByRole('heading', { level: 1, name: refused, exact: true }).waitFor();
    expect(await inaccessible(viewer)).toEqual([]);
    await viewer.close();
  });

  test('D5: nothing to press or to read lies below a phone’s notch or home bar, upright or on its side', async () => {
    const session = await inside.context().newCDPSession(inside);
    await setText(session, 100);
    for (const name of ['home', 'wall', 'claimAttempts', 'claim', 'account'] as const) {
      await inside.goto(addresses[name]);
      await inside.locator('h1, h2').first().waitFor();
      for (const [width, height, insets] of [
        [390, 844, { top: 59, bottom: 34, left: 0, right: 0 }],
        [844, 390, { top: 0, bottom: 21, left: 59, right: 59 }],
      ] as const) {
        await inside.setViewportSize({ width, height });
        await session.send('Emulation.setSafeAreaInsetsOverride', { insets });
        await drawn(inside);
        expect.soft(await inside.evaluate(`(${COVERED})(${JSON.stringify(insets)})`), name).toEqual([]);
      }
    }
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets: {} });
    await session.detach();
  });

  test('D5, U13: in forced colours, the focus ring, dots and bars stay visible', async () => {
    await inside.setViewportSize({ width: 1440, height: 900 });
    await inside.emulateMedia({ forcedColors: 'active' });
    for (const name of ['outages', 'outage', 'claimAttempts'] as const) {
      await inside.goto(addresses[name]);
      await inside.locator('.filled').first().waitFor();
      const ground = await inside.evaluate('getComputedStyle(document.body).backgroundColor');
      const fills = await inside.evaluate<string[]>(
        "[...document.querySelectorAll('.filled')].map((one) => getComputedStyle(one).backgroundColor)",
      );
      expect.soft(fills, name).not.toContain(ground);
    }
    for (let count = 0; count < 12; count += 1) {
      await inside.keyboard.press('Tab');
      expect(await inside.evaluate(RING)).toMatch(/^solid [2-9]/);
    }
    await inside.emulateMedia({ forcedColors: 'none' });
  });

  test('D5: on the claims / finds an attempt, what is typed is in the address, and Escape goes back step by step', async () => {
    await inside.goto(`${addresses.claimAttempts}?result=claimed`);
    const rows = inside.getByRole('list', { name: german.claims.list }).getByRole('button');
    await expect.poll(() => rows.count()).toBe(3);
    await inside.locator('h1').waitFor();
    await inside.keyboard.press('/');
    await inside.keyboard.type('nobody is called so');
    await expect.poll(() => rows.count()).toBe(0);
    await inside.keyboard.press('Escape');
    await expect.poll(() => new URL(inside.url()).search).toBe('?result=claimed');
    await inside.keyboard.type('wegweiser');
    await expect.poll(() => new URL(inside.url()).searchParams.get('q')).toBe('wegweiser');
    await rows.click();
    await expect.poll(() => new URL(inside.url()).searchParams.has('attempt')).toBe(true);
    for (const rest of ['?result=claimed&q=wegweiser', '?result=claimed', '']) {
      await inside.keyboard.press('Escape');
      await expect.poll(() => new URL(inside.url()).search).toBe(rest);
    }
  });
});
