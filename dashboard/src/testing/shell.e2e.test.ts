import { good } from '@sign-display/testing/service';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAlbum } from '@sign-display/testing/screenshot-comparison';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { english } from '../words/english.ts';
import { german } from '../words/german.ts';
import { escapeAtOnce, inaccessible, openStage, picture, type Stage } from './service-and-browser.ts';

/** The frame around the pages, in a real browser: switcher, menu, keys, theme, language; by keyboard, on a phone, with names as people have them. */

let stage: Stage;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
const album = openAlbum('pages', { folder, update: process.env['UPDATE_SCREENS'] === '1' });

const LONG = 'Veranstaltungsgesellschaft Nordrhein-Westfälischer Lichtkünstler, Abschlussabend 2026';
const ARABIC = 'معرض الكتاب الدولي';
const EVENTS = 200;

beforeAll(async () => {
  stage = await openStage();
  const { owner, organizationId } = stage.service;
  const params = { id: organizationId };
  const names = [LONG, ARABIC, ...Array.from({ length: EVENTS - 3 }, (_, nth) => `Hall ${nth + 1}`)];
  for (const name of names) {
    const body = { name, timeZone: 'Europe/Vienna' };
    good(await owner.call('POST /api/organizations/:id/events', { params, body }));
  }
});
afterAll(() => stage.close());

const said = english.shell;
const wall = () => `/events/${stage.service.eventId}/devices`;
const switcher = (page: Page) => page.getByRole('button', { name: said.switchPlace });
const menuButton = (page: Page) => page.locator('header [aria-haspopup=true], header [aria-haspopup=menu]');
const overflow = (page: Page) => page.evaluate('document.documentElement.scrollWidth - innerWidth');

async function openWall(opening = {}): Promise<Page> {
  const page = await stage.openSignedIn({ ...opening, path: wall() });
  await switcher(page).filter({ hasText: 'Opera ball' }).waitFor();
  return page;
}

test('D3: by keyboard a person finds one of 200 events by a part of its name, and is there', async () => {
  const page = await openWall();
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe(said.skip);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor();
  await expect.poll(() => page.getByRole('option').count()).toBe(EVENTS + 1);
  expect(await page.getByRole('option', { selected: true }).textContent()).toContain('Opera ball');
  await page.keyboard.type('nordrhein licht');
  await expect.poll(() => page.getByRole('option').count()).toBe(1);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.startsWith('/events/') && url.pathname !== wall());
  await switcher(page).filter({ hasText: LONG }).waitFor();
  await page.close();
});

test('D3: Escape closes the switcher and focus returns; arrows walk it round', async () => {
  const page = await openWall();
  await switcher(page).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor();
  await page.keyboard.type('hall 19');
  await expect.poll(() => page.getByRole('option').count()).toBe(10);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => page.getByRole('option', { selected: true }).textContent()).toBe('Hall 197');
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain(said.switchPlace);
  await page.close();
});

