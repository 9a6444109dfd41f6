import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from '@sign-display/contracts/page-paths';
import { openAlbum } from '@sign-display/testing/screenshot-comparison';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { englishAdmin } from '../words/english-admin.ts';
import { germanAdmin } from '../words/german-admin.ts';
import { inaccessible, openStage, picture, type Stage } from './service-and-browser.ts';
import { BROKEN, CHECKED, ROWS, SUMMARY } from './design-audit.ts';
import { answerWith, ME, NOW_DRAWN, ORGANIZATION } from './design-people.ts';

/** Compares the page of the audit log with the reference screenshots in docs/screens/audit. */

let stage: Stage;
const folder = mkdtempSync(join(tmpdir(), 'sign-display-pictures-'));
const album = openAlbum('audit', { folder, update: process.env['UPDATE_SCREENS'] === '1' });
beforeAll(async () => {
  stage = await openStage();
  console.log(`  pictures of this run: ${folder}`);
});
afterAll(() => stage.close());

const SIZES = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  small: { width: 320, height: 568 },
};

interface Shown {
  size?: keyof typeof SIZES;
  colorScheme?: 'light' | 'dark';
  locale?: string;
  search?: string;
  answers?: Record<string, unknown>;
}

/** Opens the page with the rows of the drawing, at the drawing's time. */
async function show({ size = 'desk', colorScheme = 'light', locale = 'en-GB', search = '', answers }: Shown) {
  const page = await stage.open({ path: '/', viewport: SIZES[size], colorScheme, locale, timezoneId: 'Europe/Berlin' });
  await page.clock.setFixedTime(NOW_DRAWN);
  await answerWith(page, {
    '/api/me': ME,
    '/api/audit': { items: ROWS, nextCursor: null },
    '/api/audit/summary': SUMMARY,
    '/api/audit/verification': CHECKED,
    ...answers,
  });
  await page.goto(pathOf('organizationAudit', { organizationId: ORGANIZATION }) + search);
  await page.locator('h1').waitFor();
  return page;
}
const said = englishAdmin.audit;
const widthBeyond = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth - innerWidth');

test.each(['light', 'dark'] as const)(
  'M5: the log, a fault and the export match their screenshots, %s',
  async (colorScheme) => {
    const page = await show({ colorScheme, search: '?row=48211' });
    await page.getByText(said.headline.refused(3)).first().waitFor();
    await page.getByText('Jae-won Park').first().waitFor();
    album.keep(`log-${colorScheme}`, await picture(page));
    expect(await inaccessible(page)).toEqual([]);

    await page.getByRole('button', { name: said.export.open, exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: said.export.button(403) })
      .waitFor();
    album.keep(`export-${colorScheme}`, await picture(page));
    expect(await inaccessible(page)).toEqual([]);
    await page.close();

    const broken = await show({ colorScheme, answers: { '/api/audit/verification': BROKEN } });
    await broken.getByText(said.fault.rows.missing('48,178')).waitFor();
    album.keep(`broken-${colorScheme}`, await picture(broken));
    expect(await inaccessible(broken)).toEqual([]);
    await broken.close();
  },
);

test.each(['phone', 'small'] as const)('M5, D5: the log and a fault fit on a %s screen', async (size) => {
  for (const [name, verification] of [
    ['log', CHECKED],
    ['broken', BROKEN],
  ] as const) {
    const page = await show({
      size,
      locale: 'de-DE',
      search: name === 'log' ? '?row=48211' : '',
      answers: { '/api/audit/verification': verification },
    });
    await page.getByText(germanAdmin.audit.actions['audit.export']!).first().waitFor();
    await page.getByText(germanAdmin.audit.headline.today(403)).waitFor();
    await page.setViewportSize({
      ...SIZES[size],
      height: await page.evaluate('document.documentElement.scrollHeight'),
    });
    expect(await widthBeyond(page)).toBe(0);
    album.keep(`${name}-${size}`, await picture(page));
    await page.close();
  }
});

test('M5: the log, a fault and the export fit at 200 % text size', async () => {
  for (const [name, verification] of [
    ['log', CHECKED],
    ['broken', BROKEN],
  ] as const) {
    const page = await show({ search: '?row=48211', answers: { '/api/audit/verification': verification } });
    await page.getByText(said.headline.today(403)).waitFor();
    if (name === 'broken') await page.getByText(said.fault.rows.missing('48,178')).waitFor();
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    expect(await widthBeyond(page)).toBe(0);
    expect(await inaccessible(page)).toEqual([]);
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    await page.setViewportSize({ width: SIZES.desk.width, height });
    album.keep(`${name}-large-text`, await picture(page));
    await page.setViewportSize(SIZES.desk);
    await page.getByRole('button', { name: said.export.open, exact: true }).click();
    const run = page.getByRole('dialog').getByRole('button', { name: said.export.button(403) });
    await run.waitFor();
    expect(await widthBeyond(page)).toBe(0);
    if (name === 'log') album.keep('export-large-text', await picture(page));
    expect(await inaccessible(page)).toEqual([]);
    await page.close();
  }
});

test('A2: the page tells an operator who may open the audit log', async () => {
  const me = { ...ME, organizations: [{ ...ME.organizations[0], role: 'operator' }] };
  const page = await show({ answers: { '/api/me': me } });
  await page.getByRole('heading', { name: englishAdmin.audit.forbidden }).waitFor();
  album.keep('log-operator', await picture(page));
  expect(await inaccessible(page)).toEqual([]);
  await page.close();
});
