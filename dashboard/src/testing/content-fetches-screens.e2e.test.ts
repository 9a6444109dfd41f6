import { pathOf } from '@sign-display/contracts/page-paths';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { englishAdmin } from '../words/english-admin.ts';
import { germanAdmin } from '../words/german-admin.ts';
import { EVENTS, ROWS, SIGN_ID } from './design-content-fetches.ts';
import { ME, ORGANIZATION } from './design-people.ts';
import { doubleText, growToPage, useDrawnPages, widthBeyond, type Shown } from './drawn-pages.ts';
import { inaccessible, picture } from './service-and-browser.ts';

/** The page of loaded content in pictures, beside the audit log: docs/screens/content-fetches. */

const said = englishAdmin.contentFetches;
const pages = useDrawnPages('content-fetches');
const { album } = pages;
const signs = ROWS.filter(({ signName }) => signName).map(({ signId, signName }) => ({
  id: signId,
  name: signName,
  location: 'Foyer Nord',
}));
const answersOf = (items: readonly unknown[], nextCursor: string | null = null) => ({ items, nextCursor });

function show(shown: Shown & { search?: string }): Promise<Page> {
  return pages.show(shown, {
    path: pathOf('contentFetches', { organizationId: ORGANIZATION }) + (shown.search ?? ''),
    answers: {
      [`/${ORGANIZATION}/events`]: answersOf(EVENTS),
      '/api/content-fetches': answersOf(ROWS, 'next'),
      '/api/signs': answersOf([...new Map(signs.map((sign) => [sign.id, sign])).values()]),
      [SIGN_ID]: signs[0],
    },
  });
}
const more = said.headline.more(ROWS.length);
const german = germanAdmin.contentFetches;

test.each(['light', 'dark'] as const)('K7: the log and its dialogs in the %s theme', async (colorScheme) => {
  const page = await show({ colorScheme });
  await page.getByText(more).waitFor();
  await page.getByText('Gala der Sponsoren').first().waitFor();
  album.keep(`log-${colorScheme}`, await picture(page));
  expect(await inaccessible(page)).toEqual([]);

  await page.getByRole('button', { name: said.filters.anySign }).click();
  await page.getByText(said.sign.found(4, false)).waitFor();
  album.keep(`sign-${colorScheme}`, await picture(page));
  expect(await inaccessible(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: said.filters.anyTime }).click();
  await page.getByLabel(said.range.to).waitFor();
  album.keep(`range-${colorScheme}`, await picture(page));
  expect(await inaccessible(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: said.export.open, exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: said.export.button(undefined), exact: true })
    .waitFor();
  album.keep(`export-${colorScheme}`, await picture(page));
  expect(await inaccessible(page)).toEqual([]);
  await page.close();
});

test.each(['phone', 'small'] as const)('K7, D5: the log on a %s screen', async (size) => {
  const page = await show({ size, locale: 'de-DE', search: `?result=failed&sign=${SIGN_ID}` });
  await page.getByText(german.headline.more(ROWS.length)).waitFor();
  await page.getByRole('button', { name: 'Kasse 11' }).waitFor();
  await growToPage(page, size);
  expect(await widthBeyond(page)).toBe(0);
  expect(await inaccessible(page)).toEqual([]);
  album.keep(`log-${size}`, await picture(page));
  await page.getByRole('button', { name: german.filters.anyTime }).click();
  await page.getByLabel(german.range.to).waitFor();
  expect(await widthBeyond(page)).toBe(0);
  album.keep(`range-${size}`, await picture(page));
  await page.close();
});

test('K7: the log and its dialogs fit with text of twice its size', async () => {
  const page = await show({});
  await page.getByText(more).waitFor();
  await doubleText(page);
  expect(await widthBeyond(page)).toBe(0);
  expect(await inaccessible(page)).toEqual([]);
  await growToPage(page, 'desk');
  album.keep('log-large-text', await picture(page));
  for (const [button, wait] of [
    [said.filters.anySign, said.sign.cancel],
    [said.filters.anyTime, said.range.cancel],
    [said.export.open, said.export.cancel],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('button', { name: wait, exact: true }).waitFor();
    expect(await widthBeyond(page)).toBe(0);
    await page.keyboard.press('Escape');
  }
  await page.close();
});

test('K7: an empty log says what will be in it, and a failed request says what to do', async () => {
  const empty = await show({ answers: { '/api/content-fetches': answersOf([]) } });
  await empty.getByRole('heading', { name: said.empty }).waitFor();
  await empty.getByRole('heading', { name: said.headline.none }).waitFor();
  album.keep('empty', await picture(empty));
  expect(await inaccessible(empty)).toEqual([]);
  await empty.close();

  const problem = { type: 'about:blank', title: 'Bad Gateway', status: 500, detail: 'broken', code: 'internal' };
  const failed = await show({ answers: { '/api/content-fetches': { status: 500, json: problem } } });
  await failed.getByRole('heading', { name: new RegExp(said.loadingWhat) }).waitFor();
  album.keep('failed', await picture(failed));
  expect(await inaccessible(failed)).toEqual([]);
  await failed.close();
});

test('A1: a viewer has a tab for the loaded content in place of the audit log', async () => {
  const me = { ...ME, organizations: [{ ...ME.organizations[0], role: 'viewer' }] };
  const page = await show({ answers: { '/api/me': me } });
  await page.getByText(more).waitFor();
  const tabs = page.getByRole('navigation', { name: 'Organization' });
  expect(await tabs.getByRole('link', { name: said.title }).getAttribute('aria-current')).toBe('page');
  expect(await tabs.getByRole('link', { name: englishAdmin.audit.title }).count()).toBe(0);
  expect(await page.getByRole('navigation', { name: said.tabs.label }).count()).toBe(0);
  album.keep('log-viewer', await picture(page));
  expect(await inaccessible(page)).toEqual([]);
  await page.close();
});

test('D15: an answer of earlier filters does not replace the rows of the present filters', async () => {
  const page = await show({});
  await page.getByText(more).waitFor();
  const held = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  await page.route('**/api/content-fetches?*', async (route) => {
    const { searchParams } = new URL(route.request().url());
    const result = searchParams.get('result');
    if (result === 'failed' && searchParams.get('limit') === '50') {
      first.resolve();
      await held.promise;
    }
    await route.fulfill({ json: answersOf(result === 'ok' ? ROWS.slice(1, 3) : ROWS) });
  });
  const chips = page.getByRole('navigation', { name: said.filters.label });
  await chips.getByRole('link', { name: said.results.failed }).click();
  await first.promise;
  await chips.getByRole('link', { name: said.results.ok, exact: true }).click();
  const rows = page.getByRole('list', { name: said.list }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(2);
  const answered = page.waitForResponse((response) => response.url().includes('result=failed&limit=50'));
  held.resolve();
  await (await answered).finished();
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  expect(await rows.count()).toBe(2);
  await page.close();
});