test('D1: a menu opens on the first press, also by keys, and a page that cannot load its script says so', async () => {
  const page = await openWall();
  await menuButton(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain(said.menu('Owner'));
  await page.close();

  const cut = await openWall();
  await cut.route(/\/assets\/(person-menu|switcher)-.*\.js$/, (route) => route.abort());
  await menuButton(cut).click();
  const lost = cut.getByRole('alert').filter({ hasText: english.states.ourFault.part });
  await lost.waitFor();
  expect(await menuButton(cut).count()).toBe(1);
  await cut.unroute(/\/assets\/(person-menu|switcher)-.*\.js$/);
  await lost.getByRole('button', { name: english.states.ourFault.loadAnew }).click();
  await switcher(cut).filter({ hasText: 'Opera ball' }).waitFor();
  await menuButton(cut).click();
  await cut.getByRole('menu').waitFor();
  await cut.close();
});

test.each([390, 320])('D3: on a phone of %d px nothing is cut off, and each target is 48 px', async (width) => {
  const page = await openWall({ viewport: { width, height: 720 } });
  expect(await overflow(page)).toBe(0);
  const targets = page.locator('header').locator('a:visible, button:visible');
  for (const box of await Promise.all((await targets.all()).map((target) => target.boundingBox()))) {
    expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(48);
    expect(box!.x + box!.width).toBeLessThanOrEqual(width);
  }
  album.keep(`shell-phone-${width}`, await picture(page));
  // U17: the tabs are in sight, each once.
  const tabs = page.getByRole('navigation', { name: said.eventTabs }).getByRole('link');
  // U5: pages that are not built yet have no entry.
  expect(await tabs.allTextContents()).toEqual(['Wall', 'Outages', 'Claims', 'Devices', 'Audit']);
  await menuButton(page).click();
  await page.getByRole('menuitem', { name: said.account }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Wall' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await tabs.filter({ hasText: 'Claims' }).click();
  await page.waitForURL(/\/claims$/);
  await page.close();
});

test('D3: long and right-to-left names stay in their places, whole in what is read out', async () => {
  const page = await openWall({ viewport: { width: 320, height: 720 } });
  for (const name of [LONG, ARABIC]) {
    await switcher(page).click();
    await page.getByRole('combobox').fill(name);
    await page.getByRole('option', { name }).click();
    await switcher(page).filter({ hasText: name }).waitFor();
    expect(await switcher(page).getAttribute('title')).toBe(name);
    expect(await overflow(page)).toBe(0);
  }
  await page.close();
});

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  test.each([1440, 320])(
    'D3: axe-core finds nothing wrong with the frame and what opens from it, at %d px',
    async (width) => {
      const page = await openWall({ colorScheme, viewport: { width, height: 900 } });
      expect(await inaccessible(page)).toEqual([]);
      await switcher(page).click();
      await page.getByRole('listbox').waitFor();
      expect(await inaccessible(page)).toEqual([]);
      if (width === 1440) album.keep(`shell-switcher-${colorScheme}`, await picture(page));
      await page.keyboard.press('Escape');
      await page.getByRole('listbox').waitFor({ state: 'detached' });
      await menuButton(page).click();
      await page.getByRole('menu').waitFor();
      expect(await inaccessible(page)).toEqual([]);
      if (width === 1440) album.keep(`shell-menu-${colorScheme}`, await picture(page));
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      expect(await inaccessible(page)).toEqual([]);
      await page.close();
    },
  );
});

test('D3: ? shows the keys and Escape puts focus back; a key that is typed into a field is a letter, and single keys can be off', async () => {
  const page = await openWall();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: said.keysNow }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await switcher(page).click();
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type('?');
  expect(await page.getByRole('combobox').inputValue()).toBe('?');
  expect(await page.getByRole('dialog', { name: said.keysNow }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('combobox').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.reload();
  await switcher(page).filter({ hasText: 'Opera ball' }).waitFor();
  await page.keyboard.press('?');
  await menuButton(page).click();
  await page.getByRole('menuitem', { name: said.keys }).click();
  expect(await page.getByRole('checkbox').isChecked()).toBe(false);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain(said.menu('Owner'));
  const escaped = escapeAtOnce(page);
  await menuButton(page).click();
  await page.getByRole('menuitem', { name: said.keys }).click();
  await escaped;
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.close();
});

test('D3: a chosen theme is kept, and is there before any script of the page’s', async () => {
  const page = await openWall({ colorScheme: 'light' });
  const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  expect(await ground()).toBe('rgb(244, 245, 242)');
  await menuButton(page).click();
  await page.getByRole('menuitemradio', { name: said.themes.dark }).click();
  await expect.poll(ground).toBe('rgb(13, 16, 17)');
  await page.route(/\/assets\/index-.*\.js$/, (route) => route.abort());
  await page.reload();
  // Without its script the page loads itself once more, and then says so.
  await page.getByRole('alert').waitFor();
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  expect(await ground()).toBe('rgb(13, 16, 17)');
  await page.close();
});

test('D3: a chosen language holds at once and is kept', async () => {
  const page = await openWall();
  await menuButton(page).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await page.getByRole('link', { name: german.shell.tabs.outages }).waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('de');
  await page.reload();
  await page.getByRole('link', { name: german.shell.tabs.outages }).waitFor();
  expect(await inaccessible(page)).toEqual([]);
  await page.close();
});

test('K5: no page threw anything, or wanted what its policy refuses', () => {
  expect(stage.complaints.filter((complaint) => !complaint.includes('ERR_FAILED'))).toEqual([]);
});
