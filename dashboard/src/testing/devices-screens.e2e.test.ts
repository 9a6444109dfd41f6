import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from '@sign-display/contracts/page-paths';
import { openAlbum } from '@sign-display/testing/screenshot-comparison';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { englishDevices } from '../words/english-devices.ts';
import { germanDevices } from '../words/german-devices.ts';
import { english } from '../words/english.ts';
import { german } from '../words/german.ts';
import { ATTEMPTS, DECIDED_CLONE, OPEN_CLONE, REPLACEMENTS, SUMMARY } from './design-devices.ts';
import { NOW_DRAWN } from './design-people.ts';
import { inaccessible, openStage, picture, type Stage } from './service-and-browser.ts';

/** Compares the pages for claims and devices of an event with the reference screenshots in docs/screens/devices. */

let stage: Stage;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
const album = openAlbum('devices', { folder, update: process.env['UPDATE_SCREENS'] === '1' });
beforeAll(async () => {
  stage = await openStage({ WARM_UP_MS: '1000' });
  console.log(`  pictures of this run: ${folder}`);
});
afterAll(() => stage.close());

const SIZES = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  small: { width: 320, height: 568 },
};
type Tab = 'claimAttempts' | 'devices' | 'replacedDevices';
interface Shown {
  tab: Tab;
  size?: keyof typeof SIZES;
  colorScheme?: 'light' | 'dark';
  locale?: string;
  clones?: readonly object[];
}

/** Opens the page with the data and the time of the drawing; the event and its signs are those of the service. */
async function show({ tab, size = 'desk', colorScheme = 'light', locale = 'en-GB', clones }: Shown): Promise<Page> {
  const page = await stage.open({
    as: stage.service.account,
    path: '/account',
    viewport: SIZES[size],
    colorScheme,
    locale,
    timezoneId: 'Europe/Berlin',
  });
  await page.clock.setFixedTime(NOW_DRAWN);
  const all = clones ?? [OPEN_CLONE, DECIDED_CLONE];
  const items = (list: readonly object[]) => ({ json: { items: list, nextCursor: null } });
  await page.route('**/api/events/*/clones?*', (route) => {
    const state = new URL(route.request().url()).searchParams.get('state');
    const wanted = all.filter((clone) => ((clone as { decision: unknown }).decision === null) === (state === 'open'));
    return route.fulfill(items(wanted));
  });
  await page.route('**/api/events/*/claim-attempts?*', (route) => route.fulfill(items(ATTEMPTS)));
  await page.route('**/api/events/*/claim-attempts/summary*', (route) => route.fulfill({ json: SUMMARY }));
  await page.route('**/api/events/*/replacements?*', (route) => route.fulfill(items(REPLACEMENTS)));
  await page.goto(pathOf(tab, { eventId: stage.service.eventId }));
  await page.locator('nav a[aria-current=page]').last().waitFor();
  const { connecting, verdictsWait } = locale === 'de-DE' ? german.live : english.live;
  for (const text of [connecting, verdictsWait])
    await page.locator('header').getByText(text).waitFor({ state: 'detached' });
  return page;
}

const READY: Record<Tab, [english: string, german: string]> = {
  claimAttempts: [english.claims.claimedWithoutPage, german.claims.claimedWithoutPage],
  devices: [englishDevices.devices.clones.decided, germanDevices.devices.clones.decided],
  replacedDevices: [englishDevices.devices.replaced.how, germanDevices.devices.replaced.how],
};
const TABS = Object.keys(READY) as Tab[];
const NAMES: Record<Tab, string> = { claimAttempts: 'claims', devices: 'clones', replacedDevices: 'replaced' };

test.each(['light', 'dark'] as const)(
  'D12, D13, D14: claims and devices match their screenshots, %s',
  async (colorScheme) => {
    for (const tab of TABS) {
      const page = await show({ tab, colorScheme });
      await page.getByText(READY[tab][0]).first().waitFor();
      if (tab === 'claimAttempts') await page.getByRole('button', { name: /Bar 3 links.*Claimed/ }).click();
      album.keep(`${NAMES[tab]}-${colorScheme}`, await picture(page));
      expect(await inaccessible(page)).toEqual([]);
      await page.close();
    }
  },
);

test.each(['phone', 'small'] as const)('U5: claims and devices fit on a %s screen, in German', async (size) => {
  for (const tab of TABS) {
    const page = await show({ tab, size, locale: 'de-DE' });
    await page.getByText(READY[tab][1]).first().waitFor();
    await page.setViewportSize({
      ...SIZES[size],
      height: await page.evaluate('document.documentElement.scrollHeight'),
    });
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    album.keep(`${NAMES[tab]}-${size}`, await picture(page));
    expect(await inaccessible(page)).toEqual([]);
    await page.close();
  }
});

test('U5: claims and devices fit at 200 % text size', async () => {
  for (const tab of TABS) {
    const page = await show({ tab });
    await page.getByText(READY[tab][0]).first().waitFor();
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    album.keep(`${NAMES[tab]}-large-text`, await picture(page));
    await page.close();
  }
});

test('D13: the keyboard alone reaches a decision and its dialog, and Escape goes back to the button', async () => {
  const said = englishDevices.devices.clones;
  const page = await show({ tab: 'devices', clones: [OPEN_CLONE] });
  const reset = page.getByRole('button', { name: said.options.reset_both.action });
  await reset.waitFor();
  await reset.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.getByLabel(said.confirm.typed).fill('Kasse');
  expect(await page.getByRole('dialog').getByRole('button').last().isDisabled()).toBe(true);
  album.keep('clones-confirm', await picture(page));
  expect(await inaccessible(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.textContent')).toBe(said.options.reset_both.action);
  await page.close();
});

test('D13: without clones, the page says that no clone waits for a decision', async () => {
  const page = await show({ tab: 'devices', clones: [] });
  await page.getByRole('heading', { name: englishDevices.devices.clones.none }).waitFor();
  album.keep('clones-none', await picture(page));
  expect(await inaccessible(page)).toEqual([]);
  await page.close();
});
