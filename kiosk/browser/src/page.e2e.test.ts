import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startForeignPages, type ForeignPages } from './testing/foreign-pages.ts';
import { openTabs, type Tabs } from './testing/tabs.ts';

/** Pages of others in the frame of a sign in a tab: which are shown, which are refused in words, and what those that are shown can't do. */

let tabs: Tabs;
let pages: ForeignPages;
beforeAll(async () => {
  // The pages are on this machine: the organization names one of its two names.
  [tabs, pages] = await Promise.all([openTabs({ PRIVATE_PAGES: 'ask', WARM_UP_MS: '0' }), startForeignPages()]);
  const { owner, organizationId } = tabs.service;
  await owner.call('PATCH /api/organizations/:id', {
    params: { id: organizationId },
    body: { allowedUrlHosts: ['*', '127.0.0.1'] },
    version: 1,
  } as never);
});
afterAll(() => Promise.all([tabs.close(), pages.stop()]));

/** A tab that is to be claimed with the page at `url`. */
async function claimedWith(url: string) {
  const context = await tabs.newContext();
  const page = await tabs.openSign(context);
  const code = await tabs.codeOf(page);
  const answer = await tabs.claim(code, { url }).then(
    (record) => ({ record, refusal: '' }),
    (error: Error) => ({ record: null, refusal: error.message }),
  );
  return { context, page, code, ...answer };
}
const shown = (page: Page) => page.locator('.pages iframe.in-front');

describe('a page', () => {
  test('K4: is proved below our screen and then shown, in a sandbox of scripts and forms', async () => {
    const { context, page, record } = await claimedWith(pages.url('good'));
    expect(record).not.toBeNull();
    await shown(page).contentFrame().getByText('A page').waitFor();
    const frame = shown(page);
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms');
    expect([await frame.getAttribute('allow'), await frame.getAttribute('referrerpolicy')]).toEqual([
      '',
      'no-referrer',
    ]);
    await context.close();
  });

  test('that refuses to be framed is refused in words, by header and by policy', async () => {
    for (const name of ['refuses', 'refuses-by-policy']) {
      const { context, page, refusal } = await claimedWith(pages.url(name));
      expect(refusal).toMatch(/^url_load_failed: .*refuses to be shown in a frame/);
      await page.getByText('The last try failed').waitFor();
      expect(await page.locator('iframe').count()).toBe(0);
      await context.close();
    }
  });

  test.each([
    ['missing', 'url_load_failed'],
    ['hanging', 'sign_timeout'],
  ])('K4: %s fails the claim with %s', async (name, code) => {
    const { context, refusal } = await claimedWith(pages.url(name));
    expect(refusal).toMatch(new RegExp(`^${code}: `));
    await context.close();
  });

  test('K4: that nobody serves fails the claim with url_unreachable', async () => {
    const { context, refusal } = await claimedWith(pages.refusing);
    expect(refusal).toMatch(/^url_unreachable: /);
    await context.close();
  });

  test('SSRF: that redirects to a private address which the organization does not allow is refused', async () => {
    const { context, refusal } = await claimedWith(pages.url('redirects'));
    expect(refusal).toMatch(/^url_/);
    await context.close();
  });

  test('K4: stays on screen while its server is broken, and the sign reports it unreachable', async () => {
    const { context, page, code } = await claimedWith(pages.url('blue'));
    await shown(page).waitFor();
    pages.breakPage('blue', 500);
    await tabs.recordWhere(code, ({ status }) => status === 'content_unreachable');
    expect(await shown(page).count()).toBe(1);
    await context.close();
  });
});

describe('A5: a hostile page', () => {
  test('can’t take the tab to another page, nor read our page', async () => {
    const { context, page } = await claimedWith(pages.url('top'));
    const outcomes = (await pages.reported('top: ')).slice('top: '.length).split(',');
    expect(outcomes[2]).toBe('SecurityError');
    await page.waitForTimeout(0);
    expect(new URL(page.url()).pathname).toBe('/sign');
    await context.close();
  });

  test('opens no window', async () => {
    const { context } = await claimedWith(pages.url('windows'));
    expect(await pages.reported('windows: ')).toBe('windows: null');
    expect(context.pages()).toHaveLength(1);
    await context.close();
  });

  test('opens no dialog', async () => {
    const { context, page } = await claimedWith(pages.url('dialogs'));
    let dialogs = 0;
    page.on('dialog', () => (dialogs += 1));
    expect(await pages.reported('dialogs: ')).toBe('dialogs: undefined,false,null');
    expect(dialogs).toBe(0);
    await context.close();
  });

  test('reads no storage, and has no origin', async () => {
    const { context } = await claimedWith(pages.url('storage'));
    expect(await pages.reported('storage: ')).toMatch(
      /^storage: SecurityError,SecurityError,(SecurityError|UnknownError|NotSupportedError),(SecurityError|NotSupportedError|InvalidStateError),null$/,
    );
    await context.close();
  });

  test('makes the sign believe nothing by messages', async () => {
    const { context, page, code } = await claimedWith(pages.url('messages'));
    await pages.reported('messages: ');
    await shown(page).waitFor();
    await tabs.recordWhere(code, ({ status }) => status === 'showing');
    await context.close();
  });
});
