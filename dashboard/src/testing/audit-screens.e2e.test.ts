import { pathOf } from '@sign-display/contracts/page-paths';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { englishAdmin } from '../words/english-admin.ts';
import { germanAdmin } from '../words/german-admin.ts';
import { inaccessible, picture } from './service-and-browser.ts';
import { BROKEN, CHECKED, ROWS, SUMMARY } from './design-audit.ts';
import { ME, ORGANIZATION } from './design-people.ts';
import { doubleText, growToPage, SIZES, useDrawnPages, widthBeyond, type Shown } from './drawn-pages.ts';

/** Compares the page of the audit log with the reference screenshots in docs/screens/audit. */

const pages = useDrawnPages('audit');
const { album } = pages;

/** The page with the drawn rows, at the drawn moment. */
const show = ({ search = '', ...shown }: Shown & { search?: string }): Promise<Page> =>
  pages.show(shown, {
    path: pathOf('organizationAudit', { organizationId: ORGANIZATION }) + search,
    answers: {
      '/api/audit': { items: ROWS, nextCursor: null },
      '/api/audit/summary': SUMMARY,
      '/api/audit/verification': CHECKED,
    },
  });
const said = englishAdmin.audit;

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
    await growToPage(page, size);
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
    await doubleText(page);
    expect(await widthBeyond(page)).toBe(0);
    expect(await inaccessible(page)).toEqual([]);
    await growToPage(page, 'desk');
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
